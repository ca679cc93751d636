"""Command-line arguments: `argparse` and `absl.flags`, as far as types and defaults go."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Instance, Known, Library, Value
from prelower.values.objects import InstanceObject, Ref, Scope, UserClass
from prelower.values.possible import NONE, one, union, unknown
from prelower.values.sequences import items_of, list_of, tuple_of
from prelower.values.special import first, special

_PARSER = "argparse.ArgumentParser"
_CLASSES = {"integer": "builtins.int", "float": "builtins.float", "string": "builtins.str", "boolean": "builtins.bool",
            "bool": "builtins.bool", "enum": "builtins.str"}  # fmt: skip
_LISTS = ("list", "spaceseplist", "multi_string", "multi_integer", "multi_float", "multi_enum")


@special(_PARSER)
def parser(m: Machine, given: Given) -> Value:
    """`argparse.ArgumentParser()`: it learns its arguments from `add_argument`."""
    cls = UserClass(info(_PARSER), (), Scope(-2, "class", None), "parser")
    return one(m.allocate(InstanceObject(info(_PARSER), cls, {})))


def parser_method(m: Machine, ref: Ref, thing: InstanceObject, name: str, given: Given) -> Value:
    """What a parser's method gives."""
    if name in ("add_argument_group", "add_mutually_exclusive_group"):
        return one(ref)
    if name == "add_argument":
        _learn(m, ref, thing, given)
        return unknown("an action")
    if name == "set_defaults" and not given.more_named and all(n in thing.fields for n in given.keywords):
        fields = {n: (*given.keywords[n].value, *v[1:]) if n in given.keywords else v for n, v in thing.fields.items()}
        m.store(ref, thing._replace(fields=fields))
        return NONE
    if name in ("parse_args", "parse_known_args") and thing.rest is False:
        return _parsed(m, ref.address, thing, name, given)
    m.store(ref, thing._replace(rest=True))
    return unknown(f"what `{name}` of a parser gives")


def _learn(m: Machine, ref: Ref, thing: InstanceObject, given: Given) -> None:
    names = [a.value[0].what.value for a in given.positional if isinstance(a.value[0].what, Known)]
    texts = [n for n in names if isinstance(n, str)]
    dest = given.keywords["dest"].value[0].what if "dest" in given.keywords else None
    if isinstance(dest, Known) and isinstance(dest.value, str):
        name = dest.value
    elif texts:
        name = next((t for t in texts if t.startswith("--")), texts[0]).lstrip("-").replace("-", "_")
    else:
        m.store(ref, thing._replace(rest=True))
        return
    m.options[(ref.address, name)] = frozenset(texts)
    m.store(ref, thing._replace(fields={**thing.fields, name: _value(m, given, not texts[0].startswith("-"))}))


def _value(m: Machine, given: Given, required: bool) -> Value:
    """What an argument may come to: its default first, then what its type makes of a text."""
    action = given.keywords["action"].value[0].what if "action" in given.keywords else Known("store")
    if action in (Known("store_true"), Known("store_false")):
        return one(Instance(info("builtins.bool")))
    if action != Known("store") or "nargs" in given.keywords:
        return unknown("an argument of a kind that is not followed")
    kind = given.keywords["type"].value if "type" in given.keywords else one(Library("builtins.str"))
    text = one(Instance(info("builtins.str")))
    typed = m.call(kind, (text,))
    if required or _is_true(given, "required"):
        return typed
    default = given.keywords["default"].value if "default" in given.keywords else NONE
    made = [m.call(kind, ((p,),)) if _is_text(p.what) else (p,) for p in default]
    return union([*made, typed])


def _is_true(given: Given, name: str) -> bool:
    return name in given.keywords and given.keywords[name].value[0].what == Known(True)


def _is_text(what: object) -> bool:
    return isinstance(what, Known) and isinstance(what.value, str)


def _parsed(m: Machine, address: int, thing: InstanceObject, name: str, given: Given) -> Value:
    """The namespace; where no arguments at all are parsed, the defaults are all there is."""
    nothing = bool(given.positional) and items_of(m, first(given)) == ()
    passed = _passed(m, given)
    fields = {
        n: v[:-1] if nothing and len(v) > 1 else v[-1:] if m.options.get((address, n), frozenset()) & passed else v
        for n, v in thing.fields.items()
    }
    cls = info("argparse.Namespace")
    user = UserClass(cls, (), Scope(-3, "class", None), "plain")
    made = one(m.allocate(InstanceObject(cls, user, fields)))
    return made if name == "parse_args" else tuple_of((made, list_of(m, (), True)))


def _passed(m: Machine, given: Given) -> frozenset[str]:
    """The options that a list of arguments surely sets."""
    items = items_of(m, first(given)) if given.positional else None
    texts = [v[0].what.value for v in items or () if len(v) == 1 and isinstance(v[0].what, Known)]
    return frozenset(t for t in texts if isinstance(t, str) and t.startswith("-"))


def define(kind: str, m: Machine, given: Given) -> Value:
    """`flags.DEFINE_integer("name", default, help)`: what `FLAGS.name` may be."""
    name = first(given)[0].what
    default = given.positional[1].value if len(given.positional) > 1 else NONE
    typed = list_of(m, (), True) if kind in _LISTS else one(Instance(info(_CLASSES[kind])))
    default = _listed(m, default) if kind in _LISTS else default
    value = union([default if kind != "float" else _floats(default), typed])
    if isinstance(name, Known) and isinstance(name.value, str):
        m.flags[name.value] = value
    cls = info("absl.flags.FlagHolder")
    user = UserClass(cls, (), Scope(-4, "class", None), "plain")
    return one(m.allocate(InstanceObject(cls, user, {"value": value})))


def _floats(default: Value) -> Value:
    whole = [p for p in default if isinstance(p.what, Known) and type(p.what.value) is int]
    return tuple(p._replace(what=Known(float(p.what.value))) if p in whole else p for p in default)  # type: ignore[union-attr]


def _listed(m: Machine, default: Value) -> Value:
    """The list that a default of a list flag comes to: a text is taken apart."""
    return list_of(m, (), True) if any(_is_text(p.what) for p in default) else default


for _kind in (*_CLASSES, *_LISTS):
    special(f"absl.flags.DEFINE_{_kind}")(lambda m, given, kind=_kind: define(kind, m, given))  # type: ignore[misc]


def flag(m: Machine, name: str) -> Value:
    """`FLAGS.name`."""
    return m.flags.get(name, unknown(f"flag `{name}` is not defined here"))
