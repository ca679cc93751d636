"""What older releases made of attributes of an FFI call: where they stood, what they had no form for, how it prints."""

from __future__ import annotations

from prelower.rules import attributes, checks
from prelower.rules.base import JaxView, Subject
from prelower.rules.releases import in_release
from prelower.values.classinfo import info
from prelower.values.classinfo import printed as class_printed
from prelower.values.model import Array, Call, Instance, Known, Library, Mapping, What
from prelower.values.model import Sequence as Items

INLINE = "ffi.ffi_call"
"""Up to 0.5.3 those keywords of `ffi_call` itself that are no parameters of it were attributes, too."""
VERSION = "custom_call_api_version"
_PRINTED = {
    "jax._src.numpy.scalar_types._": (
        ("0.4.30", "jax._src.numpy.lax_numpy._"),
        ("0.5.3", "jax._src.numpy.scalar_types._"),
    ),
    "'jax.ShapeDtypeStruct'": (
        ("0.4.30", "'jax._src.api.ShapeDtypeStruct'"),
        ("0.7.0", "'jax._src.core.ShapeDtypeStruct'"),
        ("0.8.1", "'jax.ShapeDtypeStruct'"),
    ),
}
"""Where the classes of `jnp.float32` and its like, and of `jax.ShapeDtypeStruct`, stood."""
ONLY_SCALARS = "Only scalar attributes are supported"
UNSUPPORTED = "Unsupported attribute type: {}"
_WEAK = frozenset(f"numpy.{name}" for name in "bool int32 int64 float32 float64 complex64 complex128".split())
_NO_SCALARS = frozenset("bytes complex numpy.complex64 numpy.complex128 set frozenset bytearray memoryview".split())


def is_attribute(subject: Subject, call: Call, jax: JaxView) -> bool:
    """Whether an argument is one that JAX reads."""
    if call.target != INLINE:
        return True
    watched = jax.watched(call.callee) if jax.version is not None else None
    if watched is None or not watched.var_keyword or not watched.parameters:
        return False
    if VERSION in watched.parameters and _is_below_four(call):
        return False
    return subject.label.partition("[")[0] not in watched.parameters


def _is_below_four(call: Call) -> bool:
    given = call.arguments.get(VERSION)
    values = [p.what.value if isinstance(p.what, Known) else None for p in given.value] if given else []
    return any(not isinstance(value, (int, float)) or value < 4 for value in values)


def bad_key(what: What, jax: JaxView) -> str | None:
    """What the bindings say of a dict whose keys are no texts, with the class of the first."""
    entries = what.entries if isinstance(what, Mapping) else ()
    keys = (e.key for e in entries if isinstance(e.key, Known) and not isinstance(e.key.value, str))
    return next((checks.bad_cast(key, jax) for key in keys), None)


def refusal(what: What, jax: JaxView) -> str | None:
    """What is said of a dtype and of an array of more than one dimension, both fine since 0.5.3."""
    if isinstance(what, Instance) and what.cls.name.startswith("numpy.dtypes."):
        refused = jax.at_least("0.4.33") and jax.at_least("0.5.1") is False
        return attributes.NO_HANDLER.format(class_printed(what.cls)) if refused else None
    if not isinstance(what, Array) or what.cls.name != "numpy.ndarray" or jax.at_least("0.5.0") is not False:
        return None
    if jax.at_least("0.4.34") is False:
        return None
    return checks.BOOL_WANTED if what.shape is not None and len(what.shape) > 1 else None


def printed(said: str, jax: JaxView) -> str:
    """A message with the classes in it where they stood."""
    for name, rows in _PRINTED.items():
        said = said.replace(name, in_release(jax, rows) or name)
    return said


def scalar_only(what: What) -> str | None:
    """What 0.4.31 says, which had attributes for texts, bools, ints, floats and scalars of numpy alone."""
    if isinstance(what, Array):
        return None if _may_be_weak(what) else ONLY_SCALARS
    if isinstance(what, Library) and attributes.is_scalar_class(what):
        return ONLY_SCALARS
    if isinstance(what, Instance) and what.cls.derives("numpy.dtype"):
        return UNSUPPORTED.format(class_printed(what.cls)) if what.exact else None
    name = checks.built_in(what)
    if name == "numpy.bytes_" and isinstance(what, Instance) and isinstance(what.value, bytes):
        return attributes.NO_TYPE.format(f"|S{len(what.value)}") if what.value else None
    if isinstance(what, (Items, Mapping)) or name in _NO_SCALARS:
        return UNSUPPORTED.format(f"<class '{name}'>") if name is not None else None
    said = attributes.refusal(what)
    if said in (attributes.TOO_LARGE, attributes.BAD_CAST):
        return checks.BOOL_WANTED
    return said.replace(attributes.NO_HANDLER.format(""), UNSUPPORTED.format("")) if said else None


def _may_be_weak(what: Array) -> bool:
    """Whether an array may be a scalar of JAX whose type is a weak one, as of `jnp.asarray(1)`: those were fine."""
    scalar = what.cls.name == "jax.Array" and not what.shape
    return scalar and (what.dtype is None or what.dtype in _WEAK)


def unhashed(what: What, jax: JaxView) -> str | None:
    """What 0.4.33 says of something without a hash that it has no form for; lists and dicts it takes."""
    if isinstance(what, Array) and what.cls.name == "jax.Array":
        return attributes.NO_HANDLER.format("<class 'jaxlib.xla_extension.ArrayImpl'>")
    if isinstance(what, Items) and what.cls.name == "builtins.list":
        return attributes.refusal(what._replace(cls=info("builtins.tuple")))
    name = checks.built_in(what)
    return attributes.NO_HANDLER.format(f"<class '{name}'>") if name in ("set", "bytearray") else None
