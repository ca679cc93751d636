"""# jax-name-missing

## What it does
Reports a name of JAX that the JAX at hand does not have: removed, moved, or not there yet.

## Why JAX rejects it
Pallas, the FFI and the private modules around them change from release to release: `pltpu.TPUCompilerParams` became
`pltpu.CompilerParams`, `jax.extend.ffi` became `jax.ffi`, `mlir.custom_call` and `jaxlib.hlo_helpers` are gone.

## When it fires
When the line runs: `AttributeError` for a name of a module, `ImportError` or `ModuleNotFoundError` for an import.
Inside a function that is when it is called, so perhaps not before the kernel is traced. `interpret=True` makes no
difference.

## Example
```python
pltpu.TPUCompilerParams(vmem_limit_bytes=2**24)
```

## Use instead
```python
pltpu.CompilerParams(vmem_limit_bytes=2**24)
```

## Fix safety
Safe for a renamed class, which takes the same arguments, and for `jax.extend.ffi`. No fix for what has no successor of
the same kind.

## Limits
Only names are looked at that some release had and another has not. Code that tells releases apart is left alone:
`hasattr`, `getattr` with a default, `try` with `except ImportError` or `AttributeError`, tests of the version; so is a
function that nobody calls, where such a test in its file may choose it. The path that Python prints behind a failed
import is left out.

## Since
Each name has its own releases; they are read from the installed JAX, else from a table of all releases from 0.4.30 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, What

ATTRIBUTE, IMPORTED, MODULE = "name.attribute", "name.imported", "name.module"
_SAID = {
    ATTRIBUTE: "module '{}' has no attribute '{}'",
    IMPORTED: "cannot import name '{1}' from '{0}'",
    MODULE: "No module named '{0}.{1}'",
}
_TPU = "jax.experimental.pallas.tpu"
_TRITON = "jax.experimental.pallas.triton"
_MOSAIC_GPU = "jax.experimental.pallas.mosaic_gpu"
_PALLAS_ = "jax.experimental.pallas"
_TO_PALLAS = "ANY DeviceIdType delay run_scoped semaphore semaphore_read semaphore_signal semaphore_wait"
_TO_TRITON = "atomic_add atomic_and atomic_cas atomic_max atomic_min atomic_or atomic_xchg atomic_xor max_contiguous"
_PRIVATE = (
    ("mosaic.core.TPUCompilerParams", "mosaic.core.CompilerParams"),
    ("mosaic.core.TPUMemorySpace", "mosaic.core.MemorySpace"),
    ("triton.core.TritonCompilerParams", "triton.core.CompilerParams"),
    ("mosaic_gpu.core.GPUCompilerParams", "mosaic_gpu.core.CompilerParams"),
    ("mosaic_gpu.core.GPUMemorySpace", "mosaic_gpu.core.MemorySpace"),
)
_TO_FFI = "ffi_call ffi_lowering register_ffi_target include_dir pycapsule"
SUCCESSORS = {
    f"{_TPU}.TPUCompilerParams": f"{_TPU}.CompilerParams",
    f"{_TPU}.CompilerParams": f"{_TPU}.TPUCompilerParams",
    f"{_TPU}.TPUMemorySpace": f"{_TPU}.MemorySpace",
    f"{_TPU}.TPUInterpretParams": f"{_TPU}.InterpretParams",
    f"{_TPU}.CostEstimate": "jax.experimental.pallas.CostEstimate",
    f"{_TRITON}.TritonCompilerParams": f"{_TRITON}.CompilerParams",
    f"{_TRITON}.CompilerParams": f"{_TRITON}.TritonCompilerParams",
    f"{_MOSAIC_GPU}.GPUCompilerParams": f"{_MOSAIC_GPU}.CompilerParams",
    f"{_MOSAIC_GPU}.CompilerParams": f"{_MOSAIC_GPU}.GPUCompilerParams",
    f"{_MOSAIC_GPU}.GPUMemorySpace": f"{_MOSAIC_GPU}.MemorySpace",
    f"{_MOSAIC_GPU}.GPUMesh": f"{_MOSAIC_GPU}.Mesh",
    f"{_TPU}.KernelType": f"{_TPU}.CoreType",
    f"{_PALLAS_}.reciprocal": f"{_TPU}.reciprocal",
    "jax.extend.ffi": "jax.ffi",
    **{f"jax._src.pallas.{old}": f"jax._src.pallas.{new}" for pair in _PRIVATE for old, new in (pair, pair[::-1])},
    **{f"{_TPU}.{name}": f"{_PALLAS_}.{name}" for name in _TO_PALLAS.split()},
    **{f"{_PALLAS_}.{name}": f"{_TRITON}.{name}" for name in _TO_TRITON.split()},
    **{f"jax.extend.ffi.{name}": f"jax.ffi.{name}" for name in _TO_FFI.split()},
}
"""What stands for a name where that is missing; whether a release has it is asked of that release."""
_OTHERS: dict[str, set[str]] = {}
for _old, _new in SUCCESSORS.items():
    _OTHERS.setdefault(_old, set()).add(_new)
    _OTHERS.setdefault(_new, set()).add(_old)
_NOTES = {
    "jax.interpreters.mlir.custom_call": "jax.ffi.ffi_lowering makes a lowering rule, jax.ffi.ffi_call a call",
    "jaxlib.hlo_helpers": "jax.ffi.ffi_lowering makes a lowering rule, jax.ffi.ffi_call a call",
    "jax.experimental.pallas.load": "read with `ref[index]`",
    "jax.experimental.pallas.store": "write with `ref[index] = value`",
}


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The name that is used, but where a test decides between it and its other name."""
    others = _OTHERS.get(call.callee, ()) if call.under else ()
    if not any(other.under for name in others for other in calls.of(name)):
        yield Subject(call.arguments["name"], "name")


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """Python's verdict on a name; None where it is there or that is not known."""
    found = jax.resolve(call.callee)
    if found.exists is not False:
        return None
    module, _, name = call.callee.rpartition(".")
    if jax.resolve(module).exists is False:  # that is the fault, and said where the module is named
        return None
    said = found.message if found.message and call.target == ATTRIBUTE else None
    return Verdict(
        said or _SAID[call.target].format(module, name), note=note_on(call.callee, jax), plain=True, early=True
    )


def note_on(dotted: str, jax: JaxView) -> str | None:
    """What stands for a name, or what to write instead."""
    successor = _successor(dotted, jax)
    return f"in this JAX it is `{successor}`" if successor else _NOTES.get(dotted)


def _successor(dotted: str, jax: JaxView) -> str | None:
    successor = SUCCESSORS.get(dotted)
    return successor if successor and jax.resolve(successor).exists else None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """None here: see `mend_in`."""
    return None


def mend_in(subject: Subject, call: Call, text: str, jax: JaxView) -> Intent | None:
    """The name that took its place."""
    successor = _successor(call.callee, jax)
    if successor is None:
        return None
    module, _, name = call.callee.rpartition(".")
    home, _, new = successor.rpartition(".")
    title = f"Use `{successor}`"
    if call.target == IMPORTED:
        bound = text if " as " not in text else text.partition(" as ")[2].strip()
        import_ = new if new == bound else f"{new} as {bound}"
        return (
            Intent("replace", title, True, import_)
            if home == module
            else Intent("import", title, True, f"from {home} import {import_}")
        )
    if call.target == ATTRIBUTE and home == module and text.endswith(name):
        return Intent("replace", title, True, f"{text.removesuffix(name)}{new}")
    return Intent("replace", title, True, successor) if text == call.callee else None


def _example(line: str, shown: str, said: str, fixed: str | None = None) -> Example:
    return Example("name", line, said, fixed, shown=shown)


_PALLAS = "from jax.experimental.pallas import tpu as pltpu, triton, mosaic_gpu as plgpu\n"
EXAMPLES = (
    _example(f"{_PALLAS}params = pltpu.TPUCompilerParams()", "pltpu.TPUCompilerParams",
             f"module '{_TPU}' has no attribute 'TPUCompilerParams'", "params = pltpu.CompilerParams()"),
    _example(f"{_PALLAS}params = triton.TritonCompilerParams()", "triton.TritonCompilerParams",
             f"module '{_TRITON}' has no attribute 'TritonCompilerParams'", "params = triton.CompilerParams()"),
    _example(f"{_PALLAS}params = plgpu.GPUCompilerParams()", "plgpu.GPUCompilerParams",
             f"module '{_MOSAIC_GPU}' has no attribute 'GPUCompilerParams'", "params = plgpu.CompilerParams()"),
    _example("from jax.interpreters import mlir\nf = mlir.custom_call", "mlir.custom_call",
             "module 'jax.interpreters.mlir' has no attribute 'custom_call'"),
    _example("from jaxlib.hlo_helpers import custom_call", "from jaxlib.hlo_helpers import custom_call",
             "No module named 'jaxlib.hlo_helpers'"),
    _example("import jax.lib.xla_client", "import jax.lib.xla_client", "No module named 'jax.lib.xla_client'"),
    Example("name", f"{_PALLAS}params = pltpu.CompilerParams()", why="the name that it has now"),
    Example("name", f"{_PALLAS}Params = getattr(pltpu, 'CompilerParams', None) or pltpu.TPUCompilerParams",
            why="the old name is reached in old releases only"),
    Example("name", f"{_PALLAS}if hasattr(pltpu, 'TPUCompilerParams'):\n    Params = pltpu.TPUCompilerParams",
            why="asked before"),
    Example("name", "try:\n    from jax.ffi import ffi_call\nexcept ImportError:\n"
            "    from jax.extend.ffi import ffi_call", why="each release has its own"),
)  # fmt: skip

RULE = Rule(
    name="jax-name-missing",
    summary="A name of JAX that this release does not have.",
    page=__doc__,
    targets=(ATTRIBUTE, IMPORTED, MODULE),
    guard="names",
    accepts="the names that this release has",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    mend_in=mend_in,
    examples=EXAMPLES,
)
