"""An engine of one trivial rule, to test the server without the real one.

It flags `vmem_limit_bytes=<float literal>`, and `budget=` likewise; what `device_count()` is must be looked up.
The words CRASH, SLOW, LONG, HANG, TROUBLE, DAWDLE and NEVER (is anything answered) in a text do what they say.
"""

from __future__ import annotations

import re
import time
from typing import NamedTuple

from prelower.findings import CERTAIN, ERROR, SAFE, UNSAFE, Edit, Finding, Fix, Related
from prelower.text.source import Source
from prelower.text.span import Span
from prelower.triggers import has_trigger

VALUE = re.compile(r"(?:vmem_limit_bytes|budget)=(\d+\.\d+|\d+e\d+|device_count\(\))")
LOOKED_UP = "device_count()"


class Analysis(NamedTuple):
    """What a check gives."""

    findings: tuple[Finding, ...]
    questions: frozenset[str] = frozenset()
    read: tuple[str, ...] = ()
    suppressed: tuple[Finding, ...] = ()


class Hover(NamedTuple):
    """What hovering gives."""

    span: Span
    markdown: str


class FakeEngine:
    """Checks by a regular expression, and counts what it does."""

    def __init__(self, root: str, texts=None, **options: object) -> None:
        self.root = root
        self.texts = texts
        self.options = options
        self.known: set[str] = set()
        self.checks = 0
        self.closed = False
        self.indexed = None
        self.failed: tuple[str, ...] = ()

    def has_trigger(self, text: str, path: str | None = None) -> bool:
        """Whether the text holds a trigger word or a wrapper of the project."""
        return has_trigger(text) or "my_wrapper" in text

    def check(self, source: Source) -> Analysis:
        """The findings, without those that must be looked up."""
        self.checks += 1
        if "CRASH" in source.text:
            raise RuntimeError("crashed as asked\nwith a second line")
        places = [(match, source.lines.span(*match.span(1))) for match in VALUE.finditer(source.text)]
        asked = {match[1] for match, _ in places if match[1] == LOOKED_UP}
        findings = [_finding(source, match[1], span) for match, span in places if match[1] not in asked - self.known]
        return Analysis(tuple(findings), frozenset(asked - self.known))

    def settle(self, source: Source) -> Analysis:
        """All findings; takes its time."""
        long = {"HANG": 3600.0, "LONG": 1.6, "SLOW": 0.3}
        time.sleep(next((seconds for word, seconds in long.items() if word in source.text), 0.02))
        if "TROUBLE" in source.text:
            self.failed = (*self.failed, "the worker stopped at `what a.b`: it ended with code 9")
        if "DAWDLE" in source.text:
            self.failed = (*self.failed, "`what a.b` took too long")
        if "NEVER" not in source.text:
            self.known.add(LOOKED_UP)
        return self.check(source)

    def hover(self, source: Source, line: int, column: int) -> Hover | None:
        """The rule, on a value or its keyword."""
        for match in VALUE.finditer(source.text):
            if source.lines.span(*match.span()).holds(line, column):
                return Hover(source.lines.span(*match.span(1)), f"**{match[1]}** is no `int`")
        return None

    def ignoring(self, source: Source, finding: Finding) -> tuple[Fix, ...]:
        """The comments that would silence a finding."""
        from prelower import ignoring

        return tuple(ignoring.fixes(source, (), finding))

    def troubles(self, lasting: bool = False) -> tuple[str, ...]:
        """What the texts said that went wrong."""
        return tuple(one for one in self.failed if not lasting or "took too long" not in one)

    def close(self) -> None:
        """Let go of the look-ups."""
        self.closed = True


def _finding(source: Source, value: str, span: Span) -> Finding:
    documented = f"vmem_limit_bytes must be an int: provided with a {value}."
    number = None if value == LOOKED_UP else float(value)
    safe = number is not None and number.is_integer()
    title = f"Replace `{value}` by an int"
    fix = Fix(SAFE if safe else UNSAFE, title, (Edit(span, str(int(number or 1))),))
    related = (Related("the call", source.path, Span(span.line, 0, span.line, span.column)),)
    return Finding("vmem-limit-not-int", ERROR, CERTAIN, documented, documented, None, source.path, span, fix, related)
