"""What JAX 0.4.31 took as an attribute of an FFI call, and in the dict that stood for compiler parameters.

The verdict table has the samples that were measured; these are the values around them, each run with JAX 0.4.31.
"""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.findings import Finding
from prelower.jaxview.jax import Jax
from prelower.rules.checks import BOOL_WANTED
from prelower.rules.older_attributes import ONLY_SCALARS, UNSUPPORTED
from prelower.text.source import Source

FFI = """\
import jax, jax.numpy as jnp, numpy as np
from jax.extend import ffi


def f(x):
    return ffi.ffi_call("target", jax.ShapeDtypeStruct((2,), np.float32), x, v={value})
"""
PALLAS = """\
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl


def f(kernel, out, x):
    return pl.pallas_call(kernel, out_shape=out, compiler_params=dict(mosaic=dict(vmem_limit_bytes={value})))(x)
"""
TAKEN = (
    "1",
    "True",
    '"a"',
    "2.5",
    "np.float64(2)",
    'np.str_("a")',
    "jnp.asarray(1)",
    "jnp.array(1.0)",
    "jnp.asarray(x)",
)
REFUSED = (
    ("(1, 2)", UNSUPPORTED.format("<class 'tuple'>")),
    ("{'a': 1, 'b': 2}", UNSUPPORTED.format("<class 'dict'>")),
    ("{}", UNSUPPORTED.format("<class 'dict'>")),
    ("None", UNSUPPORTED.format("<class 'NoneType'>")),
    ('np.dtype("float32")', UNSUPPORTED.format("<class 'numpy.dtypes.Float32DType'>")),
    ("np.complex64(1)", UNSUPPORTED.format("<class 'numpy.complex64'>")),
    ("np.array(1)", ONLY_SCALARS),
    ("jnp.ones(3)", ONLY_SCALARS),
    ("jnp.bfloat16(1)", ONLY_SCALARS),
    ("np.float32", ONLY_SCALARS),
    ('np.bytes_(b"a")', "No dtype_to_ir_type handler for dtype: |S1"),
    ("2**63", BOOL_WANTED),
    ("np.uint64(2**64 - 1)", BOOL_WANTED),
)


def found(program: str, version: str = "0.4.31") -> tuple[Finding, ...]:
    """What is found under a release, besides the note that the arguments stand where they did then."""
    result = Engine("/project", Jax(version, "asked")).check(Source("/project/case.py", program))
    return tuple(each for each in result.findings if each.severity == "error")


@pytest.mark.parametrize("value", TAKEN)
def test_a_scalar_is_an_attribute(value: str):
    assert not found(FFI.format(value=value))


@pytest.mark.parametrize("value, message", REFUSED)
def test_nothing_else_is(value: str, message: str):
    program = FFI.format(value=value)
    (finding,) = found(program)
    assert finding.documented == message
    assert Source("case.py", program).lines.span_text(finding.span) == value


@pytest.mark.parametrize("version, message", [("0.4.31", "must be an int"), ("0.6.0", "must be an int")])
def test_the_dict_of_compiler_parameters_is_looked_into(version: str, message: str):
    (finding,) = found(PALLAS.format(value="64e6"), version)
    assert message in finding.documented
    assert finding.fix is not None and finding.fix.edits[0].content == "64_000_000"
    assert not found(PALLAS.format(value="64_000_000"), version)


def test_later_releases_say_something_of_the_whole_dict():
    assert [finding.code for finding in found(PALLAS.format(value="64e6"), "0.12.0.1")] == [
        "compiler-params-not-instance"
    ]
