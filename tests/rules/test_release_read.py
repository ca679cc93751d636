"""Programs that read the release, or what it has, off JAX: what they take and leave there is decided."""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

HEAD = """\
import dataclasses
import inspect
import re

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

VERSION = re.match(r"(\\d+)\\.(\\d+)\\.(\\d+)", jax.__version__)
NUMBERS = tuple(int(part) for part in VERSION.groups())
Params = getattr(pltpu, "CompilerParams", None) or pltpu.TPUCompilerParams


def at_least(*numbers):
    return NUMBERS >= numbers


def supports(name):
    return name in getattr(Params, "__dataclass_fields__", {})


"""
DECIDED = {
    "the groups of a match": "NUMBERS >= (0, 8)",
    "a function that compares them": "at_least(0, 8)",
    "one group": "int(VERSION.group(2)) >= 8",
    "a group by its number": "int(VERSION[2]) >= 8",
    "no match": 'not re.match(r"0\\.[0-7]\\.", jax.__version__)',
    "all its numbers": 'tuple(map(int, re.findall(r"\\d+", jax.__version__))) >= (0, 8)',
    "its parts": 'int(re.split("[.]", jax.__version__)[1]) >= 8',
    "the fields of the class by their dict": 'supports("needs_layout_passes")',
    "the fields of an instance by their dict": '"needs_layout_passes" in Params().__dataclass_fields__',
    "the fields of an instance": '"needs_layout_passes" in {f.name for f in dataclasses.fields(Params())}',
}
"""Tests that the newest release passes, and 0.5.3 does not."""
SILENT = {
    "defaults": """
defaults = pl.pallas_call.__kwdefaults__ or {}
extra = {"backend": "mosaic_tpu"} if "backend" in defaults else {}
call = pl.pallas_call(print, out_shape=jax.ShapeDtypeStruct((8, 128), "float32"), **extra)
""",
    "a signature that an object keeps": """
class Op:
    def __init__(self):
        self.taken = set(inspect.signature(pl.pallas_call).parameters)

    def __call__(self, x):
        extra = {}
        if "backend" in self.taken:
            extra["backend"] = "mosaic_tpu"
        return pl.pallas_call(print, out_shape=x, **extra)(x)


operation = Op()
""",
}
"""Tests that are not decided, and seen to be of the release."""


def said(text: str, release: str) -> list[str]:
    """The rules of what is found in a program under a release."""
    source = Source("/project/case.py", HEAD + text)
    return [finding.code for finding in Engine("/project", Jax(release, "asked")).check(source).findings]


@pytest.mark.parametrize("test", DECIDED.values(), ids=DECIDED.keys())
def test_its_way_is_taken(test: str):
    text = f"if {test}:\n    Params(wrong=1)\n"
    assert said(text, "0.5.3") == []
    assert said(text, "0.12.0") == ["unknown-keyword"]


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT.keys())
@pytest.mark.parametrize("release", ["0.5.3", "0.12.0"])
def test_nothing_is_said_where_it_is_not_decided(text: str, release: str):
    assert said(text, release) == []
