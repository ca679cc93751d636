"""Which table answers for a name, and which for a value's class."""

from __future__ import annotations

from prelower.values import strings
from prelower.values.arithmetic import binary, unary
from prelower.values.classinfo import class_of, info, is_ours
from prelower.values.library import (
    array_,
    collecting,
    containers_,
    conversions,
    dtypes,
    iteration,
    jax_numpy,
    math_,
    numbers_,
    numpy_,
    numpy_functions,
    operator_,
    os_,
    reductions,
    statistics_,
    text_,
)
from prelower.values.library.table import Args, Function, Keywords
from prelower.values.model import Array, Instance, Known, Library, Mapping, Sequence, What
from prelower.values.plain import INT, Result, class_name
from prelower.values.truth import compare

FUNCTIONS: dict[str, Function] = {
    **conversions.FUNCTIONS,
    **iteration.FUNCTIONS,
    **collecting.FUNCTIONS,
    **math_.FUNCTIONS,
    **operator_.FUNCTIONS,
    **statistics_.FUNCTIONS,
    **numbers_.FUNCTIONS,
    **numpy_.FUNCTIONS,
    **numpy_functions.FUNCTIONS,
    **reductions.FUNCTIONS,
    **jax_numpy.FUNCTIONS,
    **dtypes.FUNCTIONS,
    **os_.FUNCTIONS,
    **text_.FUNCTIONS,
    "builtins.str.maketrans": strings.maketrans,
}
CONSTANTS: dict[str, What] = {
    **math_.CONSTANTS,
    **numpy_.CONSTANTS,
    **jax_numpy.CONSTANTS,
    **os_.CONSTANTS,
    **text_.CONSTANTS,
}
_DUNDERS = {
    "__add__": "+",
    "__sub__": "-",
    "__mul__": "*",
    "__truediv__": "/",
    "__floordiv__": "//",
    "__mod__": "%",
    "__pow__": "**",
}
_COMPARISONS = {"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_UNBOUND = ("builtins.str", "builtins.bytes", "builtins.int", "builtins.float")


def call(name: str, args: Args, keywords: Keywords) -> Result:
    """What calling the function or class of that dotted name gives."""
    function = FUNCTIONS.get(name) or FUNCTIONS.get(info(name).name)
    if function is not None:
        return function(args, keywords)
    owner, _, method_name = name.rpartition(".")
    if owner in _UNBOUND and args and class_name(args[0]) == owner and not method_name.startswith("__"):
        return method(args[0], method_name, args[1:], keywords)
    return None


def method(what: What, name: str, args: Args, keywords: Keywords) -> Result:
    """What calling a method of a value gives."""
    if isinstance(what, Library):
        return call(f"{what.name}.{name}", args, keywords)
    if isinstance(what, Array):
        return array_.method(what, name, args, keywords)
    if isinstance(what, (Sequence, Mapping)):
        return containers_.method(what, name, args)
    cls = class_of(what)
    if cls is None or not is_ours(cls.name):
        return None
    if cls.derives("builtins.str", "builtins.bytes"):
        return strings.method(what, name, args, keywords) or _dunder(what, name, args, keywords)
    if cls.name in numbers_.METHODS:
        return numbers_.method(what, cls.name, name, args, keywords) or _dunder(what, name, args, keywords)
    return _of_instance(what, name, args, keywords) or _dunder(what, name, args, keywords)


def _of_instance(what: What, name: str, args: Args, keywords: Keywords) -> Result:
    if not isinstance(what, Instance):
        return None
    if what.cls.derives("numpy.generic"):
        return array_.scalar_method(what, name, args, keywords)
    return os_.method(what, name, args, keywords)


def _dunder(what: What, name: str, args: Args, keywords: Keywords) -> Result:
    """An operator called by its method's name, on two values of one builtin class."""
    if len(args) == 1 and class_name(args[0]) == class_name(what) != "":
        if name in _DUNDERS:
            return binary(_DUNDERS[name], what, args[0])
        if name in _COMPARISONS:
            return compare(_COMPARISONS[name], what, args[0])
    if name == "__neg__" and not args:
        return unary("-", what)
    if name in ("__len__", "__str__", "__repr__", "__bool__") and not args:
        return call(
            {"__len__": "builtins.len", "__bool__": "builtins.bool"}.get(name, f"builtins.{name[2:-2]}"), (what,), {}
        )
    return INT if name == "__hash__" else None


def attribute(what: What, name: str) -> Result:
    """What an attribute of a value, or a constant of a module, is."""
    if isinstance(what, Library):
        return _of_library(what, name)
    if isinstance(what, Array):
        return array_.attribute(what, name)
    cls = class_of(what)
    if cls is None or not is_ours(cls.name):
        return dtypes.attribute(what, name) if isinstance(what, Instance) and what.cls.derives("numpy.dtype") else None
    if cls.name in numbers_.ATTRIBUTES:
        return numbers_.attribute(what, cls.name, name)
    if not isinstance(what, Instance):
        return None
    if cls.derives("numpy.dtype"):
        return dtypes.attribute(what, name)
    return array_.scalar_attribute(what, name) if cls.derives("numpy.generic") else os_.attribute(what, name)


def _of_library(what: Library, name: str) -> Result:
    constant = CONSTANTS.get(f"{what.name}.{name}")
    if constant is not None:
        return constant
    if name in ("__name__", "__qualname__") and is_ours(what.name):
        return Known(info(what.name).name.rpartition(".")[2])
    if name == "dtype" and what.name.startswith("jax.numpy."):
        dtype = dtypes.dtype_name(what)
        return None if dtype is None else dtypes.dtype_instance(dtype)
    return None


def subscript(what: What, index: What) -> Result:
    """What an item or slice of a value is."""
    if isinstance(what, Library):
        return os_.subscript(what)
    if isinstance(what, Array):
        return array_.subscript(what, index)
    if strings.what_derives(what, "builtins.str") or strings.what_derives(what, "builtins.bytes"):
        return strings.subscript(what, index)
    if isinstance(what, (Sequence, Mapping)):
        return containers_.subscript(what, index)
    return INT if isinstance(what, Instance) and what.cls.name in ("builtins.range", "builtins.bytearray") else None
