"""What the other releases of JAX say of a value, for code that may be meant for them."""

from __future__ import annotations

from functools import lru_cache

from prelower.jaxview.facts import facts
from prelower.jaxview.jax import ASSUMED, Jax
from prelower.rules.base import Rule, Subject
from prelower.values.model import Call


@lru_cache(1)
def _releases() -> tuple[Jax, ...]:
    """The releases at which anything changes that is known."""
    rows = [row for table in (facts().names, facts().parameters) for rows in table.values() for row in rows]
    return tuple(Jax(version, ASSUMED) for version in sorted({row.since for row in rows} | {row.until for row in rows}))


def wrong_everywhere(rule: Rule, subject: Subject, call: Call) -> bool:
    """Whether every release that has what is called rejects all that the argument may be."""
    name = call.callee.removesuffix("()")
    having = (jax for jax in _releases() if jax.resolve(name).exists is not False)
    verdicts = (rule.judge(p.what, subject, call, jax) for jax in having for p in subject.argument.value)
    return all(verdict is not None and not verdict.deprecated for verdict in verdicts)
