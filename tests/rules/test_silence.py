"""What looks like a mistake and is none, or may be none: nothing is said, or a warning where one branch is bad."""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

HEAD = """\
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
from jax.experimental.pallas import tpu as pltpu
"""
SILENT = {
    "index maps that fit, or of which too little is known": """
from maps import chosen, ROWS


def row(*indices):
    return indices[0], 0


def of(i, j=0):
    first = i * 2
    return first, j


def run(kernel, x, grid, size, table):
    by_row = pl.BlockSpec((8, 128), row)
    maps = [pl.BlockSpec((8, 128), f) for f in (of, chosen, lambda i: table[i], lambda i: ROWS, lambda i: (0,) * 2)]
    squeezed = pl.BlockSpec((None, size), lambda i: (i, 0))
    other = pl.pallas_call(kernel, grid=grid, in_specs=[pl.BlockSpec((8, 128), lambda i, j, k: (i, j))], out_shape=x)
    prefetched = pltpu.PrefetchScalarGridSpec(
        num_scalar_prefetch=1, grid=(1,), in_specs=[pl.BlockSpec((8, 128), lambda i, r: (r[i], 0))], out_specs=by_row
    )
    fetching = pl.pallas_call(kernel, grid_spec=prefetched, out_shape=x)
    return pl.pallas_call(kernel, grid=(4,), in_specs=[by_row, *maps, squeezed], out_specs=by_row, out_shape=x)
""",
    "a barrier that the kernel asks for": """
def kernel(x, out):
    semaphore = pltpu.get_barrier_semaphore()
    pl.semaphore_wait(semaphore, 1)
    out[...] = x[...]


params = pltpu.CompilerParams(collective_id=0)
call = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8, 128), "float32"), compiler_params=params)
""",
    "a barrier that something else may ask for": """
from barriers import wait_for_all


def kernel(x, out):
    wait_for_all()
    out[...] = jnp.exp(x[...])


params = pltpu.CompilerParams(collective_id=0)
call = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8, 128), "float32"), compiler_params=params)
""",
    "a barrier in a function that the kernel is given, holds or loops over": """
def wait():
    return pltpu.get_barrier_semaphore()


STEPS = [wait]


def looping(x, out):
    jax.lax.fori_loop(0, 1, lambda i, carry: STEPS[0]() or carry, 0)
    out[...] = x[...]


def handing(x, out):
    jax.lax.cond(True, wait, wait)
    out[...] = x[...]


def given(x, out, step=wait):
    step()
    out[...] = x[...]


params = pltpu.CompilerParams(collective_id=0)
for body in (looping, handing, given):
    call = pl.pallas_call(body, out_shape=jax.ShapeDtypeStruct((8, 128), "float32"), compiler_params=params)
""",
    "an id that is allowed without a barrier": """
def kernel(x, out):
    out[...] = x[...]


params = pltpu.CompilerParams(collective_id=0, allow_collective_id_without_custom_barrier=True)
call = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8, 128), "float32"), compiler_params=params)
""",
    "a specification that is None where the operand may be": """
def run(kernel, x, bias=None):
    spec = pl.BlockSpec((8, 128), lambda i: (i, 0))
    bias_spec = None if bias is None else spec
    return pl.pallas_call(kernel, grid=(1,), in_specs=[spec, bias_spec], out_specs=spec, out_shape=x)(x, bias)
""",
    "a keyword of one version of JAX": """
extra = {"kernel_type": None} if jax.__version_info__ < (0, 10, 1) else {}
params = pltpu.CompilerParams(**extra)
""",
    "a keyword that a signature is asked for": """
import inspect

kw = {}
if "kernel_type" in inspect.signature(pltpu.CompilerParams).parameters:
    kw["kernel_type"] = None
params = pltpu.CompilerParams(**kw)
""",
    "an import in a handler": """
try:
    from jax.ffi import ffi_call
except ImportError:
    from jax.extend.ffi import ffi_call
""",
    "a name behind hasattr, in a function": """
def params(**kw):
    if hasattr(pltpu, "TPUCompilerParams"):
        return pltpu.TPUCompilerParams(**kw)
    return pltpu.CompilerParams(**kw)
""",
    "keywords that are not known": """
def params(**kw):
    return pltpu.CompilerParams(**kw)
""",
    "a class of the program's own": """
class CompilerParams:
    def __init__(self, **fields):
        self.fields = fields


params = CompilerParams(num_warps=4)
""",
    "words for a grid that is not known": """
def run(kernel, x, grid):
    params = pltpu.CompilerParams(dimension_semantics=("parallel", "arbitrary"))
    return pl.pallas_call(kernel, grid=grid, out_shape=x, compiler_params=params)(x)
""",
    "words repeated for each dimension": """
def run(kernel, x, n):
    params = pltpu.CompilerParams(dimension_semantics=("arbitrary",) * n)
    return pl.pallas_call(kernel, grid=(8, 8), out_shape=x, compiler_params=params)(x)
""",
    "an alias of operands that are not known": """
def run(kernel, x, *rest):
    return pl.pallas_call(kernel, out_shape=x, input_output_aliases={3: 0})(x, *rest)
""",
    "an output that is a tree of the caller's": """
def run(kernel, x, tree):
    return pl.pallas_call(kernel, out_shape=tree)(x)
""",
    "a grid of what is not known": """
def run(kernel, x, size, block):
    return pl.pallas_call(kernel, grid=(size // block, pl.cdiv(size, block)), out_shape=x)(x)
""",
    "parameters of a kernel that may be another's": """
def run(kernel, x, params):
    return pl.pallas_call(kernel, out_shape=x, compiler_params=params)(x)
""",
    "an error that a test wants": """
import pytest


def test_it(x):
    with pytest.raises(TypeError):
        pltpu.CompilerParams(num_warps=4)
""",
}
WARNED = {
    "a block size that has a default": (
        """
def run(x, rows=64):
    m, n = x.shape
    return pl.pallas_call(lambda a, o: None, out_shape=x, grid=(m / rows,))(x)
""",
        "grid-not-ints",
    ),
    "a keyword in one branch": (
        """
def params(fast):
    kw = {}
    if fast:
        kw["num_warps"] = 4
    return pltpu.CompilerParams(**kw)
""",
        "unknown-keyword",
    ),
    "a kernel that is interpreted": (
        """
def run(kernel, x):
    params = pltpu.CompilerParams(has_side_effects=1)
    return pl.pallas_call(kernel, out_shape=x, compiler_params=params, interpret=True)(x)
""",
        "parameter-not-bool",
    ),
}


def findings(text: str) -> list[tuple[str, str]]:
    """The code and severity of each finding."""
    found = Engine("/project", Jax("0.12.0.1", "asked")).check(Source("/project/case.py", HEAD + text)).findings
    return [(finding.code, finding.severity) for finding in found]


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_said(name: str):
    assert findings(SILENT[name]) == []


@pytest.mark.parametrize("name", WARNED)
def test_a_warning_is_given(name: str):
    text, code = WARNED[name]
    assert findings(text) == [(code, "warning")]
