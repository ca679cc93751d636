"""Findings: what prelower has to say, free of LSP and of output formats."""

from __future__ import annotations

from typing import NamedTuple

from prelower.text.span import Span

ERROR, WARNING, INFORMATION, HINT = "error", "warning", "information", "hint"
CERTAIN, LIKELY = "certain", "likely"
SAFE, UNSAFE = "safe", "unsafe"

RULES_URL = "https://github.com/prelower/prelower/blob/main/docs/rules/"
"""Where the rules' pages are, until there is a site."""


class Edit(NamedTuple):
    """Replace the span of the checked file by `content`."""

    span: Span
    content: str


class Fix(NamedTuple):
    """A way to mend a finding: `applicability` is safe or unsafe, `message` its title."""

    applicability: str
    message: str
    edits: tuple[Edit, ...]


class Related(NamedTuple):
    """Another place that explains a finding."""

    message: str
    path: str
    span: Span


class Finding(NamedTuple):
    """One fault, at the place that causes it.

    `message` begins with the documented message; `documented` is that line alone; `raises`
    is what this JAX really says where that differs, else None.
    """

    code: str
    severity: str
    confidence: str
    message: str
    documented: str
    raises: str | None
    path: str
    span: Span
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    deprecated: bool = False
    unnecessary: bool = False

    @property
    def url(self) -> str:
        """The address of the rule's page."""
        return f"{RULES_URL}{self.code}.md"
