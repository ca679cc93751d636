"""Programs that ask for the release of JAX and are right under each of nine, with which each was run."""

from __future__ import annotations

import textwrap

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
