"""`globals()` and `vars(module)`: a module's names read and bound as items of a dict."""

from __future__ import annotations

from prelower.values.access import module_attribute
from prelower.values.classinfo import info
from prelower.values.dicts import merged
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.methods import pairs_as_dict
from prelower.values.model import Known, Value
from prelower.values.objects import DictObject, NamesOf
from prelower.values.possible import NONE, union, unknown


def _name(key: Value) -> str | None:
    what = key[0].what if len(key) == 1 else None
    return what.value if isinstance(what, Known) and isinstance(what.value, str) else None


def names_item(m: Machine, what: NamesOf, key: Value) -> Value:
    """`globals()["NAME"]`."""
    name = _name(key)
    if name is not None:
        return module_attribute(m, what.module, name)
    m.mark("KeyError")
    return unknown("which name is not known")


def names_store(m: Machine, what: NamesOf, key: Value, value: Value) -> None:
    """`globals()["NAME"] = value`; under a name that is not known it may be any."""
    name = _name(key)
    if name is None:
        m.dynamic = True
        m.lose(value, "bound to a name that is not known")
        return
    m.bind(name, value, what.module.scope)


def names_method(m: Machine, what: NamesOf, name: str, given: Given) -> Value:
    """What a method of a module's names gives."""
    arguments = [a.value for a in given.positional]
    if name == "get" and 1 <= len(arguments) <= 2 and (wanted := _name(arguments[0])) is not None:
        found = m.state.value(what.module.scope.number, wanted)
        default = arguments[1] if len(arguments) == 2 else NONE
        return module_attribute(m, what.module, wanted) if found is not None else union([default, _perhaps()])
    if name == "update" and not given.more and not given.more_named:
        table = DictObject(info("builtins.dict"), ())
        for argument in arguments:
            table = merged(m, table, pairs_as_dict(m, argument))
        known = [e.key.value if isinstance(e.key, Known) else None for e in table.entries]
        if not table.rest and all(isinstance(k, str) for k in known) and all(e.sure for e in table.entries):
            for key, value in [*zip(known, (e.value for e in table.entries)), *_named(given)]:
                m.bind(str(key), value, what.module.scope)
            return NONE
    m.dynamic = True
    for argument in arguments:
        m.lose(argument, "put among a module's names")
    return unknown(f"what `{name}` of a module's names gives")


def _perhaps() -> Value:
    return unknown("perhaps a name of the module by then")


def _named(given: Given) -> list[tuple[str, Value]]:
    return [(name, argument.value) for name, argument in given.keywords.items()]
