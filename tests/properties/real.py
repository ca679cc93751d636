"""Runs a program in Python itself, with stand-ins for JAX and for what lies outside the project."""

from __future__ import annotations

import builtins
import enum
import inspect
import random
import signal
import sys
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .outside import call_from_outside

PATH = "/nowhere/project/case.py"
SECONDS = 0.5
DEEP = 6
SAFE = (type(None), bool, int, float, complex, str, bytes, type(...))


class Plain(NamedTuple):
    """A plain value as it was when it was given to a sink."""

    value: object


class Container(NamedTuple):
    """A list, tuple, set or frozenset as it was."""

    value: object
    items: tuple[Seen, ...]


class Table(NamedTuple):
    """A dict as it was."""

    value: object
    entries: tuple[tuple[object, Seen], ...]


class Thing(NamedTuple):
    """Any other object: its attributes as they were, and what it prints."""

    value: object
    fields: dict[str, Seen]
    text: str | None
    plain: object = None


class Deep(NamedTuple):
    """What lies too deep to be looked at."""

    value: object


Seen = Plain | Container | Table | Thing | Deep


class Hit(NamedTuple):
    """A sink that was reached: the lines of the program that led to it, outermost first, and the value."""

    chain: tuple[int, ...]
    seen: Seen
    lazy: bool = False
    """Whether the lines lead through a generator, which is run by others than it was made by, or through a library."""

    @property
    def line(self) -> int:
        """The line of the sink."""
        return self.chain[-1]


class Run(NamedTuple):
    """What a program did: the sinks it reached, how it ended, and the sinks reached by calls from outside."""

    hits: tuple[Hit, ...]
    error: str | None
    outside: tuple[Hit, ...] = ()


class TooLong(BaseException):
    """The program ran out of time."""


def seen(value: object, depth: int = DEEP) -> Seen:
    """A value as it is now."""
    kind = type(value)
    if kind in SAFE:
        return Plain(value)
    if not depth:
        return Deep(value)
    if isinstance(value, dict):
        return Table(value, tuple((k, seen(v, depth - 1)) for k, v in dict.items(value)))
    if kind in (list, tuple, set, frozenset) or (isinstance(value, tuple) and hasattr(value, "_fields")):
        return Container(value, tuple(seen(v, depth - 1) for v in value))
    fields = {}
    if not isinstance(value, type | types.FunctionType | types.MethodType | types.ModuleType):
        fields = {n: seen(v, depth - 1) for n, v in getattr(value, "__dict__", {}).items()}
    plain = next((base(value) for base in (int, float, str) if isinstance(value, base)), None)
    if isinstance(value, enum.Enum):
        plain = vars(value).get("_value_")  # as it is now: a program may change it later
    return Thing(value, fields, _text(value), plain)


def _text(value: object) -> str | None:
    try:
        return str(value)
    except Exception:  # noqa: BLE001 (the program's own `__str__`)
        return None


class World:
    """The module `world`: what it gives and does is decided by chance alone, and no text tells."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def coin(self, *_: object) -> bool:
        """True or False."""
        return self.random.random() < 0.5

    def thing(self, *given: object, **named: object) -> object:
        """Any value; what it is given may be another afterwards."""
        for value in (*given, *named.values()):
            self._change(value, 3)
        return self._any(given)

    def things(self, *_: object) -> list:
        """Several values."""
        return [self._any(()) for _ in range(self.random.randrange(4))]

    def _any(self, given: tuple) -> object:
        choice = self.random.randrange(8)
        options = [0, 7, 2.5, "w", None, True, [1, 2.5], {"a": 1.5}]
        if given and self.random.random() < 0.2:
            return given[0]
        return options[choice]

    def _change(self, value: object, depth: int) -> None:
        if self.random.random() < 0.25 or not depth:
            return
        new = self._any(())
        if isinstance(value, dict):
            for inner in list(value.values()):
                self._change(inner, depth - 1)
            value[self.random.choice([*value, "a", "b"])] = new
        elif isinstance(value, list):
            for inner in value:
                self._change(inner, depth - 1)
            value.append(new)
            value[self.random.randrange(len(value))] = new
        elif isinstance(value, set):
            value.add(self.random.randrange(9))
        elif isinstance(value, types.FunctionType | types.MethodType):
            self._call(value)
        elif hasattr(value, "__dict__") and not isinstance(value, types.ModuleType):
            self._change_object(value, new, depth)

    def _call(self, function: object) -> None:
        try:
            function()  # type: ignore[operator]
        except Exception:  # noqa: BLE001 (not every function can be called so)
            return

    def _change_object(self, value: object, new: object, depth: int) -> None:
        names = [
            n for n in vars(value) if isinstance(n, str) and not n.startswith("_") and not callable(vars(value)[n])
        ]
        for name in names:
            self._change(vars(value)[name], depth - 1)
        if not names:
            return
        try:
            setattr(value, self.random.choice(names), new)
        except (AttributeError, TypeError, ValueError):
            return


def modules(seed: int, hits: list[Hit]) -> dict[str, types.ModuleType]:
    """The stand-ins by name."""
    made = {}
    for name in ("jax", "jax.experimental", "jax.experimental.pallas", "jax.experimental.pallas.tpu", "world"):
        made[name] = types.ModuleType(name)
        if "." in name:
            outer, _, last = name.rpartition(".")
            setattr(made[outer], last, made[name])

    def compiler_params(**given: object) -> object:
        if len(hits) < 500:
            hits.append(Hit(_chain(), seen(given["vmem_limit_bytes"]), _lazy()))
        return None

    made["jax.experimental.pallas.tpu"].CompilerParams = compiler_params  # type: ignore[attr-defined]
    world = World(seed)
    for name in ("coin", "thing", "things"):
        setattr(made["world"], name, getattr(world, name))
    return made


def _chain() -> tuple[int, ...]:
    lines = []
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == PATH:
            lines.append(frame.f_lineno)
        frame = frame.f_back  # type: ignore[assignment]
    return tuple(reversed(lines))


def _lazy() -> bool:
    frames: list[types.FrameType] = []
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    mine = [index for index, each in enumerate(frames) if each.f_code.co_filename == PATH]
    generators = any(frames[index].f_code.co_flags & inspect.CO_GENERATOR for index in mine)
    return generators or bool(mine) and len(mine) <= mine[-1]  # frames of others between those of the program


@contextmanager
def installed(stand_ins: dict[str, types.ModuleType]) -> Iterator[None]:
    """With the stand-ins in the place of the real modules."""
    before = {name: sys.modules.get(name) for name in stand_ins}
    sys.modules.update(stand_ins)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """With an end to it: TooLong after so many seconds of this process."""

    def ring(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.1)  # again: the program may have swallowed it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run(text: str, seed: int) -> Run:
    """What a program does; raises SyntaxError where it is none, and TooLong."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(text, PATH, "exec")
    hits: list[Hit] = []
    module = types.ModuleType("case")
    module.__file__ = PATH
    module.__dict__["__builtins__"] = dict(vars(builtins))  # its own: programs change what they get hold of
    stand_ins = {**modules(seed, hits), "case": module}
    error = None
    with installed(stand_ins), limited():
        try:
            exec(code, module.__dict__)
        except Exception as raised:  # noqa: BLE001 (whatever the program raises)
            error = f"{type(raised).__name__}: {raised}"
        inside = len(hits)
        if error is None:
            call_from_outside(module, text, seed)
    return Run(tuple(hits[:inside]), error, tuple(hits[inside:]))
