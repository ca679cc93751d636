"""Classes that derive from a watched one: whose `__init__` it is, and which fields it takes, as Python has it."""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

HEAD = """\
import dataclasses
import functools
from dataclasses import dataclass, field
from typing import ClassVar

import attrs
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

frozen = dataclass(frozen=True)
partly = functools.partial(dataclass, frozen=True)


def params(cls):
    return dataclass(frozen=True)(cls)


@dataclass(frozen=True)
class Mixin:
    block: int = 128


@dataclass(frozen=True)
class Tuned(pltpu.CompilerParams):
    block: int = 128
"""
FIELD = "(pltpu.CompilerParams):\n    block: int = 128\nOwn(block=3)\n"
TAKEN = {
    "its own field": "Tuned(block=3)\n",
    "a field by position": "Tuned(*[None] * 4, False, None, None, 1, *[False] * 5, None, *[False] * 2, None, 3)\n",
    "a dataclass by its full name": "@dataclasses.dataclass(frozen=True, kw_only=True)\nclass Own" + FIELD,
    "a decorator kept in a name": "@frozen\nclass Own" + FIELD,
    "a decorator made by `partial`": "@partly\nclass Own" + FIELD,
    "a decorator of the program's": "@params\nclass Own" + FIELD,
    "a decorator of attrs": "@attrs.frozen\nclass Own" + FIELD,
    "a class made by a call": "class Own(pltpu.CompilerParams):\n    block: int = 1\nOwn = frozen(Own)\nOwn(block=3)\n",
    "a class made in its place": "class Own(pltpu.CompilerParams):\n    block: int = 1\nfrozen(Own)\nOwn(block=3)\n",
    "a class made of a list": "Own = dataclasses.make_dataclass("
    """'Own', [("block", int, 1)], bases=(pltpu.CompilerParams,), frozen=True)\nOwn(block=3)\n""",
    "a subclass without fields": "class Own(Tuned):\n    other: int = 1\nOwn(block=3)\n",
    "a subclass with more": "@frozen\nclass Own(Tuned):\n    other: int = 1\nOwn(block=3, other=4)\n",
    "a mixin with fields": "@frozen\nclass Own(Mixin, pltpu.CompilerParams): pass\nOwn(block=3, vmem_limit_bytes=4)\n",
    "an `__init__`": "class Own(pltpu.CompilerParams):\n    def __init__(self, block): pass\nOwn(block=3)\n",
    "a `__new__`": "class Own(pltpu.CompilerParams):\n    def __new__(cls, block): pass\nOwn(block=3)\n",
    "an argument for `__post_init__`": "@frozen\nclass Own(pltpu.CompilerParams):\n"
    "    v: dataclasses.InitVar[int] = 3\n    def __post_init__(self, v): pass\nOwn(v=3)\n",
    "what `__post_init__` sets": "@frozen\nclass Own(pltpu.CompilerParams):\n    def __post_init__(self):\n"
    '        object.__setattr__(self, "vmem_limit_bytes", 3)\nOwn(vmem_limit_bytes=0.5)\n',
    "a copy": "dataclasses.replace(Tuned(block=3), block=4)\n",
    "the fields of an instance": 'if "blok" in {f.name for f in dataclasses.fields(Tuned())}:\n    Tuned(blok=3)\n',
    "the fields of the class": 'if "blok" in {f.name for f in dataclasses.fields(Tuned)}:\n    Tuned(blok=3)\n',
    "the fields of an instance of JAX's": "p = pltpu.CompilerParams()\n"
    'if "delay_release" in {f.name for f in dataclasses.fields(p)}:\n'
    "    p = dataclasses.replace(p, delay_release=3)\n",
}
"""What is right."""
_ITS = "CompilerParams.__init__() got an unexpected keyword argument 'block'"
REFUSED = {
    "a field that is only annotated": ("class Own" + FIELD, _ITS),
    "no `__init__` of its own": ("@dataclass(frozen=True)\nclass Own(pltpu.CompilerParams): pass\nOwn(blok=3)\n",
                                "Own.__init__() got an unexpected keyword argument 'blok'"),
    "a field of a class between": (
        "class Between(pltpu.CompilerParams):\n    block: int = 1\n@frozen_\nclass Own(Between): pass\nOwn(block=3)\n",
        "Own.__init__() got an unexpected keyword argument 'block'",
    ),
    "a keyword that nobody has": ("Tuned(blok=3)\n", "Tuned.__init__() got an unexpected keyword argument 'blok'"),
    "a copy with one": ("dataclasses.replace(Tuned(), blok=3)\n",
                        "Tuned.__init__() got an unexpected keyword argument 'blok'"),
    "an attribute of the class": (
        "@frozen_\nclass Own(pltpu.CompilerParams):\n    block: ClassVar[int] = 3\nOwn(block=3)\n",
        "Own.__init__() got an unexpected keyword argument 'block'",
    ),
    "a field that is not given": (
        "@frozen_\nclass Own(pltpu.CompilerParams):\n    block: int = field(default=1, init=False)\nOwn(block=3)\n",
        "Own.__init__() got an unexpected keyword argument 'block'",
    ),
    "a wrong value": ("Tuned(vmem_limit_bytes=0.5)\n",
                      "vmem_limit_bytes must be an int: provided with a <class 'float'>."),
}  # fmt: skip
"""What Python or JAX refuses, and with which words."""


def said(text: str) -> list[str]:
    """The messages of what is found in a program, under a JAX of the newest release."""
    source = Source("/project/case.py", HEAD + text.replace("@frozen_", "@dataclass(frozen=True)"))
    return [f.documented for f in Engine("/project", Jax("0.12.0", "asked")).check(source).findings]


@pytest.mark.parametrize("text", TAKEN.values(), ids=TAKEN.keys())
def test_it_takes_what_it_has(text: str):
    assert said(text) == []


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_it_takes_nothing_else(text: str, message: str):
    assert said(text) == [message]
