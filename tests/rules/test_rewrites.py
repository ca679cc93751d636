"""A dict of parameters rewritten to its class: how the class is called there, and the import that it may take."""

from __future__ import annotations

import pytest

from oracle.client import Oracle
from prelower.fixes import apply_all

from .test_examples import checked

BODY = """
def copy(x_ref, o_ref):
    o_ref[...] = x_ref[...]


def call(x):
    out = jax.ShapeDtypeStruct((8, 128), jnp.float32)
    return pl.pallas_call(copy, out_shape=out, compiler_params={params})(x)


def lower():
    return jax.jit(call).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
"""
HEAD = "import jax\nimport jax.numpy as jnp\nfrom jax.experimental import pallas as pl\n"
NESTED = "dict(mosaic=dict(vmem_limit_bytes=2**24, dimension_semantics=()))"
NEW = "from jax.experimental.pallas import tpu as pltpu\n"
FIELDS = "CompilerParams(vmem_limit_bytes=2**24, dimension_semantics=())"
IMPORTS = {
    "": (NEW, f"pltpu.{FIELDS}"),
    "from jax.experimental.pallas import tpu\n": ("", f"tpu.{FIELDS}"),
    "from jax.experimental.pallas import tpu as plt\n": ("", f"plt.{FIELDS}"),
    "import jax.experimental.pallas.tpu as mosaic\n": ("", f"mosaic.{FIELDS}"),
    "pltpu = None\n": (NEW.replace("pltpu", "_pltpu"), f"_pltpu.{FIELDS}"),
}
LEFT = ("PARAMS", "dict(mosaic=PARAMS)", "dict(mosaic=dict(vmem=1))", "dict(**PARAMS)", "{1: 2}", "{}")


@pytest.mark.parametrize("head", IMPORTS)
def test_the_class_is_written_as_the_file_names_it(head: str):
    source, findings = checked(HEAD + head + BODY.format(params=NESTED))
    imported, written = IMPORTS[head]
    assert apply_all(source, findings)[0] == imported + HEAD + head + BODY.format(params=written)


@pytest.mark.parametrize("params", LEFT)
def test_a_dict_that_no_class_takes_is_left(params: str):
    _, (finding,) = checked(f"{HEAD}PARAMS = {{'a': 1}}\n{BODY.format(params=params)}")
    assert (finding.code, finding.fix) == ("compiler-params-not-instance", None)


@pytest.mark.oracle
def test_jax_lowers_what_was_rewritten(oracle: Oracle):
    programs = {}
    for head in IMPORTS:
        source, findings = checked(HEAD + head + BODY.format(params=NESTED))
        programs[head] = {"case.py": apply_all(source, findings)[0]}
    assert [result for result in oracle.judge(programs).values() if not result.lowers] == []
