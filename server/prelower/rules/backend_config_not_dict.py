"""# backend-config-not-dict

## What it does
Reports a `backend_config` of `jax.ffi.ffi_lowering(...)` and `jax.ffi.build_ffi_lowering_function(...)` that is no dict
of MLIR attributes, where the `api_version` is 4, as it is by default, or more.

## Why JAX rejects it
From version 4 of the custom call API on, the configuration is not a text but a dictionary of typed attributes. JAX
checks for a `dict`; its values must be attributes of MLIR already, and are not converted as the keyword arguments of
`ffi_call` are. A dict of plain Python values fails in the MLIR bindings, with nothing but `std::bad_cast`.

## When it fires
At lowering: `ValueError`, or `RuntimeError: std::bad_cast` for a dict of plain values. The message says "> 4" and
means 4 and above.

## Example
```python
jax.ffi.ffi_lowering("pack_bits", backend_config="width=4")
```

## Use instead
```python
jax.ffi.ffi_lowering("pack_bits", backend_config="width=4", api_version=2)
```

## Fix safety
There is no fix: whether the target takes a text, or attributes and which, only its author knows.

## Limits
A dict with a value that is not known passes, and so does an `api_version` that is not known. Below 4 another rule,
`backend-config-not-str`, holds.

## Since
Checked in every JAX release from 0.4.36 on, with the same words. `std::bad_cast` since 0.5.0. Up to 0.4.35 there was
no `api_version`, and a dict was made of what is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import attributes, checks
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.classinfo import class_of
from prelower.values.model import Call, Instance, Known, Mapping, What
from prelower.values.model import Sequence as Items

PARAMETER = "backend_config"
MESSAGE = "When api_version > 4, backend_config must be a dictionary."
NO_PAIR = "dictionary update sequence element #0 has length 1; 2 is required"
NO_PAIRS = "cannot convert dictionary update sequence element #0 to a sequence"
NOTE = "the values of the dict must be MLIR attributes, such as `mlir.ir_attribute(...)` makes, and its keys texts"
_NEVER_DICT = tuple(f"builtins.{name}" for name in "str bytes int float list tuple set".split())
"""Classes of which no subclass can be a dict as well."""


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The configuration, and whether it is given for a version from 4 on."""
    if PARAMETER in call.arguments:
        yield Subject(call.arguments[PARAMETER], PARAMETER, beside=_typed(call))


def _typed(call: Call) -> bool:
    """Whether the API version is surely 4 or more, as it is where none is given."""
    given = call.arguments.get("api_version")
    if given is None:
        return not call.rest_unknown
    return bool(given.value) and all(
        isinstance(p.what, Known) and isinstance(p.what.value, (int, float)) and p.what.value >= 4 for p in given.value
    )


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a configuration; None where it passes or is not known."""
    if isinstance(what, Known) and what.value is None or not subject.beside and jax.at_least("0.4.36") is not False:
        return None
    cls = class_of(what)
    if cls is None or (not cls.known and not cls.derives(*_NEVER_DICT)):
        return None
    if cls.derives("builtins.dict"):
        return _of_dict(what, jax) if isinstance(what, Mapping) else None
    if isinstance(what, Instance) and not what.exact and not cls.derives(*_NEVER_DICT):
        return None
    if jax.at_least("0.4.36") is False:
        return _not_made(what, jax)
    return Verdict(MESSAGE)


def _not_made(what: What, jax: JaxView) -> Verdict | None:
    """Up to 0.4.35 a dict was made of it, which Python says no to, or JAX says no to what is in there."""
    name = checks.built_in(what)
    if name in ("int", "float", "bool") or name is not None and name.startswith(("numpy.int", "numpy.float")):
        return Verdict(f"'{name}' object is not iterable")
    pairs = [p.what for item in what.items for p in item] if isinstance(what, Items) else []
    if pairs and all(isinstance(p, Items) and len(p.items) == 2 and len(p.items[1]) == 1 for p in pairs):
        values = [p.items[1] for p in pairs if isinstance(p, Items)]
        said = next((checks.bad_cast(v[0].what, jax) for v in values if attributes.is_no_attribute(v)), None)
        return Verdict(said, note=NOTE) if said else None
    if isinstance(what, Known) and isinstance(what.value, (str, bytes)):
        said = NO_PAIR if isinstance(what.value, str) else NO_PAIRS
        return Verdict(said) if what.value else None
    first = what.items[0] if isinstance(what, Items) and what.items else ()
    plain = bool(first) and all(checks.built_in(p.what) in ("int", "float", "bool") for p in first)
    return Verdict(NO_PAIRS) if plain else None


def _of_dict(what: Mapping, jax: JaxView) -> Verdict | None:
    for entry in what.entries:
        no_name = isinstance(entry.key, Known) and not isinstance(entry.key.value, str)
        if entry.sure and (no_name or attributes.is_no_attribute(entry.value)):
            said = checks.bad_cast(entry.key if no_name else entry.value[0].what, jax)
            return Verdict(said, note=NOTE) if said else None
    return None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """None: what the target reads is not known."""
    return None


EXAMPLES = (
    Example("ffi_lowering", '"width=4"', MESSAGE),
    Example("ffi_lowering", 'b"width=4"', MESSAGE),
    Example("ffi_lowering", '""', MESSAGE),
    Example("ffi_lowering", "8", MESSAGE),
    Example("ffi_lowering", '[("width", 4)]', MESSAGE),
    Example("ffi_lowering", "np.int32(8)", MESSAGE),
    Example("ffi_lowering_4", '"width=4"', MESSAGE),
    Example("ffi_lowering", "Plain()", MESSAGE, setup="class Plain:\n    width = 4"),
    Example("ffi_lowering", '{"width": 4}', attributes.BAD_CAST),
    Example("ffi_lowering", '{"widths": [4, 8]}', attributes.BAD_CAST),
    Example("ffi_lowering", "None", why="none at all"),
    Example("ffi_lowering", "{}", why="an empty dict holds nothing that could be wrong"),
    Example("ffi_lowering_4", "None", why="none at all"),
    Example("ffi_lowering_2", '"width=4"', why="a text, as versions below 4 take it"),
    Example("ffi_lowering", "Config()", setup="class Config(dict): pass", why="a subclass of dict is a dict"),
)

RULE = Rule(
    name="backend-config-not-dict",
    summary="The `backend_config` of an FFI lowering is no dict of attributes.",
    page=__doc__,
    targets=("ffi.ffi_lowering",),
    guard="ffi_lowering.backend_config",
    accepts="a `dict` of MLIR attributes or `None`",
    since="0.4.36",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
