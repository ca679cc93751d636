"""What each release says of `compiler_params` that are no instance of a CompilerParams class, by the call."""

from __future__ import annotations

from typing import NamedTuple

from prelower.rules import checks, messages, older_dicts
from prelower.rules.base import JaxView, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Mapping, Record, What
from prelower.values.model import Sequence as Items

NO_INSTANCE = "compiler_params is no instance of {wanted}"
UNHASHABLE = "unhashable type: '{kind}'"
_NO_LOWERING = "ValueError: Cannot lower pallas_call on platform: gpu. To use Pallas on GPU, install jaxlib GPU."


class Said(NamedTuple):
    """A message, what is raised where that differs, and when; `empty` values pass some checks."""

    text: str
    raises: str | None = None
    early: bool = False
    empty: bool = True


_ASSERTED = Said(NO_INSTANCE, "AssertionError: ")
LOOKED_INTO = Said(NO_INSTANCE, "TypeError: argument of type '{kind}' is not iterable")
_TPU = Said("compiler_params must be a pltpu.CompilerParams", empty=False)
_OLD_GPU = Said("Compiler params must be a GPUCompilerParams, got {type}", empty=False)
_GPU = Said("Compiler params must be a `plgpu.CompilerParams`, got {type}", empty=False)
_TRACED = Said(messages.UNHASHABLE, early=True)
_LOWERED = Said(UNHASHABLE)
_NORMALIZED = Said("", early=True)
"""A dict from the names of backends to objects of their classes is taken."""

OBJECTS: dict[str, tuple[tuple[str, Said], ...]] = {
    "pallas.pallas_call": (("0.4.31", LOOKED_INTO), ("0.6.1", _ASSERTED._replace(early=True)), ("0.9.1", _ASSERTED)),
    "pallas.kernel": (("0.8.1", _TPU), ("0.10.1", _ASSERTED)),
    "mosaic_gpu.kernel": (
        ("0.5.3", _OLD_GPU),
        ("0.6.1", _GPU),
        ("0.10.2", Said(NO_INSTANCE, _NO_LOWERING)),
        ("0.11.1", _ASSERTED),
    ),
}
DICTS: dict[str, tuple[tuple[str, Said], ...]] = {
    "pallas.pallas_call": (("0.6.1", _NORMALIZED), ("0.9.1", _TRACED), ("0.9.2", _LOWERED)),
    "pallas.kernel": (("0.8.1", _TRACED), ("0.9.2", _TPU), ("0.10.1", _LOWERED)),
    "mosaic_gpu.kernel": (
        ("0.5.3", _OLD_GPU),
        ("0.6.1", _GPU),
        ("0.7.0", _TRACED),
        ("0.9.2", _GPU),
        ("0.10.2", _LOWERED),
    ),
}
CLASSES: tuple[tuple[str, Said | None], ...] = (
    ("0.4.33", Said("asdict() should be called on dataclass instances", early=True)),
    ("0.6.1", None),
    ("0.9.1", _ASSERTED),
)
"""A class that nobody called, given to `pallas_call`."""
FOREIGN: dict[str, tuple[tuple[str, str], ...]] = {
    "tpu.CompilerParams": (
        ("0.10.2", "ValueError: Compiler params for platform tpu cannot be used for gpu lowering."),
    ),
    "triton.CompilerParams": (("0.10.2", "NotImplementedError: mesh is not supported in the Triton backend"),),
}
"""What `plgpu.kernel` says of the parameters of other backends, before it asserts."""
HOMES = {
    "tpu.CompilerParams": "jax._src.pallas.mosaic.core",
    "triton.CompilerParams": "jax._src.pallas.triton.core",
    "mosaic_gpu.CompilerParams": "jax._src.pallas.mosaic_gpu.core",
}
_BACKENDS = {
    "mosaic_tpu": "tpu.CompilerParams",
    "triton": "triton.CompilerParams",
    "mosaic_gpu": "mosaic_gpu.CompilerParams",
}


def of_dict(what: Mapping, target: str, jax: JaxView) -> Said | None:
    """What is said of a dict."""
    said = in_release(jax, DICTS[target])
    if said is None and target == "pallas.pallas_call":
        text = older_dicts.without_get(what, jax)
        return Said(text) if text else None
    if said is _LOWERED and _holds_unhashed(what):
        return said._replace(raises=f"TypeError: {messages.UNHASHABLE}", early=True)
    if said is _NORMALIZED:
        text = _normalized(what, jax)
        return said._replace(text=text) if text else None
    return said if said is not None and (said.empty or checks.length_of(what)) else None


def _holds_unhashed(what: What) -> bool:
    """Whether something in a dict surely has no hash, dicts aside, so that JAX stops at it while it traces."""
    if isinstance(what, Mapping):
        return any(e.sure and e.value and all(_holds_unhashed(p.what) for p in e.value) for e in what.entries)
    if isinstance(what, Items) and what.cls.name == "builtins.tuple":
        return any(each and all(_holds_unhashed(p.what) for p in each) for each in what.items)
    return checks.without_hash(what)


def _normalized(what: Mapping, jax: JaxView) -> str | None:
    """What is said of the first entry that is not a backend with an object of its class."""
    for entry in what.entries if not what.rest else ():
        name = checks.printed_value(entry.key)
        value = entry.value[0].what if len(entry.value) == 1 else None
        if not entry.sure or name == messages.SOURCE or value is None:
            return None
        if name not in _BACKENDS:
            return f"Unknown backend in compiler_params: {name}"
        watched = jax.watched(value.cls.name) if isinstance(value, Record) else None
        if watched is not None and watched.target in HOMES:
            backend = next(b for b, target in _BACKENDS.items() if target == watched.target)
            if backend != name:
                return f"Inconsistent backend in compiler_params: {backend} != {name}"
        elif checks.built_in(value):
            return f"Unexpected compiler_params for backend {name}: {checks.printed_value(value)}"
        else:
            return None
    return None


def verdict(said: Said, wanted: str, printed: str, kind: str, note: str | None = None) -> Verdict:
    """The verdict with the class that is wanted, the class as Python prints it and its bare name put in."""
    text, raises = said.text, said.raises
    for name, value in (("wanted", wanted), ("type", printed), ("kind", kind.removeprefix("builtins."))):
        text = text.replace(f"{{{name}}}", value)
        raises = raises.replace(f"{{{name}}}", value) if raises else None
    return Verdict(text, raises=raises, note=note, early=said.early)
