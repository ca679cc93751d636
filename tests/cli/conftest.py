"""A command line that runs in this process, and an engine whose findings are known beforehand."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from prelower.cli.main import main
from prelower.findings import CERTAIN, ERROR, LIKELY, SAFE, UNSAFE, WARNING, Edit, Finding, Fix, Related
from prelower.text.source import Source
from prelower.text.span import Span

VMEM = re.compile(r"vmem_limit_bytes=([\d.]+e?\d*)")
FLAG = re.compile(r"flags=(\{\s*'é': '[^']*'\s*\})")


class Ran(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


class Analysis(NamedTuple):
    """The part of the engine's answer that the command line reads."""

    findings: tuple[Finding, ...]


class FakeEngine:
    """Finds floats as `vmem_limit_bytes=...` and the flag `é`, without any interpretation."""

    def settle(self, source: Source) -> Analysis:
        """The findings, by place."""
        found = [*self._limits(source), *self._flags(source)]
        return Analysis(tuple(sorted(found, key=lambda finding: finding.span)))

    def close(self) -> None:
        """Nothing was started."""

    def _limits(self, source: Source):
        for match in VMEM.finditer(source.text):
            value = match[1]
            if not re.search("[.e]", value):
                continue
            whole = float(value).is_integer()
            span = source.lines.span(*match.span(1))
            title = f"Write `{int(float(value))}`" + ("" if whole else ", dropping the fraction")
            fix = Fix(SAFE if whole else UNSAFE, title, (Edit(span, str(int(float(value)))),))
            documented = "vmem_limit_bytes must be an int: provided with a <class 'float'>."
            message = f"{documented}\ngot float from `{value}`"
            yield Finding("vmem-limit-not-int", ERROR, CERTAIN, message, documented, None, source.path, span, fix)

    def _flags(self, source: Source):
        for match in FLAG.finditer(source.text):
            span = source.lines.span(*match.span(1))
            other = Path(source.path).parent / "tuning.py"
            related = (Related("made here", str(other), Span(0, 8, 0, 11)),)
            yield Finding(
                "flag-value-not-scalar",
                WARNING,
                LIKELY,
                "invalid flag value: x, y: 100%",
                "invalid flag value: x, y: 100%",
                "TypeError: unhashable",
                source.path,
                span,
                None,
                related,
            )


@pytest.fixture
def fake_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `check` use the fake engine."""
    monkeypatch.setattr("prelower.cli.session.engine_of", lambda project, options: FakeEngine())


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs a command in a folder of its own; gives its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = main(arguments)
        except SystemExit as leaving:
            code = leaving.code
        return Ran(code, *capsys.readouterr())

    return command


BAD = """\
import jax.experimental.pallas.tpu as pltpu

params = pltpu.CompilerParams(vmem_limit_bytes=1e6)
"""

MIXED = """\
ü = "ü", pltpu.CompilerParams(vmem_limit_bytes=1.5, flags={
    'é': 'x'})
"""
