"""Programs that ask for the release: those that are right under each of nine releases, and those that are not.

Each program of `RIGHT` was run with all nine; what is found in one of `WRONG`, that release raises.
"""

from __future__ import annotations

import textwrap

import pytest

from prelower.engine import Engine
from prelower.findings import ERROR, WARNING
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

from .releases import ORACLE

HEAD = """\
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...]


shape = jax.ShapeDtypeStruct((8, 128), jnp.float32)
"""
PARAMS = 'Params = getattr(pltpu, "CompilerParams", None) or pltpu.TPUCompilerParams\n'
CALLED = '\n\ndef f(x):\n    return ffi.ffi_call("t", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)\n'
FFI = {
    "in a try": "try:\n    from jax import ffi\nexcept ImportError:\n    from jax.extend import ffi\n",
    "by another name": "try:\n    import jax.ffi as ffi\nexcept ImportError:\n    import jax.extend.ffi as ffi\n",
    "by the version": "if jax.__version_info__ >= (0, 5):\n    from jax import ffi\n"
    "else:\n    from jax.extend import ffi\n",
    "by what there is": 'if hasattr(jax, "ffi"):\n    ffi = jax.ffi\n'
    "else:\n    import jax.extend.ffi\n    ffi = jax.extend.ffi\n",
    "by its name": 'import importlib\ntry:\n    ffi = importlib.import_module("jax.ffi")\nexcept ImportError:\n'
    '    ffi = importlib.import_module("jax.extend.ffi")\n',
    "where the other was not": "try:\n    from jax import ffi\nexcept ImportError:\n    ffi = None\nif ffi is None:\n"
    "    from jax.extend import ffi\n",
    "with a default": 'ffi = getattr(jax, "ffi", None)\nif ffi is None:\n    import jax.extend.ffi\n'
    "    ffi = jax.extend.ffi\n",
}  # fmt: skip
CLASSES = {
    "a tuple": "P = pltpu.CompilerParams if jax.__version_info__ >= (0, 6) else pltpu.TPUCompilerParams",
    "packaging": """
        from packaging import version
        if version.parse(jax.__version__) >= version.parse("0.6.0"):
            P = pltpu.CompilerParams
        else:
            P = pltpu.TPUCompilerParams
    """,
    "the metadata": """
        from importlib.metadata import version
        from packaging.version import Version
        P = pltpu.CompilerParams if Version(version("jax")) >= Version("0.6") else pltpu.TPUCompilerParams
    """,
    "numbers of the text": """
        import importlib.metadata
        VERSION = tuple(int(x) for x in importlib.metadata.version("jax").split(".")[:3])
        def params():
            if VERSION >= (0, 6):
                return pltpu.CompilerParams()
            return pltpu.TPUCompilerParams()
    """,
    "its minor number": """
        from packaging.version import Version
        P = pltpu.CompilerParams if Version(jax.__version__).minor >= 6 else pltpu.TPUCompilerParams
    """,
    "an argument": """
        def params(use_new, **kw):
            if use_new:
                return pltpu.CompilerParams(**kw)
            return pltpu.TPUCompilerParams(**kw)
        params(jax.__version_info__ >= (0, 6))
    """,
    "a class that compares": """
        class Release:
            def __init__(self, text): self.numbers = tuple(int(x) for x in text.split("."))
            def __ge__(self, other): return self.numbers >= other
        P = pltpu.CompilerParams if Release(jax.__version__) >= (0, 6) else pltpu.TPUCompilerParams
    """,
    "one of two classes": """
        class New:
            def params(self): return pltpu.CompilerParams()
        class Old:
            def params(self): return pltpu.TPUCompilerParams()
        (New if jax.__version_info__ >= (0, 6) else Old)().params()
    """,
    "match with a guard": """
        def params():
            match jax.__version_info__[:2]:
                case (0, minor) if minor < 6: return pltpu.TPUCompilerParams()
                case _: return pltpu.CompilerParams()
    """,
    "match with several": """
        def params():
            match jax.__version_info__[:2]:
                case (0, 4) | (0, 5): return pltpu.TPUCompilerParams()
                case _: return pltpu.CompilerParams()
    """,
    "a method": """
        class Op:
            def release(self): return jax.__version_info__
            def params(self):
                return pltpu.CompilerParams() if self.release() >= (0, 6) else pltpu.TPUCompilerParams()
    """,
    "an attribute": """
        class Op:
            def __init__(self, release): self.new = release >= (0, 6)
            def params(self): return pltpu.CompilerParams() if self.new else pltpu.TPUCompilerParams()
        Op(jax.__version_info__).params()
    """,
    "a field": """
        import dataclasses
        @dataclasses.dataclass
        class Op:
            new: bool = hasattr(pltpu, "CompilerParams")
            def params(self):
                if self.new:
                    return pltpu.CompilerParams()
                return pltpu.TPUCompilerParams()
        Op().params()
    """,
    "a table of functions": """
        MAKERS = {}
        def register(name):
            def keep(f):
                MAKERS[name] = f
                return f
            return keep
        @register("new")
        def new(): return pltpu.CompilerParams()
        @register("old")
        def old(): return pltpu.TPUCompilerParams()
        def params(): return MAKERS["new" if jax.__version_info__ >= (0, 6) else "old"]()
    """,
    "who knows what": """
        import os
        P = pltpu.CompilerParams if os.environ.get("NEW_NAMES") else pltpu.TPUCompilerParams
    """,
    "the first that works": """
        def first(*makers):
            for make in makers:
                try:
                    return make()
                except (AttributeError, TypeError):
                    pass
        P = first(lambda: pltpu.CompilerParams(), lambda: pltpu.TPUCompilerParams())
    """,
    "a function that is there": """
        def swap(ref, index, value):
            if hasattr(pl, "swap"):
                return pl.swap(ref, index, value)
            old = ref[index]
            ref[index] = value
            return old
    """,
    "the other where it fails": """
        def fallback(first, second, error=AttributeError):
            def call(**kw):
                try:
                    return first(**kw)
                except error:
                    return second(**kw)
            return call
        def _new(**kw): return pltpu.CompilerParams(**kw)
        def _old(**kw): return pltpu.TPUCompilerParams(**kw)
        params = fallback(_new, _old)(vmem_limit_bytes=1 << 20)
    """,
}
KEYWORDS = {
    "in a handler": """
        try:
            f = pl.pallas_call(kernel, out_shape=shape, metadata={"a": "b"})
        except TypeError:
            f = pl.pallas_call(kernel, out_shape=shape, backend="mosaic_tpu")
    """,
    "in a handler of a function": """
        def f(x):
            try:
                return pl.pallas_call(kernel, out_shape=shape, backend="mosaic_tpu")(x)
            except TypeError:
                return pl.pallas_call(kernel, out_shape=shape, metadata={"a": "b"})(x)
    """,
    "where a class is missing": """
        try:
            b = pl.BlockSpec((pl.Element(8), pl.Element(128)), lambda i: (i, 0))
        except AttributeError:
            b = pl.BlockSpec((8, 128), lambda i: (i, 0), indexing_mode=pl.Unblocked())
    """,
    "by another name": """
        unblocked = getattr(pl, "unblocked", None)
        if unblocked:
            b = pl.BlockSpec((8, 128), lambda i: (i, 0), indexing_mode=unblocked)
        else:
            b = pl.BlockSpec((pl.Element(8), pl.Element(128)), lambda i: (i, 0))
    """,
    "by what it takes": """
        import inspect
        def takes(cls, *names):
            spec = inspect.getfullargspec(cls)
            return all(n in spec.args + spec.kwonlyargs for n in names)
        kw = {}
        if takes(Params, "skip_device_barrier"):
            kw["skip_device_barrier"] = True
        p = Params(**kw)
    """,
    "a test that is skipped": """
        import pytest
        @pytest.mark.skipif(jax.__version_info__ < (0, 7, 1), reason="")
        def test_it():
            Params(skip_device_barrier=True)
    """,
    "tests that are skipped": """
        import pytest
        pytestmark = pytest.mark.skipif(jax.__version_info__ < (0, 7, 1), reason="")
        def test_it():
            Params(skip_device_barrier=True)
    """,
    "a file that is skipped": """
        import pytest
        pytest.importorskip("jax", minversion="0.7.1")
        def test_it():
            Params(skip_device_barrier=True)
    """,
    "a method that is skipped": """
        import unittest
        class Test(unittest.TestCase):
            @unittest.skipIf(jax.__version_info__ < (0, 7, 1), "")
            def test_it(self):
                Params(skip_device_barrier=True)
    """,
    "a method that skips itself": """
        import unittest
        class Test(unittest.TestCase):
            def test_it(self):
                if jax.__version_info__ < (0, 7, 1):
                    self.skipTest("")
                Params(skip_device_barrier=True)
    """,
    "a stub instead": """
        def requires(*release):
            def decide(f):
                if jax.__version_info__ >= release:
                    return f
                def stub(*a, **k): raise NotImplementedError
                return stub
            return decide
        @requires(0, 7, 1)
        def g(x):
            return pl.pallas_call(kernel, out_shape=shape, compiler_params=Params(skip_device_barrier=True))(x)
    """,
}
RIGHT = {
    **{f"ffi: {name}": f"import jax\n{text}{CALLED}" for name, text in FFI.items()},
    **{f"class: {name}": HEAD + textwrap.dedent(text).strip() + "\n" for name, text in CLASSES.items()},
    **{f"keyword: {name}": HEAD + PARAMS + textwrap.dedent(text) for name, text in KEYWORDS.items()},
}
FLAGS = """\
import inspect
import jax
from jax.experimental import pallas as pl

HAS_METADATA = "metadata" in inspect.signature(pl.pallas_call).parameters
NEW = jax.__version_info__ >= (0, 6)


def at_least(*release):
    return jax.__version_info__[: len(release)] >= release
"""
FLAGGED = (
    "from _compat import NEW\nP = pltpu.CompilerParams if NEW else pltpu.TPUCompilerParams\n",
    "import _compat\nP = pltpu.CompilerParams if _compat.NEW else pltpu.TPUCompilerParams\n",
    "from _compat import at_least\nP = pltpu.CompilerParams if at_least(0, 6) else pltpu.TPUCompilerParams\n",
    "import _compat as C\ndef f(x):\n    if C.HAS_METADATA:\n"
    '        return pl.pallas_call(kernel, out_shape=shape, metadata={"a": "b"})(x)\n'
    "    return pl.pallas_call(kernel, out_shape=shape)(x)\n",
)
_AT_FIVE = HEAD + "P = pltpu.CompilerParams if jax.__version_info__ >= (0, 5) else pltpu.TPUCompilerParams\n"
WRONG = (
    (_AT_FIVE, "0.5.3", ["pltpu.CompilerParams"]),
    (_AT_FIVE, "0.4.35", []),
    (_AT_FIVE, "0.6.2", []),
    (HEAD + PARAMS + "p = Params(skip_device_barrier=True)\n", "0.6.2", ["skip_device_barrier=True"]),
    (HEAD + PARAMS + "p = Params(skip_device_barrier=True)\n", "0.7.2", []),
    ("import jax\nfrom jax import ffi\n" + CALLED, "0.4.35", ["ffi"]),
    ("import jax\nfrom jax.extend import ffi\n" + CALLED, "0.9.2", ["ffi"]),
    (HEAD + "P = pltpu.CompilerParams\nQ = pltpu.TPUCompilerParams\n", "0.9.2", ["pltpu.TPUCompilerParams"]),
)


def shown(program: str, release: str) -> list[str]:
    """Where errors and warnings are found."""
    source = Source("/project/case.py", program)
    findings = Engine("/project", Jax(release, "asked")).check(source).findings
    return [source.lines.span_text(f.span) for f in findings if f.severity in (ERROR, WARNING)]


@pytest.mark.parametrize("program", RIGHT.values(), ids=RIGHT)
def test_what_asks_for_the_release_is_right_under_each(program: str):
    assert {release: found for release in ORACLE if (found := shown(program, release))} == {}


@pytest.mark.parametrize("program", FLAGGED)
def test_what_another_file_has_asked_for_holds(program: str, tmp_path):
    (tmp_path / "_compat.py").write_text(FLAGS)
    source = Source(str(tmp_path / "case.py"), HEAD + program)
    for release in ORACLE:
        found = Engine(str(tmp_path), Jax(release, "asked")).check(source).findings
        assert [f.documented for f in found if f.severity in (ERROR, WARNING)] == [], release


@pytest.mark.parametrize("program, release, expected", WRONG)
def test_what_asks_for_the_wrong_one_is_found(program: str, release: str, expected: list[str]):
    assert shown(program, release) == expected
