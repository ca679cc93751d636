"""# unknown-keyword

## What it does
Reports a keyword argument that the called class or function of JAX does not have in the JAX at hand: misspelt, taken
away, or not there yet. Also an argument by position where only keywords are taken. `vectorized` of `ffi_call` is warned
of in the releases that still take it.

## Why JAX rejects it
Python itself does, when the call is made. Parameters of Pallas and of the FFI come and go with releases:
`pallas_call(backend=...)`, `CompilerParams(kernel_type=...)`, `ffi_call(vectorized=...)` were all right once.

## When it fires
When the call is made: `TypeError`. That is when the function around it runs, which for a kernel's caller is while JAX
traces. Keywords of `ffi_lowering` are handed on to another function, and fail at lowering. `interpret=True` makes no
difference.

## Example
```python
pltpu.CompilerParams(vmem_limit_byte=2**24)
```

## Use instead
```python
pltpu.CompilerParams(vmem_limit_bytes=2**24)
```

## Fix safety
Unsafe: the nearest name need not be what was meant, and to leave an argument out changes what is compiled.

## Limits
The parameters are read from the installed JAX. Where none is installed, those of the release that is asked for are
taken, and where that is not known, all that any release had. Functions that take any keyword are left alone; what
`plgpu.kernel` hands on to its mesh is held against the mesh. A dataclass of the program that
derives from a class of JAX takes its own fields too; a subclass that is no dataclass takes none, annotated or not.

## Since
Python's own check, the same in every release; which names there are differs from one to the next. Python 3.13 and
newer add a guess of their own behind the message.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.findings import WARNING
from prelower.rules import ffi_vectorized
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.rules.words import nearest
from prelower.values.model import Call, Unknown, What

UNEXPECTED = "{} got an unexpected keyword argument '{}'"
SURPLUS = "{} takes {} positional argument{} but {} {} given"
_GPU_KERNEL = "mosaic_gpu.kernel"
_GPU_MESH = "jax._src.pallas.mosaic_gpu.core.Mesh"
"""What further keywords of `plgpu.kernel` are given to."""
_FFI_CALL = "ffi.ffi_call"
_FFI_LOWERING = "ffi.ffi_lowering"
_CUSTOM_CALL = "jax._src.interpreters.mlir.custom_call"
_HANDED_TO = {_FFI_LOWERING: "custom_call", "ffi.register_ffi_target": "register_custom_call_target"}
"""What further keywords are given to."""
_HANDED_ON = frozenset({"call_target_name", "result_types", "operands", "backend_config"})
"""What `ffi_lowering` gives to `custom_call` itself."""
_MEANT = {
    ffi_vectorized.NAME: ffi_vectorized.NOTE,
    "backend": "the class given as compiler_params names the backend",
    "kernel_type": "a pallas_call is always of the TensorCore; pl.kernel takes a mesh for other cores",
    "device_type": "a pallas_call is always of the TensorCore; pl.kernel takes a mesh for other cores",
}
"""What took the place of parameters that are gone."""
_REFUSED = {f"{_FFI_CALL}.{ffi_vectorized.NAME}": (("0.6.0", ffi_vectorized.REMOVED),)}
"""Parameters that are there only to be refused."""
_RENAMED = {
    "out_shape": "out_type",
    "scratch_shapes": "scratch_types",
    "has_side_effects": "has_side_effect",
    "out_types": "result_types",
}
_PERHAPS = ("perhaps not given", "not given there")
"""Why a value is not known where the argument may be missing."""
_CLASSES = ("CompilerParams", "InterpretParams", "CostEstimate", "GridSpec", "BlockSpec")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """Every argument by its name; what is left over by position only where no name is wrong."""
    surplus = [name for name in call.arguments if name.startswith("*")]
    for name, given in call.arguments.items():
        if name not in surplus[1:]:  # they are all one mistake
            yield Subject(given, name, beside=name, shown="item")


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """Python's verdict on a keyword; None where the parameter is there."""
    name = subject.beside
    if name == ffi_vectorized.NAME and call.target == _FFI_CALL:
        taken = ffi_vectorized.while_taken(what, call, jax)
        if taken is not None:
            return taken
    known = parameters_of(call, jax)
    absent = isinstance(what, Unknown) and what.reason in _PERHAPS
    if known is None or absent:
        return None
    if name in known:
        said = in_release(jax, _REFUSED.get(f"{call.target}.{name}", ()))
        return Verdict(said, note=_MEANT.get(name), plain=True, early=True) if said else None
    if name.startswith("*"):
        return _surplus(call, jax, known)
    said = UNEXPECTED.format(_taker(call, jax), name)
    return Verdict(said, note=_note(name, known, call), plain=True, early=True)


def parameters_of(call: Call, jax: JaxView) -> tuple[str, ...] | None:
    """The parameters that a call may be given; None where it takes any or that is not known."""
    watched = jax.watched(call.callee)
    if watched is None or not watched.parameters:
        return None
    if call.target == _FFI_LOWERING:
        further = jax.watched(_CUSTOM_CALL)
        known = further.parameters if further and not further.var_keyword else ()
        return (*watched.parameters, *(n for n in known if n not in _HANDED_ON)) if known else None
    if call.target == _GPU_KERNEL:
        mesh = jax.watched(_GPU_MESH)
        return (*watched.parameters, *mesh.parameters) if mesh and mesh.parameters else None
    if call.target == "ffi.register_ffi_target":
        return (*watched.parameters, "traits")
    return None if watched.var_keyword else watched.parameters


def _taker(call: Call, jax: JaxView) -> str:
    """How Python names what does not take a keyword, which may be what further keywords are handed on to."""
    if call.target == _GPU_KERNEL:
        return "GPUMesh.__init__()" if jax.at_least("0.6.1") is False else "Mesh.__init__()"
    handed = _HANDED_TO.get(call.target)
    return f"{handed}()" if handed else _called(call, jax)


def _called(call: Call, jax: JaxView) -> str:
    """How Python names what was called: by the name that it was defined under."""
    if call.derived is not None:
        return f"{call.derived.name}.__init__()"
    canonical = jax.resolve(call.callee).canonical or call.callee
    name = canonical.rpartition(".")[2]
    return f"{name}.__init__()" if call.target.endswith(_CLASSES) else f"{name}()"


def _surplus(call: Call, jax: JaxView, known: tuple[str, ...]) -> Verdict | None:
    if any(name not in known and not name.startswith("*") for name in call.arguments):
        return None
    watched = jax.watched(call.callee)
    places = [n for n in (watched.parameters if watched else known) if not watched or n not in watched.keyword_only]
    owner = _called(call, jax)
    own = 1 if owner.endswith("__init__()") else 0
    count = len(places) + own
    given = count + sum(name.startswith("*") for name in call.arguments)
    # Where some may be left out, Python says from how many on: every one of `plgpu.kernel` since `out_type` is there.
    taken = f"from 0 to {count}" if call.target == _GPU_KERNEL and "out_type" in known else str(count)
    plural = "" if taken == "1" else "s"
    return Verdict(SURPLUS.format(owner, taken, plural, given, "were"), plain=True, early=True)


def _note(name: str, known: tuple[str, ...], call: Call) -> str | None:
    if name in _MEANT:
        return _MEANT[name]
    meant = _meant(name, known)
    if meant is None and call.target == _FFI_CALL:
        return "operands and attributes are given to the function that ffi_call returns"
    return f"did you mean `{meant}`?" if meant else None


def _meant(name: str, known: Sequence[str]) -> str | None:
    renamed = _RENAMED.get(name) or next((old for old, new in _RENAMED.items() if new == name), None)
    return renamed if renamed in known else nearest(name, known)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """None here: see `mend_in`."""
    return None


def mend_in(subject: Subject, call: Call, text: str, jax: JaxView) -> Intent | None:
    """The nearest parameter that is not given yet; else without the argument."""
    name = subject.beside
    rewritten = ffi_vectorized.rewritten(call, text) if name == ffi_vectorized.NAME else None
    if rewritten is not None:
        return rewritten
    if name.startswith("*"):
        return None
    known = [n for n in parameters_of(call, jax) or () if n not in call.arguments]
    meant = _meant(name, known)
    if meant is not None:
        return Intent("name", f"Write `{meant}`", False, meant)
    return None if call.target == _FFI_CALL else Intent("drop", f"Leave `{name}` out", False)


def _params(name: str) -> str:
    return UNEXPECTED.format("CompilerParams.__init__()", name)


EXAMPLES = (
    Example("tpu:vmem_limit_byte", "2**24", _params("vmem_limit_byte"), "vmem_limit_bytes=2**24", False,
            shown="vmem_limit_byte=2**24"),
    Example("tpu:num_warps", "4", _params("num_warps"), "", False, shown="num_warps=4"),
    Example("tpu:kernel_type", "None", _params("kernel_type"), "", False, shown="kernel_type=None"),
    Example("triton:num_ctas", "1", _params("num_ctas"), "", False, shown="num_ctas=1"),
    Example("mosaic_gpu:delay_release", "1", _params("delay_release"), "", False, shown="delay_release=1"),
    Example("pallas:backend", '"mosaic_tpu"', UNEXPECTED.format("pallas_call()", "backend"), "", False,
            shown='backend="mosaic_tpu"'),
    Example("ffi:vmap_methods", '"sequential"', UNEXPECTED.format("ffi_call()", "vmap_methods"),
            'vmap_method="sequential"', False, shown='vmap_methods="sequential"'),
    Example("ffi:vectorized", "True", UNEXPECTED.format("ffi_call()", "vectorized"), 'vmap_method="expand_dims"', False,
            shown="vectorized=True"),
    Example("ffi:vectorized", "True", ffi_vectorized.DEPRECATED, 'vmap_method="expand_dims"', False, severity=WARNING,
            shown="vectorized=True", release="0.5.3"),
    Example("ffi:vmap_method='sequential', vectorized", "True", ffi_vectorized.BOTH, "vmap_method='sequential'", False,
            shown="vectorized=True", release="0.5.3"),
    Example("ffi:vmap_method='sequential', vectorized", "True", UNEXPECTED.format("ffi_call()", "vectorized"),
            "vmap_method='sequential'", False, shown="vectorized=True"),
    Example("ffi:vectorized", "None", why="as if it were not given", release="0.5.3"),
    Example("ffi:eps", "1e-5", UNEXPECTED.format("ffi_call()", "eps"), shown="eps=1e-5"),
    Example("lowering:has_side_effects", "True", UNEXPECTED.format("custom_call()", "has_side_effects"),
            "has_side_effect=True", False, shown="has_side_effects=True"),
    Example("cost:flop", "1", UNEXPECTED.format("CostEstimate.__init__()", "flop"), "", False, shown="flop=1"),
    Example("mosaic_gpu_kernel:out_shape", "x", UNEXPECTED.format("Mesh.__init__()", "out_shape"), "out_type=x", False,
            shown="out_shape=x"),
    Example("mosaic_gpu_kernel:kernel_names", '"double"', UNEXPECTED.format("Mesh.__init__()", "kernel_names"),
            'kernel_name="double"', False, shown='kernel_names="double"'),
    Example("mosaic_gpu_kernel:kernel_name", '"double"', why="a field of the mesh"),
    Example("lowering:has_side_effect", "True", why="handed on to custom_call, which has it"),
    Example("tpu:skip_device_barrier", "True", why="a field of this release"),
)  # fmt: skip

RULE = Rule(
    name="unknown-keyword",
    summary="A keyword that the called class or function of JAX does not have.",
    page=__doc__,
    targets=(
        "tpu.CompilerParams",
        "triton.CompilerParams",
        "mosaic_gpu.CompilerParams",
        "pallas.CostEstimate",
        "pallas.GridSpec",
        "tpu.PrefetchScalarGridSpec",
        "pallas.BlockSpec",
        "tpu.InterpretParams",
        "pallas.pallas_call",
        "pallas.kernel",
        "mosaic_gpu.kernel",
        "ffi.ffi_call",
        "ffi.ffi_lowering",
        "ffi.register_ffi_target",
        "mlir.custom_call",
    ),
    guard="unknown_keyword",
    accepts="the parameters that this release has",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    mend_in=mend_in,
    examples=EXAMPLES,
)
