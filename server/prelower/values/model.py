"""What the interpreter knows of a value: kinds of value, where each came from, calls and questions.

Everything here is immutable and may be handed from layer to layer.  Class names are
dotted: `builtins.float`, `numpy.int64`, `case.Mode` (the user's, by module).
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from prelower.text.span import Span

MADE, ITEM, DEFAULT, ARGUMENT, BOUND = "made", "item", "default", "argument", "bound"


class Place(NamedTuple):
    """A place a value came through: `role` is made, item, default, argument or bound."""

    path: str
    span: Span
    role: str


class ClassInfo(NamedTuple):
    """A class by its dotted name, with the dotted names of its bases in order.

    `known` is false where a base is not known, so that the absence of a name proves nothing; `hashed` where a class of
    the program surely gives its instances no hash.
    """

    name: str
    mro: tuple[str, ...]
    known: bool = True
    hashed: bool = True

    def derives(self, *names: str) -> bool:
        """Whether it is one of these classes or a subclass of one."""
        return any(name in self.mro for name in names)


class Absent:
    """The value that is not known, where None is a value."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()


class Known(NamedTuple):
    """A plain Python value known exactly: None, bool, int, float, complex, str, bytes, Ellipsis.

    Equal only to the same value of the same type: `Known(1)` is not `Known(True)`.
    """

    value: Any

    def __eq__(self, other: object) -> bool:
        return (
            type(other) is Known
            and type(self.value) is type(other.value)
            and (self.value == other.value or self.value is other.value)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


class Instance(NamedTuple):
    """A value of a class; `exact` says that it is of no subclass.

    `value` is the equal plain Python value where known (numpy scalars, enum members'
    value, user subclasses of int), `text` what `str()` gives where known.
    """

    cls: ClassInfo
    exact: bool = True
    value: Any = ABSENT
    text: str | None = None


class Sequence(NamedTuple):
    """A tuple, list, set or frozenset whose items are known (`rest`: more may follow, each one `each` or not known)."""

    cls: ClassInfo
    items: tuple[Value, ...]
    rest: bool = False
    each: Value = ()


class Entry(NamedTuple):
    """One item of a mapping; `sure` is false where it may be missing. `place` is where it was written."""

    key: What
    value: Value
    place: Place | None
    sure: bool = True


class Mapping(NamedTuple):
    """A dict whose entries are known (`rest`: it may hold others)."""

    cls: ClassInfo
    entries: tuple[Entry, ...]
    rest: bool = False


class Record(NamedTuple):
    """An object with known fields: a dataclass, a user's object, a watched JAX object.

    `identity` tells objects apart; `call` is the watched call that made it, if one did.
    """

    cls: ClassInfo
    fields: tuple[tuple[str, Value], ...]
    identity: int
    rest: bool = True
    call: int | None = None
    text: str | None = None


class Array(NamedTuple):
    """An array: `numpy.ndarray` or `jax.Array`, shape and dtype where known (`numpy.float32`)."""

    cls: ClassInfo
    shape: tuple[int | None, ...] | None = None
    dtype: str | None = None
    text: str | None = None


class Signed(NamedTuple):
    """What a small function takes and gives: `name` as Python shows it, the parameters that must be given, the most.

    `items` has the class of each returned item that is a constant or, the parameters being JAX's integers, a float;
    empty for others; None where their number is not known.
    """

    name: str
    required: tuple[str, ...]
    most: int
    items: tuple[str, ...] | None


class Callable_(NamedTuple):
    """A function, class, method, module or partial of the user's: what a value is, seen from outside.

    `uses` are the names outside the project that a kernel uses, None where that is not known;
    `signed` is what an index map takes and gives.
    """

    kind: str
    name: str
    cls: ClassInfo
    uses: frozenset[str] | None = None
    signed: Signed | None = None


class Library(NamedTuple):
    """A name of something outside the project: `jax.experimental.pallas.tpu.CompilerParams`."""

    name: str


class Unknown(NamedTuple):
    """A value that is not known, and why, in words for `explain` and hover.

    `traced`: it is surely one of JAX's tracers, an argument of a function under `jax.jit`.
    """

    reason: str
    traced: bool = False


What: TypeAlias = Known | Instance | Sequence | Mapping | Record | Array | Callable_ | Library | Unknown


class Condition(NamedTuple):
    """An undecided test: its names, which way it went, and where it stands.

    `number` is its own within a run, `inside` those of the undecided tests around it, `values`
    what the tested names were known to be.  See `DOUBT` for number 0.
    """

    path: str
    span: Span
    truth: bool
    names: frozenset[str]
    number: int = 0
    inside: frozenset[int] = frozenset()
    values: tuple[Any, ...] = ()


VERSION = -2
"""The number of a test that tells versions of JAX apart."""
DOUBT = Condition("", Span(0, 0, 0, 0), True, frozenset())
"""Not a test: the value is one of several for a reason that no single branch explains."""


class Possible(NamedTuple):
    """One value that an expression can have, the places it came through (oldest first), and on which tests."""

    what: What
    places: tuple[Place, ...] = ()
    under: tuple[Condition, ...] = ()


Value = tuple[Possible, ...]


class Argument(NamedTuple):
    """What a watched call is given for a parameter.

    `given` is the value expression at the call, or where the item of an unpacked dict was
    written; `handed` is then the expression at the call that brought the dict.
    """

    value: Value
    given: Place
    handed: Place | None = None


class Derived(NamedTuple):
    """A dataclass of the user's that derives from a watched class: its name as Python shows it, and its own fields."""

    name: str
    own: frozenset[str]


class Call(NamedTuple):
    """A call of something watched.

    `target` is the watched target's stable name, `callee` the dotted name that the program
    used.  `arguments` maps parameters to what they were given; `rest_unknown` says that
    more may be given.  `through` are the sites of the user's calls that led here, outermost
    first; `under` the undecided tests on the way; `quiet` a reason to keep silent about it
    (inside `pytest.raises`, say).  `number` is the call's own, unique in an Outcome; `base`
    that of the call whose record this one replaces (`dataclasses.replace`).  `own`: its function
    was run for its own sake, knowing nothing of its arguments.  `chosen`: it may be meant for other
    releases of JAX, so that what it takes is no matter of this one.  `derived`: the dataclass of the
    user's that made it.
    """

    target: str
    callee: str
    arguments: dict[str, Argument]
    rest_unknown: bool
    site: Place
    callee_span: Span
    through: tuple[Place, ...] = ()
    under: tuple[Condition, ...] = ()
    quiet: str | None = None
    number: int = 0
    base: int | None = None
    own: bool = False
    chosen: bool = False
    derived: Derived | None = None


class Question(NamedTuple):
    """What to look up outside the project: kind is `what`, `returns` or `attribute`."""

    kind: str
    name: str


class Outcome(NamedTuple):
    """What a run found: watched calls, open questions, files read (path -> text), and counts."""

    calls: tuple[Call, ...]
    questions: frozenset[Question]
    read: dict[str, str]
    counts: dict[str, int]
    read_fields: frozenset[tuple[int, str]] = frozenset()
    """Fields of what watched calls made that the program reads back, by the call's number."""
