"""What is offered at a position of a half-typed call; `|` is the cursor."""

from __future__ import annotations

import os

import pytest

from prelower.completing import Completion
from prelower.engine import Engine, make_engine
from prelower.rules.flag_name_unknown import FLAGS
from prelower.text.source import Source

from .making import VERSION

HEAD = """
import dataclasses
import functools
from functools import partial

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
from jax.experimental.pallas import tpu as pltpu
from jax.experimental.pallas.tpu import CompilerParams as Named

Alias = pltpu.CompilerParams
base = pltpu.CompilerParams(vmem_limit_bytes=2**24)


class Own:
    def CompilerParams(self, **kw): ...


def kernel(x, o): ...


"""
WORDS = ("parallel", "arbitrary", "core_parallel", "subcore_parallel")
QUOTED = tuple(f'"{word}"' for word in WORDS)
CONSTANTS = tuple(f"pltpu.{word.upper()}" for word in WORDS)
METHODS = ("sequential", "sequential_unrolled", "expand_dims", "broadcast_all", "legacy_vectorized")
FLAG_NAMES = (*FLAGS[1:], "UNKNOWN")


@pytest.fixture(scope="module")
def engine(tmp_path_factory) -> Engine:
    root = tmp_path_factory.mktemp("project")
    engine = make_engine(str(root), jax_version=VERSION, variables={})
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Engine:
    """An engine that reads an installed JAX."""
    python = os.environ.get("PRELOWER_ORACLE_PYTHON")
    if not python:
        pytest.skip("no JAX to read: set PRELOWER_ORACLE_PYTHON")
    engine = make_engine(str(tmp_path_factory.mktemp("project")), python, variables={})
    yield engine
    engine.close()


def complete(engine: Engine, text: str, head: str = HEAD) -> tuple[Completion, ...]:
    """What is offered at the `|` behind the head."""
    at = len(head) + text.index("|")
    source = Source(f"{engine.root}/kernels.py", head + text.replace("|", "", 1))
    return engine.complete(source, *source.lines.position(at))


def inserted(engine: Engine, text: str) -> tuple[str, ...]:
    """The texts that would be written."""
    return tuple(one.insert for one in complete(engine, text))


def applied(engine: Engine, text: str, label: str) -> str:
    """The text after a completion was chosen."""
    [chosen] = [one for one in complete(engine, text) if one.label == label]
    whole = HEAD + text.replace("|", "", 1)
    lines = Source("", whole).lines
    start = lines.offset(chosen.span.line, chosen.span.column)
    end = lines.offset(chosen.span.end_line, chosen.span.end_column)
    return (whole[:start] + chosen.insert + whole[end:])[len(HEAD) :]


@pytest.mark.parametrize(
    "text",
    [
        "p = pltpu.CompilerParams(|",
        "p = pltpu.CompilerParams(|)\n",
        "p = pltpu.CompilerParams(\n    vm|\n)\nx = 1\n",
        "p = pltpu.CompilerParams(flags={}, |",
        "p = Alias(|",
        "p = Named(|",
        "p = base.replace(|",
        "p = dataclasses.replace(base, |",
        "def f(x, p=Alias(|\n    return x\n",
        "def f(x):\n    P = pltpu.CompilerParams\n    return pl.pallas_call(kernel, compiler_params=P(|\n",
        "class A:\n    def f(self, x):\n        return pl.pallas_call(kernel, compiler_params=Named(|))(x)\n",
        "if Alias(|):\n    x = 1\n",
        "p = partial(pltpu.CompilerParams, |",
        "p = [Alias(), Named(|, Alias()]\n",
        "p = pltpu.CompilerParams(|\nq = pltpu.CompilerParams()\n",
        "def broken(:\n\n\np = Alias(|",
        "try:\n    P = pltpu.CompilerParams\nexcept AttributeError:\n    P = pltpu.TPUCompilerParams\np = P(|",
    ],
)
def test_parameters_of_what_is_called(engine, text):
    assert "vmem_limit_bytes=" in inserted(engine, text)


@pytest.mark.parametrize(
    ("text", "there", "absent"),
    [
        ("pl.pallas_call(|)", "grid=", "vmem_limit_bytes="),
        ("@functools.partial(pl.pallas_call, out_shape=1, |\ndef g(x): ...\n", "grid=", "out_shape="),
        ("pl.pallas_call(kernel, |)", "grid=", "kernel="),
        ("jax.ffi.ffi_call('a', |)", "vmap_method=", "target_name="),
        ("pl.CostEstimate(|)", "flops=", "grid="),
        ("pl.kernel(|", "scratch_types=", "grid="),
        ("pltpu.CompilerParams(flags={}, |, vmem_limit_bytes=1)", "collective_id=", "vmem_limit_bytes="),
        ("pltpu.CompilerParams(flags={}, |, vmem_limit_bytes=1)", "collective_id=", "flags="),
        ("pltpu.CompilerParams(|\n    vmem_limit_bytes=1)", "flags=", "vmem_limit_bytes="),
        ("plgpu.CompilerParams(|)", "approx_math=", "vmem_limit_bytes="),
    ],
)
def test_only_what_is_not_given_yet(engine, text, there, absent):
    found = inserted(engine, text)
    assert there in found
    assert absent not in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Alias(flags={|", tuple(f'"{name}"' for name in FLAG_NAMES)),
        ('Alias(flags={"|', tuple(f'{name}"' for name in FLAG_NAMES)),
        ('Alias(flags={"XLA_TPU|"})', FLAG_NAMES),
        ("Alias(flags={'XLA_TPU_HBM_BW': 1, '|'})", FLAG_NAMES),
        (
            "pltpu.CompilerParams(dimension_semantics=[|])",  # of the constants, those that this release surely has
            (*QUOTED, "pltpu.CORE_PARALLEL", "pltpu.SUBCORE_PARALLEL"),
        ),
        ('pltpu.CompilerParams(dimension_semantics=("parallel", "a|"))', WORDS),
        ("Named(dimension_semantics=(|,))", QUOTED),
        ("jax.ffi.ffi_call('a', None, vmap_method='|')", METHODS),
        ("jax.ffi.ffi_call('a', None, vmap_method=|)", tuple(f'"{word}"' for word in METHODS)),
        ("pltpu.CompilerParams(serialization_format=|)", ("1",)),
        ("pltpu.CompilerParams(disable_bounds_checks=|)", ("True", "False")),
        (
            "plgpu.CompilerParams(lowering_semantics=|)",
            ("plgpu.LoweringSemantics.Lane", "plgpu.LoweringSemantics.Warpgroup"),
        ),
    ],
)
def test_words_of_a_parameter(engine, text, expected):
    assert inserted(engine, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Own().CompilerParams(|",
        "dict(CompilerParams=1, |",
        "print(|",
        "jax.jit(|",
        "kernel(|",
        "def CompilerParams(|",
        "class CompilerParams(|",
        "jax.ffi.ffi_call('a', None)(|)",
        "Alias(**|",
        "Alias(vmem_limit_bytes=1|",
        "Alias(vmem_limit_bytes=2 * |",
        "Alias('|",
        "Alias(flags={'XLA_TPU_HBM_BW': |",
        "Alias(flags={'XLA_TPU_HBM_BW': '|",
        "Alias(flags='|",
        "Alias(dimension_semantics='|",
        "Alias(dimension_semantics={|",
        "Alias(dimension_semantics=tuple(|",
        "Alias(pltpu.|",
        "Alias(# |",
        "text = '''Alias(|'''",
        "text = f'{Alias(|",
        "Alias|",
        "Alias()|",
        "functools.partial(jax.jit, |",
        "def f(Alias):\n    Alias(|\n",
    ],
)
def test_silence_everywhere_else(engine, text):
    assert inserted(engine, text) == ()


def test_a_file_without_a_watched_word(engine):
    assert complete(engine, "p = print(|", head="import jax\n") == ()


@pytest.mark.parametrize(
    ("text", "label", "result"),
    [
        ("Alias(vm|)", "vmem_limit_bytes", "Alias(vmem_limit_bytes=)"),
        ("Alias(vm|_bytes=3)", "vmem_limit_bytes", "Alias(vmem_limit_bytes=3)"),
        ("Alias(é=1, vm|)", "vmem_limit_bytes", "Alias(é=1, vmem_limit_bytes=)"),
        ("Alias(flags={'XLA|})", "XLA_TPU_HBM_BW", "Alias(flags={'XLA_TPU_HBM_BW'})"),
        ("Alias(flags={'XLA|'})", "XLA_TPU_HBM_BW", "Alias(flags={'XLA_TPU_HBM_BW'})"),
        ("Alias(dimension_semantics=(pa|,))", '"parallel"', 'Alias(dimension_semantics=("parallel",))'),
    ],
)
def test_what_is_written(engine, text, label, result):
    assert applied(engine, text, label) == result


def test_the_parameters_are_those_of_the_release(tmp_path):
    engine = make_engine(str(tmp_path), jax_version="0.7.0", variables={})
    try:
        assert "shape_invariant_numerics=" not in inserted(engine, "pltpu.CompilerParams(|")
        assert "kernel_type=" in inserted(engine, "pltpu.CompilerParams(|")
    finally:
        engine.close()


def test_rules_tell_what_is_accepted(engine):
    [limit] = [one for one in complete(engine, "Alias(|") if one.label == "vmem_limit_bytes"]
    assert "`vmem-limit-not-int`" in limit.documentation
    assert "`unknown-keyword`" not in limit.documentation


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pltpu.CompilerParams(dimension_semantics=(|", (*QUOTED, *CONSTANTS)),
        ("pltpu.CompilerParams(dimension_semantics=(pltpu.PA|,))", CONSTANTS),
        (
            "pltpu.CompilerParams(has_side_effects=|)",
            (
                "True",
                "False",
                "pltpu.SideEffectType.PURE",
                "pltpu.SideEffectType.DATAFLOW_SIDE_EFFECTING",
                "pltpu.SideEffectType.SIDE_EFFECTING",
            ),
        ),
        ("Named(has_side_effects=|)", ("True", "False")),
        ("plgpu.CompilerParams(profile_trace_scope=|)", ("plgpu.TraceScope.WARP", "plgpu.TraceScope.WARPGROUP")),
        ("pltpu.InterpretParams(dma_execution_mode='|')", ("eager", "on_wait")),
    ],
)
def test_words_that_the_installed_release_has(installed, text, expected):
    assert inserted(installed, text) == expected


def test_the_installed_release_explains_its_parameters(installed):
    [limit] = [one for one in complete(installed, "Alias(|") if one.label == "vmem_limit_bytes"]
    assert limit.detail == "vmem_limit_bytes: int | None = None"
    assert limit.documentation.startswith("Overrides the default VMEM limit for a kernel.")
