"""The measured samples in older releases: the programs in the names of each, and what came of them there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from oracle import around
from prelower.jaxview import versions
from prelower.jaxview.jax import Jax

from .table import NAMES, Measured, Sample, measured, outcome, said

ORACLE = ("0.12.0.1", "0.11.2", "0.10.2", "0.9.2", "0.8.3", "0.7.2", "0.6.2", "0.5.3", "0.4.35")
"""The releases of which the suite asks the real JAX, newest first."""
RUN = (
    *("0.12.0.1", "0.12.0", "0.11.2", "0.11.1", "0.11.0", "0.10.2", "0.10.1", "0.10.0", "0.9.2", "0.9.1", "0.9.0"),
    *("0.8.3", "0.8.2", "0.8.1", "0.8.0", "0.7.2", "0.7.1", "0.7.0", "0.6.2", "0.6.1", "0.6.0", "0.5.3", "0.5.0"),
    *("0.4.38", "0.4.36", "0.4.35", "0.4.34", "0.4.33", "0.4.31", "0.4.30"),
)
"""The releases that the samples were run with."""
OLD_FFI = "import jax.extend.ffi as jex_ffi\n"
OLD_GPU_MESH = """\


def h100():
    return contextlib.nullcontext()


import contextlib
"""
"""Older releases lower for a GPU without a description of one, and have no way to give it."""
RENAMED = (
    ("pltpu.CompilerParams", "pltpu.TPUCompilerParams", "0.6.2"),
    ("pltriton.CompilerParams", "pltriton.TritonCompilerParams", "0.6.2"),
    ("plgpu.CompilerParams", "plgpu.GPUCompilerParams", "0.6.1"),
    ("plgpu.kernel(double, out_type=", "plgpu.kernel(double, out_shape=", "0.10.2"),
    ("pl.kernel(add_one, out_type=", "pl.kernel(add_one, out_shape=", "0.10.1"),
    ("jax.ffi.", "jex_ffi.", "0.5.0"),
    ("from jax.experimental.pallas import mosaic_gpu as plgpu\n", "", "0.4.35"),
    (
        "from jax.experimental.pallas import triton as pltriton",
        "from jax.experimental.pallas import gpu as pltriton",
        "0.4.35",
    ),
)
"""What a name was before the release from which it is called so."""
CUT = 150
"""The messages of older releases were written down as far as this, or a little further."""


def renamed(program: str, version: str) -> str:
    """A program in the names of a release."""
    for name, before, since in RENAMED:
        if not reached(version, since):
            program = program.replace(name, before)
    if not reached(version, "0.7.2"):
        program = program.replace(around.GPU_MESH, OLD_GPU_MESH)
    if not reached(version, "0.10.1"):
        program = program.replace(', platform="gpu")', ")")
    if not reached(version, "0.4.34"):
        program = ast.unparse(_Inline().visit(ast.parse(program)))
    return OLD_FFI + program if "jex_ffi." in program else program


class _Inline(ast.NodeTransformer):
    """Gives operands and attributes to `ffi_call` itself, as releases before 0.4.34 had it.

    With `parameters` only where it is given another keyword than these already.
    """

    def __init__(self, parameters: tuple[str, ...] | None = None) -> None:
        self._parameters = parameters

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """`ffi_call(target, out, ...)(operand, ...)` as one call."""
        self.generic_visit(node)
        inner = node.func
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr == "ffi_call":
            if self._parameters is not None and all(k.arg in self._parameters for k in inner.keywords):
                return node
            return ast.Call(inner.func, [*inner.args, *node.args], [*inner.keywords, *node.keywords])
        return node


def reached(version: str, since: str) -> bool:
    """Whether a release is that one or newer."""
    return (versions.key(version) or ()) >= (versions.key(since) or ())


def samples_of(version: str) -> Iterator[Sample]:
    """Every sample that was run with a release, and what came of it there."""
    for each in measured():
        result = _result(each, version)
        if result is not None:
            program = renamed(_program(each, version), version)
            yield Sample(each.guard, each.given, program, *_came(each, result))


def _program(each: Measured, version: str) -> str:
    if each.kind == "mosaic_gpu" and not reached(version, "0.5.3"):  # there was no plgpu.kernel yet
        return around.program("pallas_gpu", f"grid=(1,), compiler_params=plgpu.CompilerParams({each.given})", NAMES)
    if each.kind == "pallas" and version == "0.4.30":  # whose samples all had block specifications
        return around.program("pallas_grid", each.given, NAMES)
    program = around.program(each.kind, each.given, NAMES)
    return ast.unparse(_Inline(_parameters(version)).visit(ast.parse(program))) if _parameters(version) else program


def _parameters(version: str) -> tuple[str, ...]:
    """The parameters of `ffi_call` where other keywords were attributes, and the samples that have one were run so."""
    if not reached(version, "0.4.34") or reached(version, "0.6.0"):
        return ()
    watched = Jax(version, "asked").watched("jax.ffi.ffi_call")
    return watched.parameters if watched is not None else ()


def _result(each: Measured, version: str) -> str | None:
    rows = each.found.get("by_version", ())
    return next((r["result"] for r in rows if reached(version, r["from"]) and reached(r["to"], version)), None)


def _came(each: Measured, result: str) -> tuple[str, str, str]:
    """The outcome, the message and the exception; what the compiler does is known of the newest release only."""
    if result.startswith("accepted") or "abort" in result:
        return ("compile" if outcome(each.found) == "compile" else "accepted"), "", ""
    raised, _, message = result.partition(": ")
    return "raises", said(message), raised.rpartition(" ")[2]
