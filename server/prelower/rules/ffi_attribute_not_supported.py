"""# ffi-attribute-not-supported

## What it does
Reports a keyword argument of the function that `jax.ffi.ffi_call(...)` returns which JAX cannot hand to the target as
an attribute: a list, `None`, an array of JAX, a class, a complex number, an int beyond 64 bits.

## Why JAX rejects it
Keyword arguments are attributes: they are hashed while JAX traces and become a part of the lowered program. JAX takes
`bool`, `int`, `float`, `str`, `bytes`, numpy scalars, numpy arrays, `np.dtype` objects, tuples of these, and a dict
with text keys and such values. A list has no hash, `None` no form in the program. Arrays of JAX are operands and are
given by position.

## When it fires
While tracing for a value without a hash, which `TypeError` names; at lowering for all others: a `TypeError` that names
the type, an `OverflowError` for a large int, `RuntimeError: std::bad_cast` for a dict whose keys are no texts.

## Example
```python
jax.ffi.ffi_call("smooth", out)(x, kernel=[1, 2, 1])
```

## Use instead
```python
jax.ffi.ffi_call("smooth", out)(x, kernel=(1, 2, 1))
```

## Fix safety
`tuple(...)` is safe for a list of plain scalars and for a range, `bytes(...)` for a bytearray, `str(...)` for a path.
Unsafe: to leave out an attribute that is `None`, which the target may ask for; `float(...)` of a `Decimal` or a
`Fraction`, which may round; `.value` of an enum member; `np.dtype(...)` of a scalar class.

## Limits
With a `custom_call_api_version` below 4 every attribute is refused, in other words: silent here.
Objects of the program's own classes are left alone: a class may have `__jax_array__`. So are values that are not known.
An array of JAX prints otherwise inside `jit` than outside: its expression stands in the message.

## Since
Checked so in every JAX release from 0.4.34 on; 0.4.33 asked for no hash and took lists. A dict that holds a list,
a dict or an array is rejected since 0.7.0; `std::bad_cast` has these words since 0.5.0. JAX 0.4.31 took scalars and
texts alone, and of JAX's own scalars those of a weak type: an `int32` or `float32` one is silent there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from prelower.rules import attributes, messages, older_attributes
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.classinfo import class_of
from prelower.values.model import ARGUMENT, DEFAULT, Argument, Array, Call, Instance, Known, Library, Mapping, What
from prelower.values.model import Sequence as Items
from prelower.values.render import repr_of

NO_HASH = "Non-hashable keyword argument to ffi_call {name}: {{v}}"
NO_HASH_IN_DICT = (
    f"{messages.UNHASHABLE} In a call to primitive ffi_call, the value of parameter attributes was not hashable: "
)
_NOTES = {
    attributes.BAD_CAST: "the keys of a dict must be texts, and an unsigned int fit into 63 bits",
    attributes.TOO_LARGE: "an int attribute has 64 bits",
    attributes.NOT_SCALAR.format("<class 'numpy.ndarray'>"): "there is no attribute for a complex number",
}
_WRAPS = (
    (("builtins.range",), "tuple", True),
    (("builtins.bytearray", "builtins.memoryview"), "bytes", True),
    (("pathlib.PurePath",), "str", True),
    (("decimal.Decimal", "fractions.Fraction"), "float", False),
)
WHOLE = "the dict itself"
"""Before JAX 0.4.33 a dict was no attribute, whatever it holds."""
_DOTTED = re.compile(r"\w+(\.\w+)+")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The attributes; of one that is surely a dict its values, each by itself, unless a key is wrong."""
    early = call.target == older_attributes.INLINE and bool(calls.results(call))
    for name, given in call.arguments.items():
        if name.startswith("*") or early and not _is_asked_early(given):
            continue
        what = given.value[0].what if len(given.value) == 1 else None
        if isinstance(what, Mapping) and call.target == older_attributes.INLINE:
            yield Subject(given, name, beside=WHOLE)
        if isinstance(what, Mapping) and attributes.is_dict(what) and not attributes.has_other_keys(what):
            yield from _values(name, given, what)
        else:
            yield Subject(given, name)


def _is_asked_early(given: Argument) -> bool:
    """Whether JAX stops at it while the call is traced: the call of what `ffi_call` gave fails before lowering."""
    return any(attributes.without_hash(p.what) and not isinstance(p.what, (Array, Mapping)) for p in given.value)


def _values(name: str, given: Argument, what: Mapping) -> Iterable[Subject]:
    for entry in what.entries:
        if entry.sure:
            value = tuple(p._replace(under=(*p.under, *given.value[0].under)) for p in entry.value)
            argument = Argument(value, entry.place or given.given, given.handed or given.given)
            yield Subject(argument, f"{name}[{repr_of(entry.key) or '...'}]")


def reached(call: Call, maker: Call | None) -> bool:
    """Whether attributes are read at all: below version 4 of the API JAX refuses each of them, in other words."""
    given = maker.arguments.get("custom_call_api_version") if maker else None
    values = [p.what.value for p in given.value if isinstance(p.what, Known)] if given else []
    return not given or not all(isinstance(v, (int, float)) and v < 4 for v in values) or len(values) < len(given.value)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on an attribute or on a value in its dict; None where it passes or is not known."""
    earliest = jax.at_least("0.4.33") is False
    if subject.beside == WHOLE and not earliest or not older_attributes.is_attribute(subject, call, jax):
        return None
    if earliest:
        said = older_attributes.scalar_only(what) if subject.label in call.arguments else None
        return Verdict(older_attributes.printed(said, jax)) if said else None
    if jax.at_least("0.4.34") is False:  # a hash is asked for since then
        unhashed = older_attributes.unhashed(what, jax)
        if unhashed is not None:
            return Verdict(unhashed)
    inside = subject.label not in call.arguments
    copied = not inside and isinstance(what, Array) and what.cls.name == "numpy.ndarray"
    if isinstance(what, Mapping) and attributes.is_dict(what) and not inside and jax.at_least("0.4.34") is not False:
        if any(e.sure and e.value and all(attributes.without_hash(p.what) for p in e.value) for e in what.entries):
            return _in_dict(call, jax)
    elif attributes.without_hash(what) and not copied and jax.at_least("0.4.34") is not False:
        return _in_dict(call, jax) if inside else Verdict(_no_hash(subject.label, what))
    said = attributes.refusal(what) or _of_slice(what, jax) or older_attributes.refusal(what, jax)
    if said == attributes.BAD_CAST and jax.at_least("0.5.0") is False:
        said = older_attributes.bad_key(what, jax)
    if said is None:
        return None
    said = older_attributes.printed(said, jax)
    return Verdict(said, note=_NOTES.get(said))


def _of_slice(what: What, jax: JaxView) -> str | None:
    """A slice has a hash from Python 3.12 on, which JAX asks for since 0.11.0."""
    cls = class_of(what)
    sure = cls is not None and cls.name == "builtins.slice" and jax.at_least("0.11.0")
    return attributes.NO_HANDLER.format("<class 'slice'>") if sure else None


def _no_hash(name: str, what: What) -> str:
    return messages.with_value(NO_HASH.format(name=name), what)


def _in_dict(call: Call, jax: JaxView) -> Verdict | None:
    """The dict passes the first check and JAX stops at all attributes together."""
    if jax.at_least("0.7.0") is False:
        return None
    texts = [_hashed(name, call.arguments[name]) for name in sorted(call.arguments) if not name.startswith("*")]
    # Up to 0.7.2 another class stood around the dict and sorted it.
    if call.rest_unknown or None in texts or jax.at_least("0.8.0") is False:
        text = messages.SOURCE
    else:
        text = f"({', '.join(map(str, texts))}{',' if len(texts) == 1 else ''})"
    return Verdict(NO_HASH_IN_DICT + text, note="a dict attribute cannot hold a list, a dict or an array")


def _hashed(name: str, given: Argument) -> str | None:
    """An attribute as it prints among all of them."""
    what = given.value[0].what if len(given.value) == 1 else None
    text = repr_of(what) if what is not None else None
    if text is None:
        return None
    return f"({name!r}, FrozenDict({text}))" if isinstance(what, Mapping) else f"({name!r}, {text})"


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The tuple of a list, the attribute left out where it is None, or the value in a type that JAX takes."""
    if all(isinstance(what, Known) and what.value is None for what in whats):
        return None if _handed_on(subject.argument) else Intent("drop", "Leave this attribute out", False)
    if all(isinstance(what, Items) and what.cls.name == "builtins.list" for what in whats):
        return _to_tuple(whats)
    classes = [class_of(what) for what in whats]
    for names, function, safe in _WRAPS:
        if all(cls is not None and cls.derives(*names) for cls in classes):
            title = f"Convert it with `{function}(...)`" + ("" if safe else "; it may be rounded")
            return Intent("wrap", title, safe, function)
    if not _DOTTED.fullmatch(text):
        return None
    if all(isinstance(what, Instance) and _plain(what.value) and what.cls.derives("enum.Enum") for what in whats):
        return Intent("suffix", "Give the member's `.value`", False, ".value")
    return _to_dtype(whats, text)


def _handed_on(given: Argument) -> bool:
    """Whether the value is an argument of the user's own function, which may need it."""
    last = [p.places[-1] for p in given.value if p.places]
    return any(place.role in (ARGUMENT, DEFAULT) and place.span != given.given.span for place in last)


def _to_tuple(lists: Sequence[What]) -> Intent | None:
    """`tuple(...)` where what the list holds becomes an attribute, or is not known."""
    items = [p.what for each in lists if isinstance(each, Items) for value in each.items for p in value]
    if any(attributes.without_hash(item) or attributes.refusal(item) for item in items):
        return None
    sure = all(isinstance(item, Known) for item in items) and not any(isinstance(e, Items) and e.rest for e in lists)
    return Intent("wrap", "Convert it with `tuple(...)`", sure, "tuple")


def _plain(value: object) -> bool:
    return isinstance(value, (bool, int, float, str, bytes)) and attributes.refusal(Known(value)) is None


def _to_dtype(whats: Sequence[What], text: str) -> Intent | None:
    """`np.dtype(np.float32)`, by the module's name in the program."""
    module = text.rpartition(".")[0]
    last = text.rpartition(".")[2]
    names = (f"numpy.{last}", f"jax.numpy.{last}")
    if last == "ndarray" or not all(isinstance(what, Library) and what.name in names for what in whats):
        return None
    return Intent("wrap", f"Give the type as `{module}.dtype(...)`", False, f"{module}.dtype")


def _type(name: str) -> str:
    return attributes.NO_HANDLER.format(f"<class '{name}'>")


def _hash(value: str) -> str:
    return f"Non-hashable keyword argument to ffi_call v: {value}"


EXAMPLES = (
    Example("attribute", "[1, 2, 1]", _hash("[1, 2, 1]"), "v=tuple([1, 2, 1]))"),
    Example("attribute", "[]", _hash("[]"), "v=tuple([]))"),
    Example("attribute", "[[1, 2], [3]]", _hash("[[1, 2], [3]]")),
    Example("attribute", "(1, [2])", _hash("(1, [2])")),
    Example("attribute", "{3}", _hash("{3}")),
    Example("attribute", 'bytearray(b"x")', _hash("bytearray(b'x')"), 'v=bytes(bytearray(b"x")))'),
    Example("attribute", "None", _type("NoneType"), "(x)", safe=False),
    Example("attribute", "(1, None)", _type("NoneType")),
    Example("attribute", "range(3)", _type("range"), "v=tuple(range(3)))"),
    Example("attribute", "np.float32", _type("type"), "v=np.dtype(np.float32))", safe=False),
    Example("attribute", "float", _type("type")),
    Example("attribute", "len", _type("builtin_function_or_method")),
    Example("attribute", "lambda a: a", _type("function")),
    Example("attribute", "object()", _type("object")),
    Example(
        "attribute",
        "Fraction(1, 3)",
        _type("fractions.Fraction"),
        "v=float(Fraction(1, 3)))",
        safe=False,
        setup="from fractions import Fraction",
    ),
    Example(
        "attribute",
        "Mode.FAST",
        attributes.NO_HANDLER.format("<enum 'Mode'>"),
        "v=Mode.FAST.value)",
        safe=False,
        setup="import enum\nclass Mode(enum.Enum):\n    FAST = 2",
    ),
    Example("attribute", "slice(0, 1)", _type("slice")),
    Example("attribute", 'np.array(["a", "bcd"])', attributes.NO_TYPE.format("<U3")),
    Example("attribute", "np.array([1, None], dtype=object)", attributes.NO_TYPE.format("object")),
    Example("attribute", "1 + 2j", attributes.NOT_SCALAR.format("<class 'numpy.ndarray'>")),
    Example("attribute", "np.complex64(1)", attributes.NOT_SCALAR.format("<class 'numpy.complex64'>")),
    Example("attribute", "2**63", attributes.TOO_LARGE),
    Example("attribute", '{1: "a"}', attributes.BAD_CAST),
    Example("attribute_dict", "None", _type("NoneType"), "v={}", safe=False),
    Example("attribute_dict", "[1]", f"{NO_HASH_IN_DICT}(('v', FrozenDict({{'a': [1]}})),)", 'v={"a": tuple([1])}'),
    Example("attribute", "3", why="an int"),
    Example("attribute", "-(2**63)", why="the smallest int of 64 bits"),
    Example("attribute", 'float("inf")', why="a float"),
    Example("attribute", '((1, 2), ("a", b"b"))', why="tuples in a tuple"),
    Example("attribute", "np.arange(4)", why="a numpy array is copied into the program"),
    Example("attribute", "np.float32(2)", why="a numpy scalar"),
    Example("attribute", 'np.dtype("float32")', why="a type as an object"),
    Example("attribute", '{"a": 1, "b": (2, 3)}', why="a dict with text keys"),
    Example("attribute", "Level.HIGH", setup="import enum\nclass Level(enum.IntEnum):\n    HIGH = 2", why="an int too"),
    Example(
        "attribute",
        "Scale()",
        setup="class Scale:\n    def __jax_array__(self):\n        return np.float32(2)",
        why="an object of the program's own class may know how to become an attribute",
    ),
)

RULE = Rule(
    name="ffi-attribute-not-supported",
    summary="A keyword argument of an FFI call cannot become an attribute.",
    page=__doc__,
    targets=("ffi.ffi_call()", older_attributes.INLINE),
    guard="ffi.attribute.type",
    accepts="scalars, texts, numpy arrays and dtypes, tuples of these, and a dict of such with text keys",
    since="0.4.34",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
    reached=reached,
)
