"""# backend-config-not-str

## What it does
Reports a `backend_config` of a custom call that is no text: in `custom_call(...)`, in `jax.ffi.ffi_lowering(...)` with
an `api_version` below 4, and as `legacy_backend_config` of `jax.ffi.ffi_call(...)` with such a version.

## Why JAX rejects it
The configuration travels to the custom call as text or bytes. JAX takes `None`, `str`, `bytes`, and a dict whose
values are MLIR attributes; anything else ends in the documented error. A dict of plain Python values slips through
that check and fails right behind it, in the MLIR bindings, with nothing but `std::bad_cast`.

## When it fires
At lowering: `ValueError`, or `RuntimeError: std::bad_cast` for a dict of plain values.

## Example
```python
mlir.custom_call("solve", result_types=[t], operands=[x], backend_config={"grid": (8, 8)})
```

## Use instead
```python
import json

mlir.custom_call("solve", result_types=[t], operands=[x], backend_config=json.dumps({"grid": (8, 8)}))
```

## Fix safety
`json.dumps(...)` is safe for a dict of plain values: JAX could do nothing with it before. Unsafe for a list, a tuple
or a number, since the custom call may expect another format.

## Limits
A dict whose values are not known may hold MLIR attributes: silent. So is `ffi_lowering` with an `api_version` that is
not known, or 4 and above, where other rules of JAX hold.

## Since
Checked in every JAX release from 0.4.30 on, with the same words. `std::bad_cast` since 0.5.0; the bindings worded it
otherwise before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import checks, messages
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.classinfo import class_of
from prelower.values.model import Array, Call, Instance, Known, Mapping, Value, What
from prelower.values.model import Sequence as Items

NOT_TEXT = "get(): incompatible function arguments. The following argument types are supported:"
BUNDLED = "custom_call backend_config unexpected type: {backend_config}"
_VERSION = {"ffi.ffi_lowering": "api_version", "ffi.ffi_call": "custom_call_api_version"}
_PARAMETER = {"ffi.ffi_call": "legacy_backend_config"}
_SINCE = {"ffi.ffi_lowering": "0.4.36", "ffi.ffi_call": "0.4.36"}
"""From when on the FFI had versions of the API below 4."""
_TEXT = ("builtins.str", "builtins.bytes")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The configuration, where it is given and the check is reached."""
    name = _PARAMETER.get(call.target, "backend_config")
    if name in call.arguments and _checked(call):
        yield Subject(call.arguments[name], name)


def _checked(call: Call) -> bool:
    """Whether the call comes to the check: for the FFI with an API version below 4 only."""
    version = _VERSION.get(call.target)
    if version is None:
        return True
    given = call.arguments.get(version)
    return given is not None and all(_below_four(p.what) for p in given.value)


def _below_four(what: What) -> bool:
    return isinstance(what, Known) and isinstance(what.value, int) and what.value < 4


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a configuration; None where it passes or is not known."""
    if isinstance(what, Known) and what.value is None or jax.at_least(_SINCE.get(call.target, "0.4.30")) is False:
        return None
    cls = class_of(what)
    if cls is None or not cls.known or cls.derives(*_TEXT):
        return Verdict(NOT_TEXT, note="half of a surrogate pair is no text") if _halved(what, jax) else None
    template = jax.template("backend_config") or BUNDLED
    if cls.derives("builtins.dict"):
        return _of_dict(what, call, jax, template)
    if isinstance(what, Instance) and not what.exact and not cls.derives("pathlib.PurePath"):
        return None
    raises = None
    if call.target == "ffi.ffi_call" and messages.unhashable(cls) and jax.at_least("0.7.0"):
        raises = f"TypeError: {messages.UNHASHABLE}"
    return Verdict(messages.with_value(template, what), raises)


def _halved(what: What, jax: JaxView) -> bool:
    """Whether a text holds half of a surrogate pair, which has no UTF-8."""
    text = what.value if isinstance(what, Known) else None
    return isinstance(text, str) and bool(jax.at_least("0.4.35")) and any("\ud800" <= c <= "\udfff" for c in text)


def _of_dict(what: What, call: Call, jax: JaxView, template: str) -> Verdict | None:
    """A dict passes the check and dies behind it, if any of its values is surely no MLIR attribute."""
    if not isinstance(what, Mapping):
        return None
    if call.target == "ffi.ffi_call":
        return _of_legacy(what, jax, template)
    return _of_entries(what, jax, template)


def _of_legacy(what: Mapping, jax: JaxView, template: str) -> Verdict | None:
    """A dict has no hash, which `ffi_call` notices since 0.7.0; before, it goes the way of any other."""
    unhashed = checks.unhashed_dict(jax)
    if jax.version is not None and unhashed is None:
        return _of_entries(what, jax, template)
    raises = f"TypeError: {unhashed.documented}" if unhashed else None
    return Verdict(messages.with_value(template, what), raises)


def _of_entries(what: Mapping, jax: JaxView, template: str) -> Verdict | None:
    wrong = next((e for e in what.entries if e.sure and (_plain(e.value) or _no_name(e.key))), None)
    if wrong is None:
        return None
    raised = checks.bad_cast(wrong.key if _no_name(wrong.key) else wrong.value[0].what, jax)
    return Verdict(messages.with_value(template, what), f"RuntimeError: {raised}" if raised else None)


def _plain(value: Value) -> bool:
    return bool(value) and all(isinstance(p.what, (Known, Items, Mapping, Array)) for p in value)


def _no_name(key: What) -> bool:
    return isinstance(key, Known) and not isinstance(key.value, str)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """Its text as JSON, where JSON can hold it; bytes of a bytearray."""
    classes = [class_of(what) for what in whats]
    if all(c is not None and c.derives("builtins.bytearray", "builtins.memoryview") for c in classes):
        return Intent("wrap", "Convert it with `bytes(...)`", True, "bytes")
    if not all(_json(what) and not isinstance(getattr(what, "value", None), str) for what in whats):
        return None
    safe = all(isinstance(what, Mapping) for what in whats)
    title = "Write it as JSON with `json.dumps(...)`"
    return Intent("serialize", title if safe else f"{title}, if that is what the custom call reads", safe)


def _json(what: What) -> bool:
    """Whether `json.dumps` takes a value."""
    if isinstance(what, Known):
        return what.value is None or isinstance(what.value, (bool, int, float, str))
    if isinstance(what, Items):
        plain = what.cls.name in ("builtins.list", "builtins.tuple")
        return plain and not what.rest and all(_json(p.what) for value in what.items for p in value)
    if isinstance(what, Mapping):
        return not what.rest and all(
            isinstance(e.key, Known)
            and isinstance(e.key.value, (str, int, float))
            and all(_json(p.what) for p in e.value)
            for e in what.entries
        )
    return False


def _says(value: str) -> str:
    return f"custom_call backend_config unexpected type: {value}"


_BAD_CAST = "RuntimeError: std::bad_cast"
EXAMPLES = (
    Example(
        "custom_call", '{"grid": (8, 8)}', _says("{'grid': (8, 8)}"), 'json.dumps({"grid": (8, 8)})', raises=_BAD_CAST
    ),
    Example("custom_call", '{"axis": 1}', _says("{'axis': 1}"), 'json.dumps({"axis": 1})', raises=_BAD_CAST),
    Example("custom_call", "8", _says("8"), "json.dumps(8)", safe=False),
    Example("custom_call", "(8, 128)", _says("(8, 128)"), "json.dumps((8, 128))", safe=False),
    Example("custom_call", 'bytearray(b"x")', _says("bytearray(b'x')"), 'bytes(bytearray(b"x"))'),
    Example("custom_call", "np.int32(1)", _says("1")),
    Example("custom_call", "np.float64(2.5)", _says("2.5")),
    Example("legacy", "8", _says("8"), "json.dumps(8)", safe=False),
    Example(
        "legacy",
        '{"axis": 1}',
        _says("{'axis': 1}"),
        'json.dumps({"axis": 1})',
        raises="TypeError: unhashable type: 'dict'",
    ),
    Example("ffi_lowering_2", "[1]", _says("[1]"), "json.dumps([1])", safe=False),
    Example("custom_call", '"\\ud800"', NOT_TEXT),
    Example("custom_call", "None", why="none at all"),
    Example("custom_call", '"axis=1"', why="text"),
    Example("custom_call", 'b"\\x01\\x02"', why="bytes"),
    Example("custom_call", 'json.dumps({"axis": 1})', setup="import json", why="serialized"),
    Example("custom_call", "{}", why="an empty dict holds nothing that could be wrong"),
    Example("legacy", "str(8)", why="text"),
    Example("ffi_lowering_2", "None", why="none at all"),
)

RULE = Rule(
    name="backend-config-not-str",
    summary="The `backend_config` of a custom call is no text.",
    page=__doc__,
    targets=("mlir.custom_call", "ffi.ffi_lowering", "ffi.ffi_call"),
    guard="backend_config",
    accepts="a `str`, `bytes` or `None`",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
