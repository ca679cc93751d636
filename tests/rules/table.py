"""The measured samples of the shared facts as whole programs: what JAX said, to be held against what prelower says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from oracle import around
from oracle.client import shared

NAMES = """\
import ctypes
import decimal
import enum
import fractions
from jax._src.interpreters import mlir as smlir
from jaxlib.mlir import ir
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
from jax.experimental.pallas import tpu as pltpu
from jax.experimental.pallas import triton as pltriton


class MyInt(int):
    pass


class MyStr(str):
    pass


class IE(enum.IntEnum):
    A = 3


class SE(str, enum.Enum):
    A = "a"


OBJ = object()
F32 = jnp.float32
SDS = jax.ShapeDtypeStruct
"""
"""What the samples call their values."""
_SPELLED = {
    "TRCP()": "pltriton.CompilerParams",
    "GPUCP()": "plgpu.CompilerParams",
    "TPUCP()": "pltpu.CompilerParams",
    "[TPUCP()()]": "[pltpu.CompilerParams()]",
}
KINDS = {
    "custom_call.backend_config": "custom_call",
    "custom_call.other": "custom_call",
    "params.unhashable": "tpu",
    "pallas_call": "pallas",
    "pallas_call.grid": "pallas_grid",
    "pallas_call.in_specs": "pallas_grid",
    "cost_estimate": "pallas",
    "prefetch_grid": "prefetch",
    "kernel": "pl_kernel",
    "tpu": "tpu",
    "triton": "triton",
    "mgpu": "mosaic_gpu",
    "ffi": "ffi",
    "ffi.attribute.unhashable": "ffi_attributes",
    "ffi.attribute.type": "ffi_attributes",
    "ffi_lowering": "lowering",
    "register_ffi_target": "register",
}
"""The kind of program for a check, by its whole name or by the part before the dot."""


class Sample(NamedTuple):
    """A measured sample: its check, what was given, the program, and what came of it at the newest release.

    `outcome` is raises, accepted or compile (accepted, and the compiler refused it or died). `exception` is its class,
    where a release was asked that says so.
    """

    guard: str
    given: str
    program: str
    outcome: str
    message: str
    exception: str = ""

    def __repr__(self) -> str:
        return f"{self.guard}: {self.given}"


class Measured(NamedTuple):
    """A measured sample as it was written down: its check, the kind of program, the argument, and what came of it."""

    guard: str
    kind: str
    given: str
    found: dict


@lru_cache(1)
def measured() -> tuple[Measured, ...]:
    """The samples of tiers core and now whose value can be written in a program."""
    facts = json.loads(shared("facts", "guards.json").read_text(encoding="utf-8"))
    guards = [guard for guard in facts["guards"] if guard["tier"] in ("core", "now")]
    return tuple(sample for guard in guards for sample in _of(guard))


@lru_cache(1)
def samples() -> tuple[Sample, ...]:
    """What came of them at the newest release, each program once."""
    found: dict[tuple[str, str], Sample] = {}
    for each in measured():
        message = said(each.found.get("message") or "")
        text = around.program(each.kind, each.given, NAMES)
        sample = Sample(each.guard, each.given, text, outcome(each.found), message)
        found.setdefault((sample.program, sample.outcome), sample)
    return tuple(found.values())


def _of(guard: dict) -> Iterator[Measured]:
    mosaic = False  # the samples behind that of plgpu are of plgpu.kernel
    for sample in guard["samples"]:
        mosaic = mosaic or sample["param"].startswith("plgpu.pallas_call")
        placed = _placed(guard["id"], sample["param"], sample["value"])
        if placed is None:
            continue
        kind, item = placed
        if kind == "mosaic_gpu" and "via pallas_call" in sample["param"]:
            kind, item = "pallas_gpu", f"grid=(1,), compiler_params=plgpu.CompilerParams({item})"
        if kind == "pallas" and mosaic:
            kind = "mosaic_gpu_kernel"
        yield Measured(guard["id"], kind, item, sample)


def said(message: str) -> str:
    """A message, with the name of our programs' target in the place of the one that it was measured with."""
    return re.sub(r"\bn\d+\b", "scale", message)


def outcome(sample: dict) -> str:
    """What came of a sample at the newest release."""
    if sample["result"] == "raises":
        return "raises"
    compiled = sample.get("compile", "ok")
    broken = sample["result"] != "accepted" or (compiled != "ok" and "unknown enum value" not in compiled)
    return "compile" if broken else "accepted"


def _placed(guard: str, param: str, value: str) -> tuple[str, str] | None:
    """The kind of program and the text of the argument; None for what no program of ours can hold."""
    kind = KINDS.get(guard) or KINDS[guard.partition(".")[0]]
    for short, spelled in _SPELLED.items():
        value = value.replace(short, spelled)
    param = param.partition(" ")[0].rpartition(".")[2]
    if "CAPS" in value:
        return None
    if param == "<attribute>":
        return kind, f"v={value}"
    if param.startswith("compiler_params") or param == "<base>":
        return _params(guard, param, value)
    if param == "out_shape" and ("SDS" not in value or "{" in value):
        kind = "pallas_grid"
    if param == "custom_call_api_version" and "with attribute" in value:
        return "ffi_attributes_old", "a=1"
    param, _, platform = param.partition("(")
    also = re.search(r"\s+\(with (.*)\)$", value)
    value = value[: also.start()] if also else value
    if platform.startswith("c"):  # cpu, cuda
        return ("pallas", f"{param}={value}") if "cpu" in platform else ("pallas_gpu", f"{param}={value}")
    if "(without" in value or value.startswith("grid_spec="):
        return None
    if re.match(r"[a-z_]+=", value):
        return kind, value.replace("=i32_attr", "=smlir.i32_attr").replace(":i32_attr", ":smlir.i32_attr")
    return kind, f"{param}={value}" + (f", {also[1]}" if also else "")


def _params(guard: str, param: str, value: str) -> tuple[str, str] | None:
    value = value.removeprefix("pl.pallas_call(compiler_params=").removesuffix(")") if param == "<base>" else value
    kind = {"compiler_params(cuda)": "pallas_gpu", "compiler_params(tpu)": "pl_kernel"}.get(param, "pallas")
    if param == "<base>":
        return "pallas_gpu", f"compiler_params={value}"
    return kind, f"compiler_params={value}"
