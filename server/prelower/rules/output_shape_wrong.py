"""# output-shape-wrong

## What it does
Reports an `out_shape` of `pallas_call` or a `result_shape_dtypes` of `ffi_call` that is a bare shape, a type or some
other plain value.

## Why JAX rejects it
An output is described by a `jax.ShapeDtypeStruct`, or by anything else with a `shape` and a `dtype`. A tuple is taken
for several outputs, so that each number of a bare shape is looked at as an output of its own.

## When it fires
While tracing for `pallas_call`, when `ffi_call` is called: `ValueError`. `interpret=True` makes no difference.

## Example
```python
pl.pallas_call(kernel, out_shape=(8, 128))(x)
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8, 128), x.dtype))(x)
```

## Fix safety
There is no fix: the type of the output is not known.

## Limits
Values that are not known are left alone, and so are dicts and objects of the program's own classes.

## Since
Since JAX 0.4.34 for `pallas_call`. For `ffi_call` since 0.4.36, but for 0.8.2 and 0.8.3, which said something else.
"""

from __future__ import annotations

from typing import TypeAlias

from prelower.rules import checks, messages
from prelower.rules.base import Example, JaxView, Rule, Subject, Verdict
from prelower.rules.counts import is_shape
from prelower.rules.releases import in_release
from prelower.values.classinfo import printed
from prelower.values.model import Call, Library, Mapping, What
from prelower.values.model import Sequence as Items

PALLAS = "Invalid out_shape type: {}"
SCALAR_TYPE = "Cannot interpret '<attribute 'dtype' of 'numpy.generic' objects>' as a data type"
FFI = "All elements of result_shape_dtypes must have 'shape' and 'dtype' attributes. Got {} at position {}."
_SCALAR = (
    ("0.4.34", "<class 'jax._src.numpy.lax_numpy._ScalarMeta'>"),
    ("0.5.3", "<class 'jax._src.numpy.scalar_types._ScalarMeta'>"),
)
_SCALAR_TYPE = (
    ("0.4.31", SCALAR_TYPE),
    ("0.4.36", "'getset_descriptor' object is not iterable"),
    ("0.8.2", SCALAR_TYPE),
)
_ByKind: TypeAlias = dict[str, str | None]
_NO_ABSTRACT: _ByKind = {
    "dtype": "Cannot interpret value of type <class '{}'> as an abstract array; it does not have a dtype attribute",
    "text": "Argument '{}' of type <class 'str'> is not a valid JAX type",
    "type": "JAX scalar type {} cannot be interpreted as a JAX array.",
    "number": None,
}
_NO_ATTRIBUTE: _ByKind = {
    "dtype": "'{}' object has no attribute 'dtype'",
    "text": "'str' object has no attribute 'dtype'",
    "type": "type object '{}' has no attribute 'shape'",
    "number": "'{}' object has no attribute 'dtype'",
}
_FFI: tuple[tuple[str, str | _ByKind], ...] = (
    ("0.4.31", _NO_ATTRIBUTE),
    ("0.4.36", FFI),
    ("0.8.2", _NO_ABSTRACT),
    ("0.9.0", FFI),
)
"""What is said of something that is no description of a result: one text, or one by the kind of thing."""
subjects = checks.given(pallas__pallas_call=["out_shape"], ffi__ffi_call=["result_shape_dtypes"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a description of outputs; None where it passes or is not known."""
    if call.target != "ffi.ffi_call" and jax.at_least("0.4.34") is False:
        shapeless = _without_shape(what)
        return Verdict(shapeless, early=True) if shapeless else None
    said = _of_ffi(what, jax) if call.target == "ffi.ffi_call" else _of_pallas(what, jax)
    return Verdict(said, early=True) if said else None


def _without_shape(what: What) -> str | None:
    """What was said before 0.4.34 of the first leaf that has no shape."""
    if isinstance(what, Items) and what.cls.name in ("builtins.tuple", "builtins.list"):
        first = what.items[0] if what.items else ()
        return _without_shape(first[0].what) if len(first) == 1 else None
    if isinstance(what, Library) and what.name.startswith("jax.numpy."):
        return f"type object '{what.name.rpartition('.')[2]}' has no attribute 'shape'"
    name = checks.built_in(what)
    return f"'{name}' object has no attribute 'shape'" if name in ("int", "float", "bool", "str", "bytes") else None


def _of_pallas(what: What, jax: JaxView) -> str | None:
    """The first leaf that is no description; None is a tree without leaves."""
    if isinstance(what, Items) and what.cls.name in ("builtins.tuple", "builtins.list"):
        for item in what.items:
            said = _of_pallas(item[0].what, jax) if len(item) == 1 else None
            if said is not None or len(item) != 1 or is_shape(item[0].what) is None:
                return said
        return None
    if is_shape(what) is not False or checks.is_none(what):
        return None
    if isinstance(what, Library):
        scalar = in_release(jax, _SCALAR) if what.name.startswith("jax.numpy.") else None
        return PALLAS.format(scalar) if scalar else None
    cls = checks.sure_class(what)
    return PALLAS.format(printed(cls)) if cls is not None else None


def _of_ffi(what: What, jax: JaxView) -> str | None:
    several = isinstance(what, Items) and what.cls.name in ("builtins.tuple", "builtins.list")
    whats = [item[0].what if len(item) == 1 else None for item in what.items] if isinstance(what, Items) else [what]
    for index, each in enumerate(whats):
        if each is not None and (checks.library(each) or "").startswith("numpy."):
            return in_release(jax, _SCALAR_TYPE)
        tree = isinstance(each, Items) or isinstance(each, Mapping) and each.cls.name == "builtins.dict"
        if each is None or (is_shape(each) is None and not tree):
            return None
        if tree and (several or isinstance(each, Mapping)) or is_shape(each) is False:
            return _of_result(each, index, jax)
    return None


def _of_result(what: What, index: int, jax: JaxView) -> str | None:
    """What is said of the first that is no description."""
    said = in_release(jax, _FFI)
    if said is None or isinstance(said, str):
        return said.format(_got(what), index) if said else None
    name = checks.built_in(what) or ""
    if isinstance(what, Library):
        kind, shown = "type", _got(what) if said is _NO_ABSTRACT else what.name.rpartition(".")[2]
    elif name == "str":
        kind, shown = "text", checks.printed_value(what)
    else:
        kind, shown = "number" if name in ("int", "float", "bool", "complex") else "dtype", name
    text = said[kind]
    return text.format(shown) if text and shown else None


def _got(what: What) -> str:
    if isinstance(what, Library):
        return f"<class '{what.name}'>"
    if isinstance(what, Items) and what.cls.name == "builtins.tuple" and all(len(item) == 1 for item in what.items):
        inside = [_got(item[0].what) for item in what.items]
        return (
            messages.SOURCE if messages.SOURCE in inside else f"({', '.join(inside)}{',' if len(inside) == 1 else ''})"
        )
    return checks.printed_repr(what) if isinstance(what, Items) else checks.printed_value(what)


EXAMPLES = (
    Example("pallas:out_shape", "(256, 256)", PALLAS.format("<class 'int'>")),
    Example("pallas:out_shape", "jnp.float32", PALLAS.format(_SCALAR[-1][1])),
    Example("pallas:out_shape", '"x"', PALLAS.format("<class 'str'>")),
    Example("ffi:result_shape_dtypes", "(8, 128)", FFI.format(8, 0)),
    Example("ffi:result_shape_dtypes", "None", FFI.format(None, 0)),
    Example("ffi:result_shape_dtypes", "((8, 128), jnp.float32)", FFI.format((8, 128), 0)),
    Example("ffi:result_shape_dtypes", "np.float32", SCALAR_TYPE),
    Example("pallas:out_shape", "jax.ShapeDtypeStruct((256, 256), jnp.float32)", why="a shape and a type"),
    Example("pallas:out_shape", "jnp.zeros((256, 256))", why="an array has both"),
    Example("ffi:result_shape_dtypes", "[jax.ShapeDtypeStruct((8, 128), jnp.float32)]", why="a list of one"),
)

RULE = Rule(
    name="output-shape-wrong",
    summary="What describes the output of a call has no shape and type.",
    page=__doc__,
    targets=("pallas.pallas_call", "ffi.ffi_call"),
    guard="out_shape",
    accepts="a `jax.ShapeDtypeStruct`, or a tuple or list of them",
    since="0.4.34",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
