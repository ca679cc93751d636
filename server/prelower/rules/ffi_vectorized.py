"""What `ffi_call` has said of its parameter `vectorized` until it was gone, and what takes its place."""

from __future__ import annotations

from prelower.findings import WARNING
from prelower.rules import checks
from prelower.rules.base import Intent, JaxView, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, Unknown, What

NAME = "vectorized"
NOTE = 'vmap_method="expand_dims" stands for vectorized=True, vmap_method="sequential" for False'
DEPRECATED = (
    "The vectorized argument of ffi_call is deprecated and setting it will soon raise an error. To avoid an error in"
    " the future, and to suppress this warning, please use the vmap_method argument instead."
)
BOTH = (
    "the vectorized and vmap_method arguments of ffi_call cannot be used together. Please use the vmap_method argument."
)
REMOVED = "The 'vectorized' argument of jax.ffi.ffi_call was removed in JAX v0.6.0. Use 'vmap_method' instead."
_TAKEN = (("0.4.35", DEPRECATED), ("0.6.0", None))
_WRITTEN = {"True": 'vmap_method="expand_dims"', "False": 'vmap_method="sequential"'}


def while_taken(what: What, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's words on the parameter while it took it; None where it may be `None`, as if it were not given."""
    said = in_release(jax, _TAKEN)
    if said is None or isinstance(what, Unknown) or checks.is_none(what):
        return None
    method = checks.only(call.arguments.get("vmap_method"))
    if method is None or isinstance(method, Unknown) or checks.is_none(method):
        return Verdict(said, note=NOTE, severity=WARNING, plain=True, early=True, deprecated=True)
    return Verdict(BOTH, plain=True, early=True)


def rewritten(call: Call, text: str) -> Intent | None:
    """The method that stands for the value, or nothing where a method is given already."""
    if "vmap_method" in call.arguments:
        return Intent("drop", f"Leave `{NAME}` out", False)
    return Intent("item", f"Write `{_WRITTEN[text]}`", False, _WRITTEN[text]) if text in _WRITTEN else None
