"""The bundled knowledge of JAX's releases, for what cannot be read from an installed one."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import NamedTuple, TypeVar

from prelower.jaxview import versions
from prelower.jaxview.canonical import NOT_KNOWN, Resolved
from prelower.jaxview.files import read_text
from prelower.jaxview.signatures import Signature

_Row = TypeVar("_Row", bound="Row")


class Row(NamedTuple):
    """What holds from one release to another, both included; what it is depends on the table."""

    since: str
    until: str
    state: str
    message: str | None = None


class Parameters(NamedTuple):
    """A target's signature in a range of releases."""

    since: str
    until: str
    signature: Signature


class Facts(NamedTuple):
    """All bundled tables."""

    first: str
    last: str
    names: dict[str, tuple[Row, ...]]
    parameters: dict[str, tuple[Parameters, ...]]
    templates: dict[str, str]


@lru_cache(maxsize=1)
def facts() -> Facts:
    """The tables in `data/facts.json`."""
    import json

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "facts.json")
    data = json.loads(read_text(path) or "{}")
    parameters = {
        target: tuple(Parameters(r[0], r[1], Signature(tuple(r[2] + r[3]), frozenset(r[3]), r[4])) for r in rows)
        for target, rows in data["parameters"].items()
    }
    names = {name: tuple(Row(*row) for row in rows) for name, rows in data["names"].items()}
    return Facts(data["first"], data["last"], names, parameters, data["templates"])


@lru_cache(maxsize=1)
def changing_names() -> frozenset[str]:
    """The names that some release does not have, or warns of."""
    return frozenset(name for name, rows in facts().names.items() if any(row.state != "yes" for row in rows))


def known_state(dotted: str, version: str) -> Resolved:
    """Whether a release has a name, by the tables; a gap between two rows that agree is filled."""
    wanted = versions.key(version)
    rows = facts().names.get(dotted, ())
    if wanted is None:
        return NOT_KNOWN
    if not rows:
        below = (name for name in facts().names if name.startswith(f"{dotted}."))
        return Resolved(True) if any(known_state(name, version).exists for name in below) else NOT_KNOWN
    before = [row for row in rows if (versions.key(row.since) or ()) <= wanted]
    if not before:
        return NOT_KNOWN
    row = before[-1]
    if wanted <= (versions.key(row.until) or ()):
        return _resolved(row)
    following = rows[len(before)] if len(before) < len(rows) else None
    if following is None:  # a release newer than the tables: what was removed stays so, the rest is not known
        return _resolved(row) if row.state == "no" else NOT_KNOWN
    return _resolved(row) if (row.state, row.message) == (following.state, following.message) else NOT_KNOWN


def gone_in(dotted: str, version: str) -> str | None:
    """The first release after this one that does not have a name."""
    wanted = versions.key(version) or ()
    rows = facts().names.get(dotted, ())
    return next((row.since for row in rows if row.state == "no" and (versions.key(row.since) or ()) > wanted), None)


@lru_cache(maxsize=4)
def gone_words(version: str) -> frozenset[str]:
    """The last parts of the names that some release has and this one has not, or warns of."""
    states = {name: known_state(name, version) for name in changing_names()}
    gone = {n.rpartition(".")[2] for n, s in states.items() if s.exists is False or s.deprecated}
    return frozenset(gone - {"kernel"})  # what most programs call one of their own functions


def known_signature(target: str, version: str | None) -> Signature | None:
    """A target's signature in a release; without a release, what can be said of all of them."""
    rows = facts().parameters.get(target, ())
    wanted = versions.key(version) if version else None
    if not rows:
        return None
    if wanted is None:
        return _common([row.signature for row in rows])
    before = [row for row in rows if (versions.key(row.since) or ()) <= wanted]
    return (before[-1] if before else rows[0]).signature


def _resolved(row: Row) -> Resolved:
    return Resolved(row.state != "no", None, row.message, row.state == "deprecated")


def _common(signatures: list[Signature]) -> Signature:
    """Parameters of any of the signatures; by position only as far as all agree."""
    positional = [[name for name in s.parameters if name not in s.keyword_only] for s in signatures]
    agreed: list[str] = []
    for names in zip(*positional, strict=False):
        if len(set(names)) > 1:
            break
        agreed.append(names[0])
    others = dict.fromkeys(name for s in reversed(signatures) for name in s.parameters if name not in agreed)
    return Signature((*agreed, *others), frozenset(others), any(s.var_keyword for s in signatures))
