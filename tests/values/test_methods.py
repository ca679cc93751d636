"""A method that nobody here calls finds its object as its class makes it."""

from __future__ import annotations

import pytest

from properties.judge import PARAMETER, interpreted, limits, shortly

HEADER = """\
from dataclasses import dataclass, field
from typing import NamedTuple
from jax.experimental.pallas import tpu as pltpu
"""
USE = """
    def use(self):
        pltpu.CompilerParams(vmem_limit_bytes={})
"""
MADE = {
    "by `__init__`": ("class C:\n    def __init__(self):\n        self.size = 2.5\n", "self.size", "float 2.5"),
    "by `__init__`, over the class's own": (
        "class C:\n    size = 2.5\n    def __init__(self, rows):\n        self.size = 7\n",
        "self.size",
        "int 7",
    ),
    "by `__init__`, step by step": (
        "class C:\n    def __init__(self):\n        size = 4\n        size /= 2\n        self.size = size\n",
        "self.size",
        "float 2.0",
    ),
    "by `__init__`, in a list": (
        "class C:\n    def __init__(self):\n        self.sizes = [1]\n        self.sizes.append(2.5)\n",
        "self.sizes[-1]",
        "float 2.5",
    ),
    "by the base's `__init__`": (
        "class B:\n    def __init__(self):\n        self.size = 2.5\nclass C(B):\n    pass\n",
        "self.size",
        "float 2.5",
    ),
    "by `__post_init__`": (
        "@dataclass\nclass C:\n    rows: int = 5\n    def __post_init__(self):\n        self.size = 2.5\n",
        "self.size",
        "float 2.5",
    ),
    "by a factory": (
        "def make():\n    made = [1]\n    made.append(2.5)\n    return made\n"
        "@dataclass\nclass C:\n    sizes: list = field(init=False, default_factory=make)\n",
        "self.sizes[-1]",
        "float 2.5",
    ),
    "by a property": (
        "class C:\n    @property\n    def size(self):\n        size = 5\n        size /= 2\n        return size\n",
        "self.size",
        "float 2.5",
    ),
    "by an operator": (
        "class C:\n    def __add__(self, other):\n        sum = 2\n        sum += other\n        return sum\n",
        "self + 0.5",
        "float 2.5",
    ),
}


def claimed(text: str) -> list[str]:
    """What is claimed of the values that a program gives to JAX."""
    calls = limits(interpreted(HEADER + text))
    return sorted({shortly(p.what) for call in calls for p in call.arguments[PARAMETER].value})


@pytest.mark.parametrize("how", MADE)
def test_a_method_sees_what_its_class_makes(how: str) -> None:
    made, value, claim = MADE[how]
    assert claimed(made + USE.format(value)) == [claim]


def test_what_starts_an_object_is_run_once() -> None:
    text = "class Held:\n    size = 1\nheld = Held()\nclass C:\n    def __init__(self):\n"
    text += "        held.size = (held.size,)\n"
    assert claimed(text + "        pltpu.CompilerParams(vmem_limit_bytes=held.size)\n") == ["builtins.tuple(int 1)"]


def test_what_starts_an_object_finds_its_fields() -> None:
    text = "@dataclass\nclass C:\n    size: object = field(init=False, default=1)\n    def __post_init__(self):\n"
    text += "        self.size = (self.size,)\n        pltpu.CompilerParams(vmem_limit_bytes=self.size)\n"
    assert claimed(text) == ["builtins.tuple(int 1)"]


def test_a_named_tuple_is_a_tuple() -> None:
    text = "class Size(NamedTuple):\n    rows: int\nx = 1 if isinstance(Size(1), tuple) else 2.5\n"
    assert claimed(text + "pltpu.CompilerParams(vmem_limit_bytes=x)\n") == ["int 1"]


OVERRIDDEN = """
class Base:
    def limit(self):
        return 1.5

    @property
    def budget(self):
        return 1.5

    half = 1.5

    def use(self):
        pltpu.CompilerParams(vmem_limit_bytes=self.{0})


class Fast(Base):
    def limit(self):
        return 7

    @property
    def budget(self):
        return 7

    half = 7
"""


@pytest.mark.parametrize("name", ["limit()", "budget", "half"])
def test_what_a_subclass_has_otherwise_is_in_doubt(name: str) -> None:
    claims = claimed(OVERRIDDEN.format(name))
    assert "float 1.5" in claims and "int 7" in claims and claims[0].startswith("Unknown(")


HELD = """
class Base:
    size = 1

    def __init__(self, rows=3):
        self.rows = rows

    def use(self):
        pltpu.CompilerParams(vmem_limit_bytes={0})
"""


@pytest.mark.parametrize(
    ("text", "value", "claim"),
    [
        ("class Fast(Base):\n    size = 2.5\n", "self.size", "float 2.5"),
        ("class Fast(Base):\n    def __init__(self):\n        super().__init__(2.5)\n", "self.rows", "float 2.5"),
        ("class Fast(Base):\n    size = 2.5\n    def use(self):\n        pass\n", "self.size", None),
        ("OBJECT = Base(2.5)\n", "self.rows", "float 2.5"),
        ("class Fast(Base):\n    pass\nOBJECT = Fast(2.5)\n", "self.rows", "float 2.5"),
        ("OBJECT = Base(2.5)\nOBJECT.rows = 7\n", "self.rows", "int 7"),
        ("OBJECT = Base(2.5)\ndef set():\n    OBJECT.rows = 7\n", "self.rows", "Unknown"),
    ],
)
def test_a_method_is_run_on_the_objects_that_there_are(text: str, value: str, claim: str | None) -> None:
    claims = claimed(HELD.format(value) + text)
    assert any(c.startswith(claim) for c in claims) if claim else "float 2.5" not in claims
