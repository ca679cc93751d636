"""Classes taken from Pallas's private modules, which have them under one name before a release and another since."""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.fixes import apply_all
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

RENAMED = {
    ("mosaic", "TPUCompilerParams"): ("CompilerParams", "0.6.1", "0.6.2"),
    ("mosaic", "TPUMemorySpace"): ("MemorySpace", "0.6.1", "0.6.2"),
    ("triton", "TritonCompilerParams"): ("CompilerParams", "0.6.1", "0.6.2"),
    ("mosaic_gpu", "GPUCompilerParams"): ("CompilerParams", "0.6.0", "0.6.1"),
    ("mosaic_gpu", "GPUMemorySpace"): ("MemorySpace", "0.6.0", "0.6.1"),
}
"""By module and old name: the new name, the last release without it and the first with it, as their sources are."""


def checked(module: str, name: str, release: str) -> tuple[list[str], str]:
    """What is said of an import under a release, and the import once it is fixed."""
    source = Source("/project/case.py", f"from jax._src.pallas.{module}.core import {name}\n")
    findings = Engine("/project", Jax(release, "asked")).check(source).findings
    return [finding.documented for finding in findings], apply_all(source, findings)[0]


@pytest.mark.parametrize(("key", "change"), RENAMED.items())
def test_each_release_has_its_own(key: tuple[str, str], change: tuple[str, str, str]):
    (module, old), (new, before, since) = key, change
    for name, other, has, lacks in ((old, new, before, since), (new, old, since, before)):
        line = f"from jax._src.pallas.{module}.core import"
        assert checked(module, name, has)[0] == []
        said, fixed = checked(module, name, lacks)
        assert said == [f"cannot import name '{name}' from 'jax._src.pallas.{module}.core'"]
        assert fixed == f"{line} {other} as {name}\n"
    assert checked(module, old, "0.4.30")[0] == []
