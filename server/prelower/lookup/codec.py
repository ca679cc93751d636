"""Questions and answers as JSON: for the pipe to the worker and for the disk."""

from __future__ import annotations

from collections.abc import Mapping

from prelower.values.model import Callable_, ClassInfo, Instance, Library, Question, Unknown, What

_TYPES = {"function": "builtins.function", "class": "builtins.type", "module": "builtins.module"}


def key(question: Question) -> str:
    """A question as a key of a JSON object."""
    return f"{question.kind} {question.name}"


def decode(answer: Mapping[str, object]) -> What | None:
    """An answer from its JSON, or None where it is not one."""
    kind, name, reason = answer.get("kind"), answer.get("name"), answer.get("reason")
    if kind == "unknown":
        return Unknown(reason) if isinstance(reason, str) else None
    if not isinstance(name, str) or not name:
        return Unknown("it has no full name") if name == "" else None
    if kind == "library":
        return Library(name)
    if kind == "callable":
        return _callable(name, answer.get("what"))
    return _instance(name, answer) if kind == "instance" else None


def encode(what: What) -> dict[str, object]:
    """An answer as JSON; only what `decode` gives can be written."""
    if isinstance(what, Library):
        return {"kind": "library", "name": what.name}
    if isinstance(what, Callable_):
        return {"kind": "callable", "what": what.kind, "name": what.name}
    if isinstance(what, Instance):
        return {"kind": "instance", "name": what.cls.name, "mro": list(what.cls.mro), "known": what.cls.known}
    return {"kind": "unknown", "reason": what.reason if isinstance(what, Unknown) else "it is not an answer"}


def _callable(name: str, what: object) -> Callable_ | None:
    if not isinstance(what, str) or what not in _TYPES:
        return None
    cls = _TYPES[what]
    # A class may have a metaclass of its own, which jedi does not tell.
    return Callable_(what, name, ClassInfo(cls, (cls, "builtins.object"), known=what != "class"))


def _instance(name: str, answer: Mapping[str, object]) -> Instance | None:
    mro, known = answer.get("mro"), answer.get("known")
    if not isinstance(mro, list) or not all(isinstance(base, str) for base in mro) or not isinstance(known, bool):
        return None
    # What jedi says of a value is that it is of this class or of a subclass.
    return Instance(ClassInfo(name, tuple(mro), known), exact=False)
