"""The baselines of a run of `prelower check`: what they take away, what is gone from them, what is written to them."""

from __future__ import annotations

import os

from prelower.cli.arguments import Options
from prelower.cli.problems import Stop, say
from prelower.cli.project import display
from prelower.config.baseline import BadBaseline, Baseline, gone, new, read, updated, write
from prelower.config.model import Config
from prelower.findings import Finding

NO_FILE = "--write-baseline needs a file: give --baseline FILE, or set `baseline` in [tool.prelower]"


class Baselines:
    """Knows which files were checked for which baseline, and what was found in them."""

    def __init__(self, options: Options) -> None:
        self._writes = options.write_baseline
        self._given = _read(options.baseline) if options.baseline is not None else None
        self._used: dict[str, Baseline] = {}
        self._found: dict[str, dict[str, tuple[Finding, ...]]] = {}

    def new(self, findings: tuple[Finding, ...], path: str, config: Config) -> tuple[Finding, ...]:
        """The findings of a file that its baseline does not know; all of them where it is to be written."""
        baseline = self._given or config.baseline
        if baseline is None:
            if self._writes:
                raise Stop(NO_FILE)
            return findings
        self._used[baseline.path] = baseline
        self._found.setdefault(baseline.path, {})[path] = findings
        return findings if self._writes else new(findings, baseline)

    def finish(self, tell: bool) -> None:
        """Write the baselines, or tell what is in them and nowhere else any more."""
        if self._writes and not self._used:
            raise Stop(NO_FILE if self._given is None else "there is nothing to write a baseline of")
        for path, baseline in self._used.items():
            found = self._found[path]
            if self._writes:
                _write(updated(baseline, [f for each in found.values() for f in each], found))
            elif tell and (count := sum(gone(each, name, baseline) for name, each in found.items())):
                say(f"{count} of {display(path)} {_is(count)} gone; --write-baseline takes {_them(count)} out")


def _read(path: str) -> Baseline:
    try:
        return read(os.path.abspath(path))
    except BadBaseline as error:
        raise Stop(f"{path} {error}") from error


def _write(baseline: Baseline) -> None:
    try:
        write(baseline)
    except OSError as error:
        raise Stop(f"{display(baseline.path)} cannot be written: {error.strerror}") from error
    count = sum(known.times for known in baseline.known)
    say(f"{count} {'finding is' if count == 1 else 'findings are'} in {display(baseline.path)}")


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _them(count: int) -> str:
    return "it" if count == 1 else "them"
