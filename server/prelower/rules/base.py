"""What a rule is: a value of JAX's that it watches, how it judges one, how it would mend it, and its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from prelower.findings import ERROR
from prelower.values.model import Argument, Call, What


class JaxView(Protocol):
    """What a rule may know of the user's JAX."""

    version: str | None

    def template(self, guard_id: str) -> str | None:
        """The message of a check as this JAX words it, placeholders in braces."""
        ...

    def at_least(self, version: str) -> bool | None:
        """Whether this JAX is that release or newer; None where its version is not known."""
        ...


class Subject(NamedTuple):
    """A value to judge: what it is given as, and what it is called in messages."""

    argument: Argument
    label: str


class Verdict(NamedTuple):
    """What JAX says of a value.

    `documented` is the message of the check that the value fails, its placeholder filled by
    `text` or, where that is None, by the source text; `raises` what this JAX really says where
    that differs; `note` a line of ours for people.
    """

    documented: str
    raises: str | None = None
    note: str | None = None
    severity: str = ERROR


class Intent(NamedTuple):
    """How a rule would mend a value; `fixes` makes the edits.

    `kind` is wrap (`{text}(value)`), replace (by `text`), suffix (`value{text}`), serialize
    (`json.dumps(value)`) or drop (the whole item).
    """

    kind: str
    title: str
    safe: bool
    text: str = ""


class Example(NamedTuple):
    """A program piece that is judged by prelower and by JAX itself in the tests.

    `template` names the program it is put into; `setup` comes before it, `value` is the
    expression given.  `documented` is the message, or None where the value passes; `fixed` the
    text of the value's place after the fix, or None where there is none; `why` says what a
    valid example shows.
    """

    template: str
    value: str
    documented: str | None = None
    fixed: str | None = None
    safe: bool = True
    setup: str = ""
    raises: str | None = None
    why: str = ""


def always(call: Call, maker: Call | None) -> bool:
    """That a call comes to the check, whatever it is given."""
    return True


class Rule(NamedTuple):
    """A rule: its name is its code.

    `reached` says whether a call comes to the check; it sees the watched call whose result is called here, too.
    """

    name: str
    summary: str
    page: str
    targets: tuple[str, ...]
    guard: str
    accepts: str
    since: str
    subjects: Callable[[Call], Iterable[Subject]]
    judge: Callable[[What, Subject, Call, JaxView], Verdict | None]
    mend: Callable[[Sequence[What], Subject, Call, str], Intent | None]
    examples: tuple[Example, ...]
    reached: Callable[[Call, Call | None], bool] = always
