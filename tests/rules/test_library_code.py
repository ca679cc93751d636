"""Code as libraries have it: methods that nobody calls, switches, names of several releases."""

from __future__ import annotations

import pytest

from prelower.findings import ERROR, WARNING

from .test_examples import checked

HEAD = """\
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
"""
SILENT = {
    "flags of one branch, looked at in the other": """\
def f(flag):
    flags = {"A": [1]}
    if flag:
        flags = {"A": True}
    return pltpu.CompilerParams(flags=flags if flag else None)
""",
    "flags taken back under the same test": """\
def f(flag):
    if flag:
        flags = {"A": True}
    else:
        flags = {"A": [1]}
    if not flag:
        flags = None
    return pltpu.CompilerParams(flags=flags)
""",
    "flags made again from what a helper gave": """\
def opts(flag):
    if flag:
        return {"A": True}
    return {"A": "yes"}


def f(flag):
    o = opts(flag)
    if not flag:
        o = {k: 1 for k in o}
    return pltpu.CompilerParams(flags=o)
""",
    "flags put in and taken out": """\
def f(flag):
    flags = {}
    if flag:
        flags["A"] = "yes"
    if flag:
        flags.clear()
    return pltpu.CompilerParams(flags=flags)
""",
    "flags put in on the other way": """\
def f(flag):
    flags = {}
    if flag:
        flags["A"] = "yes"
    if not flag:
        return pltpu.CompilerParams(flags=flags)
    return None
""",
    "no flags where they would be bad": """\
def f(flag):
    flags = {"A": "yes"} if flag else {"A": 1}
    return pltpu.CompilerParams(flags={} if flag else flags)
""",
    "flags of an object, by its own switch": """\
class Op:
    def __init__(self, flag):
        self.flag = flag
        self.flags = {"A": "yes"} if flag else {"A": 1}

    def params(self):
        flags = {} if self.flag else self.flags
        return pltpu.CompilerParams(flags=flags)
""",
    "aliases of one branch": """\
def launch(x, flag):
    aliases = {0: 1}
    if flag:
        aliases = {0: 0}
    return pl.pallas_call(
        lambda x_ref,
        o_ref: None,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        input_output_aliases=aliases if flag else {},
    )(x)
""",
    "scratch shapes of one branch": """\
def launch(x, scratch):
    shapes = [jax.ShapeDtypeStruct((8, 128), x.dtype)]
    if scratch:
        shapes = [pltpu.VMEM((8, 128), x.dtype)]
    return pl.pallas_call(lambda a, o, *s: None, out_shape=x, scratch_shapes=shapes if scratch else ())(x)
""",
    "metadata of one branch": """\
def f(x, flag):
    meta = {"a": {1, 2}} if flag else {"a": "b"}
    return pl.pallas_call(lambda a, o: None, out_shape=x, metadata=None if flag else meta)(x)
""",
    "a class that is there": """\
CompilerParams = getattr(pltpu, "CompilerParams", None)
if CompilerParams is None:
    CompilerParams = pltpu.TPUCompilerParams
""",
    "a class that is there, in a class": """\
class Compat:
    cls = getattr(pltpu, "CompilerParams", None)
    if cls is None:
        cls = pltpu.TPUCompilerParams

    def params(self, **kw):
        return self.cls(**kw)
""",
    "a class that is there, in an expression": """\
_new = getattr(pltpu, "CompilerParams", None)
CP = _new if _new is not None else pltpu.TPUCompilerParams
CP2 = _new or pltpu.TPUCompilerParams
""",
    "an import that does not fail": """\
try:
    from jax.experimental.pallas.tpu import CompilerParams
except ImportError:
    CompilerParams = None
if CompilerParams is None:
    CompilerParams = pltpu.TPUCompilerParams
""",
    "a name that is in the module": """\
if "CompilerParams" in dir(pltpu):
    CP = pltpu.CompilerParams
else:
    CP = pltpu.TPUCompilerParams
P = CP(vmem_limit_bytes=2**24)
""",
    "a name that is in the list of names": """\
NAMES = dir(pltpu)
if "TPUCompilerParams" in NAMES:
    CP = pltpu.TPUCompilerParams
else:
    CP = pltpu.CompilerParams
""",
    "what else an old release would need": """\
cls = getattr(pltpu, "CompilerParams", None)
LIMIT = 2**24
if cls is None:
    cls = pltpu.TPUCompilerParams
    LIMIT = float(LIMIT)
P = cls(vmem_limit_bytes=LIMIT)
""",
    "a limit for old releases": """\
def make(limit):
    cls = getattr(pltpu, "CompilerParams", None)
    if cls is None:
        limit = 0.5
    return (cls or pltpu.TPUCompilerParams)(vmem_limit_bytes=limit)
""",
    "a class by its name": """\
cls = getattr(pltpu, "CompilerParams", None) or getattr(pltpu, "TPUCompilerParams")
kw = {"vmem_limit_bytes": 2**24}
if cls.__name__ == "TPUCompilerParams":
    kw["vmem_limit_bytes"] = float(2**24)
P = cls(**kw)
""",
    "a field that may be there": """\
EXTRA = {}
if "kernel_type" in pltpu.CompilerParams.__dataclass_fields__:
    EXTRA["kernel_type"] = pltpu.KernelType.TC


def f(x):
    return pl.pallas_call(lambda a, o: None, out_shape=x, compiler_params=pltpu.CompilerParams(**EXTRA))(x)
""",
    "an object that knows how it was made": """\
class Op:
    def __init__(self, dynamic):
        self.dynamic = dynamic
        self.limit = "auto" if dynamic else 2**24

    def params(self):
        if self.dynamic:
            return pltpu.CompilerParams()
        return pltpu.CompilerParams(vmem_limit_bytes=self.limit)
""",
    "a class that is asked for": """\
def f(limit):
    if type(limit) is float:
        limit = int(limit)
    if type(limit) in (str, bytes):
        raise TypeError
    if limit.__class__ is bool:
        return None
    if not hasattr(limit, "bit_length"):
        return None
    return pltpu.CompilerParams(vmem_limit_bytes=limit)


A, B, C = f(1.5), f(True), f([1])
""",
}
FOUND = {
    ("what a subclass has", "vmem-limit-not-int"): """\
class Base:
    limit = None

    def params(self):
        return pltpu.CompilerParams(vmem_limit_bytes=self.limit)


class A(Base):
    limit = 0.5
""",
    ("what a subclass gives its base", "vmem-limit-not-int"): """\
class Base:
    def __init__(self, limit):
        self.limit = limit

    def params(self):
        return pltpu.CompilerParams(vmem_limit_bytes=self.limit)


class A(Base):
    def __init__(self):
        super().__init__(0.5)
""",
    ("what the module makes", "vmem-limit-not-int"): """\
class Op:
    def __init__(self, limit):
        self.limit = limit

    def params(self):
        return pltpu.CompilerParams(vmem_limit_bytes=self.limit)


OP = Op(0.5)
""",
    ("a table of the module", "vmem-limit-not-int"): """\
TABLE = {"v4": 1e6, "v5e": 2e6}


class Op:
    def __init__(self, gen):
        limit = TABLE[gen]
        self.limit = limit

    def params(self):
        return pltpu.CompilerParams(vmem_limit_bytes=self.limit)
""",
    ("a grid of two or three dimensions", "dimension-semantics-wrong"): """\
def f(x, flag):
    grid = (1, 1)
    if flag:
        grid = (1,) + grid
    return pl.pallas_call(lambda a, o: None, out_shape=x, grid=grid,
        compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel",)))(x)
""",
    ("an object of the program's own class", "compiler-params-not-instance"): """\
class Params:
    limit = 3


def f(x):
    return pl.pallas_call(lambda a, o: None, out_shape=x, compiler_params=Params())(x)
""",
    ("an object of the program's own dataclass", "compiler-params-not-instance"): """\
from dataclasses import dataclass


@dataclass(frozen=True)
class Params:
    vmem_limit_bytes: int = 3


def f(x):
    return pl.pallas_call(lambda a, o: None, out_shape=x, compiler_params=Params())(x)
""",
}


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_said_of(name: str):
    _, findings = checked(HEAD + SILENT[name])
    assert [f.documented for f in findings if f.severity in (ERROR, WARNING)] == []


@pytest.mark.parametrize(("name", "code"), FOUND)
def test_a_mistake_is_found_in(name: str, code: str):
    _, findings = checked(HEAD + FOUND[name, code])
    assert [(f.code, f.severity) for f in findings] == [(code, ERROR)]
