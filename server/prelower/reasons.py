"""Why a value is not known, in words for people: the interpreter's reasons, unfolded."""

from __future__ import annotations

import re

_PART = re.compile(
    r"(attribute `(?P<name>[^`]+)`|what a call gives|an item|a part|a slice) of something not known: (?P<rest>.*)", re.S
)
_CLAUSE = re.compile(
    r"`[^`]+` (is|has|calls|may) |(perhaps|changed|given|which|too|in|set|round|bound|comes|it|not|nothing|this|a way) "
)
_NEST = 3
"""More steps than that from the value to the cause are left out but for the first and the last."""


def told(reason: str) -> str:
    """A reason as a person would put it: `.limit` of what calling `make` gives."""
    steps, cause = _steps(reason)
    if not steps:
        return cause
    if len(steps) > _NEST:
        return f"{_joined(steps[:1])} something that hangs on {_noun(cause)}"
    return f"{_joined(steps)} {_noun(cause)}"


def _steps(reason: str) -> tuple[list[str], str]:
    """What was done to the cause, the last step first, and the cause."""
    steps: list[str] = []
    while (match := _PART.fullmatch(reason)) is not None:
        named = match["name"]
        steps.append(f"`.{named}` of" if named else _SAID[match[1]])
        reason = match["rest"]
    return steps, reason


_SAID = {
    "what a call gives": "what is given by calling",
    "an item": "an item of",
    "a part": "a part of",
    "a slice": "a slice of",
}


def _joined(steps: list[str]) -> str:
    return " ".join(steps)


def _noun(cause: str) -> str:
    """The cause as a thing that something can be of."""
    return f"something not known ({cause})" if _CLAUSE.match(cause) else cause
