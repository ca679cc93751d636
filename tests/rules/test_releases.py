"""The verdict table of older releases: what prelower says under each, held against what JAX of that release did.

`BESIDE` and `DIFFERS` are as in `test_table.py`; `ASIDE` and `DIFFERING` are those of single releases, by the first
and the last of them.
"""

from __future__ import annotations

import os

import pytest

from oracle.client import SHARED
from prelower.engine import Engine
from prelower.findings import ERROR, WARNING, Finding
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

from .releases import CUT, ORACLE, RUN, reached, samples_of
from .table import Sample
from .test_table import AGREEMENT, BESIDE, DIFFERS, says

ALL = "PRELOWER_RELEASES"
_PLATFORM = "right on other hardware, and the hardware is no part of the program"
_GPU_WORDS = "refused with other words on a GPU, and the hardware is no part of the program"
_PYTHON = "a slice has a hash from Python 3.12 on: which message comes, the Python decides"
_NOT_COMPILED = "a warning: what the compiler makes of it, only the newest release was asked"
_ONE_RELEASE = "0.5.3 alone had a grid of one dimension where none is given"
_NO_FFI_CALL = "there was no ffi_call, and the samples were run with mlir.custom_call"
_NO_CLASS = "there was no such class, and the samples were run with None in its place"
_WEAK = "a scalar of JAX whose type may be a weak one, which would be right"
_X64 = "64 bits are right where jax_enable_x64 is set, which is no part of the value"
_TYPE, _LEGACY = "pallas_call.compiler_params.type", "pallas_call.compiler_params.legacy_dict"
ASIDE: dict[tuple[str, str], tuple[str, str, str]] = {
    ("ffi.attribute.type", "v=slice(0,1)"): ("0.4.30", "0.10.2", _PYTHON),
    ("ffi.has_side_effect", "has_side_effect=None"): ("0.4.30", "0.4.33", "the facts have it both ways"),
    ("ffi.has_side_effect", "has_side_effect=1"): ("0.4.30", "0.4.30", _NO_FFI_CALL),
    ("ffi.has_side_effect", "has_side_effect=0"): ("0.4.30", "0.4.30", _NO_FFI_CALL),
    ("ffi.has_side_effect", "has_side_effect=np.bool_(True)"): ("0.4.30", "0.4.30", _NO_FFI_CALL),
    (_TYPE, "compiler_params=plgpu.CompilerParams()"): ("0.8.2", "0.11.1", _PLATFORM),
    ("ffi.result_shape_dtypes", "result_shape_dtypes=np.zeros((8,128))"): ("0.4.31", "0.4.35", _X64),
    ("pallas_call.unknown_keyword", 'backend="triton"'): ("0.4.35", "0.9.0", _PLATFORM),
    (
        "tpu.collective_id.type",
        'collective_id="a", allow_collective_id_without_custom_barrier=True',
    ): ("0.7.2", "0.11.1", _NOT_COMPILED),
    ("tpu.internal_scratch_in_bytes", "internal_scratch_in_bytes=[1]"): ("0.4.30", "0.6.2", _NOT_COMPILED),
    ("tpu.serialization_format", "serialization_format=[1]"): ("0.4.30", "0.6.2", _NOT_COMPILED),
}
NO_CLASS: dict[tuple[str, str], tuple[str, str, str]] = {
    (_TYPE, "compiler_params=plgpu.CompilerParams()"): ("0.4.30", "0.4.34", _NO_CLASS),
    (_TYPE, "compiler_params=pltpu.CompilerParams"): ("0.4.30", "0.4.31", _NO_CLASS),
    (_TYPE, "compiler_params=[pltpu.CompilerParams()]"): ("0.4.30", "0.4.31", _NO_CLASS),
    ("pallas_call.interpret", "interpret=pltpu.CompilerParams()"): ("0.4.30", "0.4.31", _NO_CLASS),
}
"""More of them, of before there were the classes."""
DIFFERING: dict[tuple[str, str], tuple[str, str, str]] = {
    ("ffi.attribute.type", "v=jnp.int32(1)"): ("0.4.31", "0.4.31", _WEAK),
    ("ffi.attribute.unhashable", "v=jnp.int32(1)"): ("0.4.31", "0.4.31", _WEAK),
    (_LEGACY, "compiler_params=5"): ("0.9.1", "0.11.1", _GPU_WORDS),
    (_LEGACY, 'compiler_params="x"'): ("0.9.1", "0.11.1", _GPU_WORDS),
    ("mgpu.dimension_semantics", 'dimension_semantics="parallel"'): ("0.5.3", "0.5.3", _ONE_RELEASE),
    ("mgpu.dimension_semantics", "dimension_semantics=()"): ("0.5.3", "0.5.3", _ONE_RELEASE),
}


EARLIER: dict[tuple[str, str], tuple[str, str, str]] = {
    (_LEGACY, "compiler_params=5"): ("0.4.30", "0.6.0", _GPU_WORDS),
    (_LEGACY, 'compiler_params="x"'): ("0.4.30", "0.6.0", _GPU_WORDS),
}
"""More of them, which came back later."""


def findings(sample: Sample, version: str) -> tuple[Finding, ...]:
    """The errors and warnings that prelower has for a sample under a release, but those of what is deprecated."""
    found = Engine("/project", Jax(version, "asked")).check(Source("/project/case.py", sample.program)).findings
    return tuple(each for each in found if each.severity in (ERROR, WARNING) and not each.deprecated)


def agrees(sample: Sample, found: tuple[Finding, ...]) -> bool:
    """Whether prelower says what JAX did; a warning is right where the newest release's compiler refused the value."""
    errors = [finding for finding in found if finding.severity == ERROR]
    if sample.outcome == "raises":
        return any(_raised(sample, finding) and (says(sample, finding) or _cut(sample, finding)) for finding in errors)
    return not errors and (sample.outcome == "compile" or not found)


def _raised(sample: Sample, finding: Finding) -> bool:
    """Whether the exception is the one that was seen, where the finding names one."""
    return finding.raises is None or finding.raises.partition(":")[0] == sample.exception


def _cut(sample: Sample, finding: Finding) -> bool:
    said = (finding.raises or "").partition(": ")[2] or finding.documented
    return len(sample.message) >= CUT and said.partition("\n")[0].startswith(sample.message[:CUT])


def listed(sample: Sample, version: str, exceptions: dict[tuple[str, str], tuple[str, str, str]]) -> str | None:
    """The reason for which a sample is an exception in a release."""
    first, last, reason = exceptions.get((sample.guard, sample.given), ("", "", ""))
    return reason if reason and reached(version, first) and reached(last, version) else None


def compared(version: str) -> tuple[int, list[str], list[str]]:
    """How many samples were compared under a release; which differ, and which are listed and do not."""
    count, differing, idle = 0, [], []
    for sample in samples_of(version):
        key = (sample.guard, sample.given)
        if key in BESIDE or listed(sample, version, ASIDE) or listed(sample, version, NO_CLASS):
            continue
        count += 1
        expected = key in DIFFERS or any(listed(sample, version, rows) for rows in (DIFFERING, EARLIER))
        found = findings(sample, version)
        if not agrees(sample, found):
            differing.append(f"{'' if expected else 'NOT LISTED '}{sample!r}: {sample.message}: {found}")
        elif expected and key not in DIFFERS:
            idle.append(repr(sample))
    return count, differing, idle


FEWER = {"0.4.31": 450, "0.4.30": 180}
"""Of the earliest releases fewer samples have a meaning."""


def parameters() -> list:
    """The releases; those that are not asked of the real JAX run where `make oracle` sets ALL."""
    slow = (pytest.mark.slow, pytest.mark.skipif(ALL not in os.environ, reason=f"{ALL} is not set"))
    marks = {version: () if version in ORACLE else slow for version in RUN}
    return [pytest.param(version, marks=marks[version]) for version in RUN]


@pytest.mark.skipif(not (SHARED / "facts").exists(), reason="the shared facts are not beside this repository")
@pytest.mark.parametrize("version", parameters())
def test_prelower_says_what_the_release_did(version: str):
    count, differing, idle = compared(version)
    assert count > FEWER.get(version, 600)
    assert not [line for line in differing if line.startswith("NOT LISTED")]
    assert not idle
    assert 1 - len(differing) / count >= AGREEMENT
