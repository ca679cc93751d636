"""A JAX that does not exist yet: a real one's files, edited. prelower follows without a change of its own."""

from __future__ import annotations

import pathlib
import shutil

import pytest

from prelower.engine import Engine
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

FILES = (
    *("__init__.py", "version.py", "ffi.py", "_src/ffi.py", "_src/deprecations.py", "_src/tpu_custom_call.py"),
    *("experimental/pallas/__init__.py", "experimental/pallas/tpu.py", "_src/pallas/core.py"),
    *("_src/pallas/pallas_call.py", "_src/pallas/mosaic/core.py", "_src/interpreters/mlir.py", "interpreters/mlir.py"),
)
CORE, CALL, VMEM = "_src/pallas/mosaic/core.py", "_src/pallas/pallas_call.py", "_src/tpu_custom_call.py"
EDITS = {
    "a new version": ("version.py", '_version = "0.12.0.1"', '_version = "0.99.0"'),
    "a new field": (CORE, "      opt_level: OptLevel | None = None,\n", "      opt_level=None,\n      lanes=None,\n"),
    "a removed field": (CORE, "      fuse_transposed_lhs_in_matmul: bool = False,\n", ""),
    "a renamed class": (CORE, "class CompilerParams:", "class MosaicParams:"),
    "its public name": ("experimental/pallas/tpu.py", "import CompilerParams as", "import MosaicParams as"),
    "a new keyword": (
        CALL,
        "    metadata: dict[str, str] | None = None,\n",
        "    metadata=None,\n    deadline=None,\n",
    ),
    "a reworded message": (VMEM, "must be an int: provided with a", "needs an int, not"),
}
HEAD = """\
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_one(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1.0


OUT = jax.ShapeDtypeStruct((8, 128), jnp.float32)
"""


@pytest.fixture(scope="module")
def future(oracle_prefix, tmp_path_factory) -> Jax:
    """The edited JAX, read where it is installed."""
    real = next(pathlib.Path(oracle_prefix).glob("lib/python*/site-packages/jax"))
    if '"0.12.0.1"' not in (real / "version.py").read_text(encoding="utf-8"):
        pytest.skip("the edits are for JAX 0.12.0.1")
    site = tmp_path_factory.mktemp("future") / "site-packages"
    for name in FILES:
        (site / "jax" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(real / name, site / "jax" / name)
    for what, (name, old, new) in EDITS.items():
        place = site / "jax" / name
        text = place.read_text(encoding="utf-8")
        assert old in text, what
        place.write_text(text.replace(old, new), encoding="utf-8")
    return Jax("0.99.0", "installed", str(site / "jax"))


def documented(future: Jax, line: str) -> list[str]:
    """What is said of a line under that JAX."""
    return [f.documented for f in Engine("/project", future).check(Source("/project/case.py", HEAD + line)).findings]


def test_a_new_field_is_taken(future: Jax):
    assert documented(future, "params = pltpu.CompilerParams(lanes=4)\n") == []


def test_a_removed_field_is_unknown(future: Jax):
    said = "MosaicParams.__init__() got an unexpected keyword argument 'fuse_transposed_lhs_in_matmul'"
    assert documented(future, "params = pltpu.CompilerParams(fuse_transposed_lhs_in_matmul=True)\n") == [said]


def test_a_new_keyword_is_taken_and_another_is_not(future: Jax):
    assert documented(future, "call = pl.pallas_call(add_one, out_shape=OUT, deadline=3)\n") == []
    said = "pallas_call() got an unexpected keyword argument 'deadlines'"
    assert documented(future, "call = pl.pallas_call(add_one, out_shape=OUT, deadlines=3)\n") == [said]


def test_a_reworded_message_is_the_one_shown(future: Jax):
    said = "vmem_limit_bytes needs an int, not <class 'float'>."
    assert documented(future, "params = pltpu.CompilerParams(vmem_limit_bytes=1e6)\n") == [said]


def test_the_rest_is_as_it_was(future: Jax):
    assert documented(future, "params = pltpu.CompilerParams(vmem_limit_bytes=2**24, opt_level=None)\n") == []
