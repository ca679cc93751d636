"""In a function that is run for its own sake, what is changed by another name or by a nested function is seen."""

from __future__ import annotations

import textwrap

import pytest

from prelower.engine import Engine
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

HEAD = """\
import functools
import jax
from contextlib import contextmanager
from types import SimpleNamespace
from jax.experimental.pallas import tpu as pltpu


def make(n):
"""
CLEAN = {
    "another name for a dict": """
        d = {"vmem_limit_bytes": 1.5}
        e = d
        e["vmem_limit_bytes"] = 2**20
        return pltpu.CompilerParams(**d)
    """,
    "a third name": """
        d = {"vmem_limit_bytes": 1.5}
        e = d
        f = e
        f["vmem_limit_bytes"] = 2**20
        return pltpu.CompilerParams(**d)
    """,
    "a part": """
        opts = {"a": {"limit": 1.5}}
        inner = opts["a"]
        inner["limit"] = 2**20
        return pltpu.CompilerParams(vmem_limit_bytes=opts["a"]["limit"])
    """,
    "an object": """
        t = SimpleNamespace(v=1.5)
        u = t
        u.v = 2**20
        return pltpu.CompilerParams(vmem_limit_bytes=t.v)
    """,
    "a loop's name": """
        t = SimpleNamespace(v=1.5)
        for each in [t]:
            each.v = 2**20
        return pltpu.CompilerParams(vmem_limit_bytes=t.v)
    """,
    "held by a list": """
        d = {"limit": 1.5}
        box = [d]
        box[0]["limit"] = 2**20
        return pltpu.CompilerParams(vmem_limit_bytes=d["limit"])
    """,
    "put into a list": """
        d = {"limit": 1.5}
        box = []
        box.append(d)
        box[0].update(limit=2**20)
        return pltpu.CompilerParams(vmem_limit_bytes=d["limit"])
    """,
    "nonlocal": """
        limit = 1.5e6
        def whole():
            nonlocal limit
            limit = int(limit)
        whole()
        return pltpu.CompilerParams(vmem_limit_bytes=limit)
    """,
    "a nested function": """
        d = {"limit": 1.5}
        def whole():
            d["limit"] = 2**20
        whole()
        return pltpu.CompilerParams(vmem_limit_bytes=d["limit"])
    """,
    "a nested function by another": """
        d = {"limit": 1.5}
        def whole():
            d.update(limit=2**20)
        def twice():
            whole()
        twice()
        return pltpu.CompilerParams(vmem_limit_bytes=d["limit"])
    """,
    "a builder": """
        semantics = []
        def axis(kind):
            semantics.append(kind)
        axis(1.5)
        semantics.clear()
        semantics.append(2**20)
        return pltpu.CompilerParams(vmem_limit_bytes=semantics[0])
    """,
    "a partial": """
        d = {"limit": 1.5}
        def put(table, value):
            table["limit"] = value
        put_there = functools.partial(put, d)
        put_there(2**20)
        return pltpu.CompilerParams(vmem_limit_bytes=d["limit"])
    """,
    "a function given to JAX": """
        limit = 1.5
        def whole():
            nonlocal limit
            limit = 2**20
        jax.tree.map(lambda _: whole(), 1)
        return pltpu.CompilerParams(vmem_limit_bytes=limit)
    """,
    "a context manager": """
        limit = 1.5
        @contextmanager
        def scope():
            nonlocal limit
            limit = 2**20
            yield
        with scope():
            return pltpu.CompilerParams(vmem_limit_bytes=limit)
    """,
    "the body of a class": """
        limit = 1.5
        class Fix:
            nonlocal limit
            limit = 2**20
        return pltpu.CompilerParams(vmem_limit_bytes=limit)
    """,
    "an exception": """
        d = {"limit": 1.5}
        try:
            raise ValueError(d)
        except ValueError as error:
            error.args[0]["limit"] = 2**20
        return pltpu.CompilerParams(vmem_limit_bytes=d["limit"])
    """,
}
"""Where the value that is given is 2**20, or not known."""


@pytest.mark.parametrize("name", CLEAN)
@pytest.mark.parametrize("called", [False, True])
def test_what_is_changed_elsewhere_is_seen(name: str, called: bool):
    text = HEAD + textwrap.indent(textwrap.dedent(CLEAN[name]).strip("\n"), "    ") + "\n"
    found = Engine("/project", Jax("0.12.0.1", "asked")).check(
        Source("/project/case.py", text + "\n\nmake(1)\n" * called)
    )
    assert found.findings == ()


KEPT = """
    d = {"limit": 1.5}
    e = d
    print(e)
    return pltpu.CompilerParams(vmem_limit_bytes=d["limit"])
"""


def test_what_is_not_changed_is_found():
    text = HEAD + KEPT.lstrip("\n")
    found = Engine("/project", Jax("0.12.0.1", "asked")).check(Source("/project/case.py", text))
    assert [finding.code for finding in found.findings] == ["vmem-limit-not-int"]
