"""The baseline: findings that were there before and are not reported, in a file that `--write-baseline` writes."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from prelower.findings import Finding

VERSION = 1
_KEYS = {"file": str, "rule": str, "message": str, "times": int}


class Known(NamedTuple):
    """Findings of one kind in a file: its path from the baseline's folder, the rule, JAX's message, how many."""

    file: str
    rule: str
    message: str
    times: int


class Baseline(NamedTuple):
    """A baseline's path and what it knows."""

    path: str
    known: tuple[Known, ...] = ()

    def name(self, path: str) -> str:
        """A file's name in the baseline."""
        return os.path.relpath(path, os.path.dirname(self.path)).replace(os.sep, "/")

    def counts(self, path: str) -> Counter[tuple[str, str]]:
        """How many findings of each rule and message a file is known for."""
        name = self.name(path)
        return Counter({(k.rule, k.message): k.times for k in self.known if k.file == name})


class BadBaseline(Exception):
    """Says in one line what is wrong in a baseline."""


def read(path: str) -> Baseline:
    """The baseline in a file, an empty one where there is none yet; BadBaseline where it is something else."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except FileNotFoundError:
        return Baseline(path)
    except (OSError, ValueError, RecursionError) as error:
        raise BadBaseline(f"cannot be read: {error}") from error
    rows = data.get("findings") if isinstance(data, dict) else None
    if not isinstance(rows, list) or data.get("version") != VERSION:
        raise BadBaseline("is no baseline of prelower's; `prelower check --write-baseline` writes one")
    for row in rows:
        if not isinstance(row, dict) or any(type(row.get(key)) is not kind for key, kind in _KEYS.items()):
            raise BadBaseline(f"has a finding without {', '.join(_KEYS)}: {row!r}"[:200])
    return Baseline(path, tuple(Known(*(row[key] for key in _KEYS)) for row in rows))


def new(findings: Sequence[Finding], baseline: Baseline | None) -> tuple[Finding, ...]:
    """The findings of files that a baseline does not know; of more than it knows, the last ones."""
    if baseline is None or not baseline.known:
        return tuple(findings)
    left: dict[str, Counter[tuple[str, str]]] = {}
    kept = []
    for finding in findings:
        counts = left.get(finding.path)
        if counts is None:
            counts = left[finding.path] = baseline.counts(finding.path)
        key = finding.code, finding.documented
        if counts[key] > 0:
            counts[key] -= 1
        else:
            kept.append(finding)
    return tuple(kept)


def gone(findings: Iterable[Finding], path: str, baseline: Baseline) -> int:
    """How many findings of a file the baseline knows that are not there any more."""
    here = Counter((finding.code, finding.documented) for finding in findings)
    return sum((baseline.counts(path) - here).values())


def updated(baseline: Baseline, findings: Iterable[Finding], checked: Iterable[str]) -> Baseline:
    """The baseline with these findings for the files that were checked; others stay as long as their file is there."""
    names = {baseline.name(path) for path in checked}
    folder = os.path.dirname(baseline.path)
    others = [k for k in baseline.known if k.file not in names and os.path.exists(os.path.join(folder, k.file))]
    counts = Counter((baseline.name(f.path), f.code, f.documented) for f in findings)
    return Baseline(baseline.path, tuple(sorted([*others, *(Known(*key, count) for key, count in counts.items())])))


def write(baseline: Baseline) -> None:
    """Write a baseline, a line a finding so that a change shows as one."""
    rows = ",\n".join(f"    {json.dumps(known._asdict(), ensure_ascii=False)}" for known in baseline.known)
    text = f'{{\n  "version": {VERSION},\n  "findings": [' + (f"\n{rows}\n  ]" if rows else "]") + "\n}\n"
    scratch = f"{baseline.path}.new"
    with open(scratch, "w", encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        file.write(text)
    os.replace(scratch, baseline.path)
