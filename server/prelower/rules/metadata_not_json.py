"""# metadata-not-json

## What it does
Reports values and keys in the `metadata` of `pallas_call` that JSON cannot hold, or that have no hash.

## Why JAX rejects it
JAX hashes the values while it traces, and writes them with `json.dumps` when it lowers the kernel; the keys are given
as keywords.

## When it fires
While tracing for a list or a dict: a `TypeError` that does not name `metadata`, also with `interpret=True`. At
lowering for the others: `TypeError`.

## Example
```python
pl.pallas_call(kernel, out_shape=out, metadata={"tile": np.int32(8)})
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out, metadata={"tile": int(np.int32(8))})
```

## Fix safety
Safe: `int(...)`, `float(...)`, `bool(...)` around numpy scalars, `tuple(...)` around lists of plain values.

## Limits
Values that are not known are left alone.

## Since
Since `metadata` exists, JAX 0.7.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import checks, messages, numbers
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.model import Argument, Call, Instance, Mapping, Possible, What
from prelower.values.model import Sequence as Items
from prelower.values.render import repr_of

NOT_JSON = "Object of type {} is not JSON serializable"
NO_KEYWORD = "keywords must be strings"


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The values of the metadata, and the keys that are no texts."""
    given = call.arguments.get("metadata")
    for possible in given.value if given else ():
        for entry in possible.what.entries if isinstance(possible.what, Mapping) else ():
            place = entry.place or given.given  # type: ignore[union-attr]
            handed = given.handed or given.given  # type: ignore[union-attr]
            key = checks.built_in(entry.key)
            if key in ("int", "float", "bool", "bytes", "tuple", "NoneType") and entry.sure:
                argument = Argument((Possible(entry.key, (), possible.under),), place, handed)
                yield Subject(argument, "key", shown="name", container=possible)
            elif entry.sure:
                value = tuple(p._replace(under=(*p.under, *possible.under)) for p in entry.value)
                label = f"metadata[{repr_of(entry.key) or '...'}]"
                yield Subject(Argument(value, place, handed), label, container=possible)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a value or a key; None where it passes or is not known."""
    if subject.label == "key":
        return Verdict(NO_KEYWORD, plain=True) if jax.at_least("0.8.2") else None
    unhashed = checks.unhashed(what, jax)
    if unhashed is not None:
        return unhashed
    name = _not_json(what)
    return Verdict(NOT_JSON.format(name)) if name else None


def _not_json(what: What) -> str | None:
    """The class of what JSON cannot hold, in a value or an item of it."""
    if isinstance(what, Items) and what.cls.name == "builtins.tuple":
        inside = [_not_json(item[0].what) for item in what.items if len(item) == 1]
        return next((name for name in inside if name), None)
    if isinstance(what, Instance) and what.cls.name == "builtins.object" and what.exact:
        return "object"
    name = checks.built_in(what)
    if name is None or name == "numpy.float64":
        return None
    plain = ("str", "int", "float", "bool", "NoneType", "list", "tuple", "dict")
    return None if name in plain else name.rpartition(".")[2]


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The Python scalar of the same kind, or a tuple of a list."""
    if subject.label == "key":
        return None
    if all(isinstance(what, Items) and what.cls.name == "builtins.list" and _plain(what) for what in whats):
        return Intent("wrap", "Convert it with `tuple(...)`", True, "tuple")
    return numbers.by_kind(whats, text)


def _plain(what: Items) -> bool:
    return not what.rest and all(
        checks.built_in(p.what) in ("int", "str", "float", "bool") for item in what.items for p in item
    )


EXAMPLES = (
    Example("pallas:metadata", '{"tile": np.int32(8)}', NOT_JSON.format("int32"), "int(np.int32(8))",
            shown="np.int32(8)"),
    Example("pallas:metadata", '{"tile": b"x"}', NOT_JSON.format("bytes"), shown='b"x"'),
    Example("pallas:metadata", '{"tile": [8, 128]}', messages.UNHASHABLE, "tuple([8, 128])", shown="[8, 128]"),
    Example("pallas:metadata", '{1: "a"}', NO_KEYWORD, shown='"a"'),
    Example("pallas:metadata", '{"tile": (8, 128), "note": None}', why="JSON holds these"),
)  # fmt: skip

RULE = Rule(
    name="metadata-not-json",
    summary="A value in `metadata` of a Pallas call cannot be written as JSON.",
    page=__doc__,
    targets=("pallas.pallas_call",),
    guard="metadata",
    accepts="a `dict` of texts",
    since="0.7.0",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
