"""The verdict table: what prelower says of each measured sample, held against what JAX did with it.

`BESIDE` are samples whose outcome hangs on something else than a value, a type or a name in the source: the hardware,
the kernel's own code, the operands of another function, the harness they were measured with.
`DIFFERS` are those where prelower and JAX disagree, each with the reason; no other may.
"""

from __future__ import annotations

import re

import pytest

from oracle.client import SHARED
from prelower.engine import Engine
from prelower.findings import ERROR, WARNING, Finding
from prelower.jaxview.jax import Jax
from prelower.rules.messages import UNHASHABLE
from prelower.text.source import Source

from .table import Sample, samples

JAX = "0.12.0.1"
AGREEMENT = 0.99
_PLATFORM = "the same parameters are right on other hardware, and the hardware is no part of the program"
_NO_TPU = "measured where no TPU was described, which every value fails at"
_KERNEL = "what the kernel computes with blocks of that shape is refused, not the shape"
_BINDINGS = "what the MLIR bindings make is not followed"
_AROUND = re.compile(r"(?:\w+\.<locals>\.)+(?=<lambda>)")
BESIDE = {
    ("pallas_call.compiler_params.legacy_dict", "compiler_params=pltpu.CompilerParams()"): _PLATFORM,
    ("pallas_call.compiler_params.type", "compiler_params=pltriton.CompilerParams(num_warps=4)"): _PLATFORM,
    ("pallas_call.compiler_params.type", "compiler_params=None"): _NO_TPU,
    ("pallas_call.compiler_params.type", "compiler_params=pltpu.CompilerParams(vmem_limit_bytes=1e6)"): _NO_TPU,
    ("pallas_call.compiler_params.type", "compiler_params=pltpu.CompilerParams(vmem_limit_bytes=1<<26)"): _NO_TPU,
    ("pallas_call.compiler_params.type", 'compiler_params=pltpu.CompilerParams(flags={"xla_f":"a"})'): _NO_TPU,
    ("pallas_call.in_specs", "in_specs=[pl.BlockSpec((True,256),lambda i:(i,0))]"): _KERNEL,
    ("pallas_call.in_specs", "in_specs=[pl.BlockSpec((100,250),lambda i:(i,0))]"): _KERNEL,
    ("pallas_call.in_specs", "in_specs=[pl.BlockSpec((0,256),lambda i:(i,0))]"): _KERNEL,
    ("pallas_call.in_specs", "in_specs=[pl.BlockSpec((-1,256),lambda i:(i,0))]"): _KERNEL,
    ("pallas_call.scratch_shapes", "scratch_shapes=[pltpu.VMEM((8,128),F32)]"): "the kernel takes no scratch",
    ("tpu.dimension_semantics.value", 'dimension_semantics=("core_parallel",)'): _PLATFORM,
    ("tpu.dimension_semantics.value", 'dimension_semantics=("subcore_parallel",)'): _PLATFORM,
    ("mgpu.profile_pair", 'profile_space=1,profile_dir="d"'): "measured where no GPU was",
    ("custom_call.other", "operand_layouts=[[0]]"): "right for an operand of one dimension",
    ("ffi_lowering.other", "operand_layouts=[(0,)]"): "right for an operand of one dimension",
    ("custom_call.other", "result_types=[]"): "right for a primitive without results",
    ("ffi.result_shape_dtypes", "result_shape_dtypes=jax.core.abstract_token"): "a name that was measured by mistake",
}
DIFFERS = {
    ("tpu.vmem_limit_bytes.type", "vmem_limit_bytes=IE.A"): "whether three bytes are enough is the kernel's affair",
    ("tpu.internal_scratch_in_bytes", "internal_scratch_in_bytes=np.float32(2)"): "and whether two are",
    ("pallas_call.interpret", 'interpret=pltpu.InterpretParams(uninitialized_memory="bad")'): "prints a type that is"
    " not known",
    ("pallas_call.out_shape", 'out_shape=SDS((256,256),"float33")'): "which names numpy has, prelower does not ask",
    ("custom_call.backend_config", 'backend_config=ir.StringAttr.get("a")'): _BINDINGS,
    ("custom_call.backend_config", "backend_config=ir.DictAttr.get({})"): _BINDINGS,
    ("ffi.attribute.type", "v=ir.StringAttr"): _BINDINGS,
    ("register_ffi_target", "fn=ctypes.CDLL(None).strlen"): "made by the loader of the machine",
}


def verdict(sample: Sample) -> tuple[Finding, ...]:
    """The errors and warnings that prelower has for a sample's program."""
    found = Engine("/project", Jax(JAX, "asked")).check(Source("/project/case.py", sample.program)).findings
    return tuple(finding for finding in found if finding.severity in (ERROR, WARNING))


def agrees(sample: Sample, findings: tuple[Finding, ...]) -> bool:
    """Whether prelower says what JAX did."""
    if sample.outcome == "accepted":
        return not findings
    if sample.outcome == "compile":
        return bool(findings) and all(finding.severity == WARNING for finding in findings)
    return any(finding.severity == ERROR and says(sample, finding) for finding in findings)


def says(sample: Sample, finding: Finding) -> bool:
    """Whether a finding has JAX's message: its first line, as far as prelower can know it."""
    said = _first(sample.message)
    if finding.raises is not None:
        return said.startswith(_first(finding.raises.partition(": ")[2]))
    documented = _first(finding.documented)
    if documented == UNHASHABLE:  # JAX prints all parameters behind it
        return said.startswith(documented)
    shown = _first(Source("case.py", sample.program).lines.span_text(finding.span))
    known = documented.partition(shown)[0]  # where a value is not known, its source text stands there
    return said == documented or len(known) < len(documented) and said.startswith(known)


def _first(text: str) -> str:
    """The first line, without the names of the functions around a lambda: the samples were measured in others."""
    return _AROUND.sub("", text.partition("\n")[0].strip())


ALL = samples() if (SHARED / "facts").exists() else ()


@pytest.mark.parametrize("sample", ALL, ids=repr)
def test_prelower_says_what_jax_did(sample: Sample):
    key = (sample.guard, sample.given)
    if key in BESIDE:
        pytest.skip(BESIDE[key])
    findings = verdict(sample)
    assert agrees(sample, findings) == (key not in DIFFERS), findings


def test_they_agree_on_nearly_all():
    if not ALL:
        pytest.skip("the shared facts are not beside this repository")
    own = [sample for sample in ALL if (sample.guard, sample.given) not in BESIDE]
    differing = [sample for sample in own if (sample.guard, sample.given) in DIFFERS]
    assert len(differing) == len(DIFFERS)
    assert len(own) > 750
    assert 1 - len(differing) / len(own) >= AGREEMENT
