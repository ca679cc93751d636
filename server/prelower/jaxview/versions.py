"""Order of JAX's releases."""

from __future__ import annotations

import re

_RELEASE = re.compile(r"v?(\d+(?:\.\d+)*)")


def key(version: str) -> tuple[int, ...] | None:
    """A version's release numbers, without zeros at the end, so that they compare as releases do."""
    match = _RELEASE.match(version.strip())
    if not match:
        return None
    numbers = [int(number) for number in match[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def same(one: str, other: str) -> bool:
    """Whether two spellings are one version."""
    return key(one) == key(other)
