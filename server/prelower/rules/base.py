"""What a rule is: a value of JAX's that it watches, how it judges one, how it would mend it, and its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from prelower.findings import ERROR
from prelower.values.model import Argument, Call, Place, Possible, Record, What

if TYPE_CHECKING:
    from prelower.jaxview.canonical import Resolved
    from prelower.values.world import Watched


class JaxView(Protocol):
    """What a rule may know of the user's JAX."""

    version: str | None

    def template(self, guard_id: str) -> str | None:
        """The message of a check as this JAX words it, placeholders in braces."""
        ...

    def at_least(self, version: str) -> bool | None:
        """Whether this JAX is that release or newer; None where its version is not known."""
        ...

    def watched(self, dotted: str) -> Watched | None:
        """The watched callable that a name leads to, with the parameters that this JAX gives it."""
        ...

    def gone_in(self, dotted: str) -> str | None:
        """The first known release after this JAX that does not have a name."""
        ...

    def resolve(self, dotted: str) -> Resolved:
        """Whether this JAX has a name, and its words on a deprecation or removal."""
        ...


class Calls:
    """The watched calls of a run, for rules that look at what one call gives to another."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._by_number = {call.number: call for call in calls}
        self._results: dict[int, list[Call]] = {}
        self._users: dict[int, list[Call]] = {}
        self._at: dict[tuple[str, Place], list[Call]] = {}
        self._of: dict[str, list[Call]] = {}
        for call in self._by_number.values():
            self._at.setdefault((call.target, call.site), []).append(call)
            self._of.setdefault(call.callee, []).append(call)
            if call.base is not None:
                self._results.setdefault(call.base, []).append(call)
            for number in numbers_of(call, "compiler_params"):
                self._users.setdefault(number, []).append(call)

    def maker(self, what: What) -> Call | None:
        """The watched call that made an object."""
        return self._by_number.get(what.call) if isinstance(what, Record) and what.call is not None else None

    def results(self, made: Call) -> list[Call]:
        """The calls of what a call gave."""
        return [call for call in self._results.get(made.number, ()) if call.target != made.target]

    def copies(self, made: Call) -> list[Call]:
        """The calls whose object replaces the one that a call made (`dataclasses.replace`)."""
        return [call for call in self._results.get(made.number, ()) if call.target == made.target]

    def at(self, call: Call) -> list[Call]:
        """The calls that stand where a call stands, itself among them."""
        return self._at.get((call.target, call.site), [])

    def of(self, callee: str) -> list[Call]:
        """The calls by that dotted name; of a name of JAX's its uses."""
        return self._of.get(callee, [])

    def users(self, made: Call) -> list[Call]:
        """The calls that are given the compiler parameters that a call made."""
        return self._users.get(made.number, [])


def numbers_of(call: Call, name: str) -> set[int]:
    """The numbers of the watched calls that made what a parameter is given."""
    given = call.arguments.get(name)
    whats = [p.what for p in given.value] if given else []
    return {w.call for w in whats if isinstance(w, Record) and w.call is not None}


class Subject(NamedTuple):
    """A value to judge: what it is given as, and what it is called in messages.

    `beside` is what else of the program the verdict hangs on; `shown` is what is at fault: the
    value, its name ("name", a key with its quotes), or both ("item"). For an item of something, `container` is the
    possibility that it is an item of, and `partial` says that it may be missing there.
    """

    argument: Argument
    label: str
    beside: Any = None
    shown: str = "value"
    container: Possible | None = None
    partial: bool = False


class Verdict(NamedTuple):
    """What JAX says of a value.

    `documented` is the message of the check that the value fails, its placeholder filled by
    `text` or, where that is None, by the source text; `raises` what this JAX really says where
    that differs; `note` a line of ours for people; `plain`: the value has no part in it, and is
    not described; `early`: it is raised while the call is made or traced, so that `interpret=True` hides nothing.
    `deprecated`: JAX takes it, and will not for long.
    """

    documented: str
    raises: str | None = None
    note: str | None = None
    severity: str = ERROR
    plain: bool = False
    early: bool = False
    deprecated: bool = False


class Intent(NamedTuple):
    """How a rule would mend a value; `fixes` makes the edits.

    `kind` is wrap (`{text}(value)`), replace (by `text`), suffix (`value{text}`), serialize
    (`json.dumps(value)`), call (`text`, which begins with the full name of what is called, instead), drop (the
    whole item), name (`text` instead of the name before the value), item (`text` instead of name and value) or import
    (`text` instead of the import statement).
    """

    kind: str
    title: str
    safe: bool
    text: str = ""


class Page(NamedTuple):
    """What there is to read on something that is reported and that JAX has no part in."""

    name: str
    summary: str
    page: str
    since: str = ""


class Example(NamedTuple):
    """A program piece that is judged by prelower and by JAX itself in the tests.

    `template` names the program it is put into; `setup` comes before it, `value` is the
    expression given.  `documented` is the message, or None where the value passes; `fixed` the
    text of the value's place after the fix, or None where there is none; `why` says what a
    valid example shows.  `severity` is "warning" where JAX accepts the value and the compiler does
    not: `documented` is then in our words.  `shown` is the text marked, where that is not the value.  `release` is the
    one that it holds in, where that is not the newest.
    """

    template: str
    value: str
    documented: str | None = None
    fixed: str | None = None
    safe: bool = True
    setup: str = ""
    raises: str | None = None
    why: str = ""
    severity: str = ERROR
    shown: str | None = None
    release: str = ""


class Words(NamedTuple):
    """What is worth offering for a parameter: `texts` as strings, `names` of the callee's module, `values` as they are.

    `inside` is the bracket that they stand in: `(` for items of a sequence, `{` for keys; empty for the value itself.
    """

    texts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    inside: str = ""
    values: tuple[str, ...] = ()


NO_WORDS: Mapping[str, Words] = MappingProxyType({})


def always(call: Call, maker: Call | None) -> bool:
    """That a call comes to the check, whatever it is given."""
    return True


class Rule(NamedTuple):
    """A rule: its name is its code.

    `reached` says whether a call comes to the check; it sees the watched call whose result is called here, too.
    `mend_in` is asked in the place of `mend` where the fix hangs on the JAX at hand, not on the value.
    `words` are offered while a parameter is typed, by target and parameter: `ffi.ffi_call.vmap_method`.
    """

    name: str
    summary: str
    page: str
    targets: tuple[str, ...]
    guard: str
    accepts: str
    since: str
    subjects: Callable[[Call, Calls], Iterable[Subject]]
    judge: Callable[[What, Subject, Call, JaxView], Verdict | None]
    mend: Callable[[Sequence[What], Subject, Call, str], Intent | None]
    examples: tuple[Example, ...]
    reached: Callable[[Call, Call | None], bool] = always
    mend_in: Callable[[Subject, Call, str, JaxView], Intent | None] | None = None
    words: Mapping[str, Words] = NO_WORDS
