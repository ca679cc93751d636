"""Functions that nobody calls, in files that tell releases of JAX apart: which of them may be meant for others."""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

HEAD = """\
import jax, sys, logging
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
"""
OLD = "def old(ref):\n    return pl.load(ref, (0,))\n"
NEW = "def new(ref):\n    return ref[0]\n"
FOUND = {
    "no test at all": OLD,
    "a class by whichever name it has": f'Params = getattr(pltpu, "CompilerParams", None)\n{OLD}',
    "behind an import that fails": f"try:\n    from jax.extend.ffi import ffi_call\nexcept ImportError:\n"
    f"    ffi_call = None\n{OLD}read = old(1)\n",
    "a package must be there": f"try:\n    import triton\nexcept ImportError as e:\n    raise ValueError from e\n{OLD}",
    "a package may be there": "import importlib.util\nif importlib.util.find_spec('triton'):\n    try:\n"
    f"        import triton\n    except ImportError as e:\n        if e.name != 'triton':\n            raise\n{OLD}",
    "one of two, for another reason": f"{OLD}def run(x, y):\n    if y:\n        f = old\n    else:\n"
    "        f = lambda ref: ref[0]\n    return f(x)\n",
    "a class of either name": f"try:\n    from jax.experimental.pallas.tpu import CompilerParams\n"
    f"except ImportError:\n    from jax.experimental.pallas.tpu import TPUCompilerParams as CompilerParams\n{OLD}",
    "such a class is called beside it": f'Params = getattr(pltpu, "CompilerParams", None)\n{OLD}'
    "def run(x):\n    return pl.pallas_call(old, out_shape=x, compiler_params=Params(vmem_limit_bytes=1))(x)\n",
    "parameters made of such a class": f'Params = getattr(pltpu, "CompilerParams", None)\n{OLD}'
    "def run(x):\n    params = Params()\n    return pl.pallas_call(old, out_shape=x, compiler_params=params)(x)\n",
    "parameters made at once": f'Params = getattr(pltpu, "CompilerParams", None)\n_PARAMS = Params()\n{OLD}'
    "def run(x):\n    return pl.pallas_call(old, out_shape=x, compiler_params=_PARAMS)(x)\n",
    "another function asks a configuration": f'def read(cfg):\n    return getattr(cfg, "rows", 8)\n{OLD}',
    "another function catches what may come": "def main():\n    try:\n        return work()\n"
    f"    except Exception:\n        raise SystemExit(1)\ndef work():\n    return 1\n{OLD}",
    "the caller gives up where it fails": "def main(x):\n    try:\n        return old(x)\n"
    f"    except Exception as error:\n        raise ValueError from error\n{OLD}",
    "it asks something else itself": 'def old(ref, cfg):\n    size = getattr(cfg, "rows", 8)\n'
    "    return pl.load(ref, (0,))\n",
    "a method beside a test": 'HAS = hasattr(pltpu, "X")\nclass Op:\n    def old(self, ref):\n'
    "        return pl.load(ref, (0,))\n",
}
SILENT = {
    "chosen by an expression": f'{OLD}{NEW}read = old if hasattr(pl, "load") else new\n',
    "chosen by a name of the file": f'HAS = hasattr(pl, "load")\n{OLD}{NEW}read = old if HAS else new\n',
    "chosen by a name made of another": f'HAS = hasattr(pl, "load")\nLACKS = not HAS\n{OLD}{NEW}'
    "read = new if LACKS else old\n",
    "chosen in a function": f'HAS = hasattr(pl, "load")\n{OLD}{NEW}def read(ref):\n    if HAS:\n'
    "        return old(ref)\n    return new(ref)\n",
    "chosen behind a return": f'{OLD}{NEW}def read(ref):\n    if not hasattr(pl, "load"):\n'
    "        return new(ref)\n    return old(ref)\n",
    "chosen by a local name": f'{OLD}{NEW}def read(ref):\n    has = hasattr(pl, "load")\n'
    "    return old(ref) if has else new(ref)\n",
    "chosen by a function": f'def has():\n    return hasattr(pl, "load")\n{OLD}{NEW}def read(ref):\n    if has():\n'
    "        return old(ref)\n    return new(ref)\n",
    "chosen by the version": f"{OLD}{NEW}if jax.__version_info__ < (0, 9):\n    read = old\nelse:\n    read = new\n",
    "replaced by a test": f"{OLD}{NEW}read = old\nif jax.__version_info__ >= (0, 9):\n    read = new\n",
    "what it is for is chosen": f"{OLD}{NEW}def first(ref):\n    return old(ref)\n"
    'read = first if hasattr(pl, "load") else new\n',
    "in a table that is asked": f'{OLD}{NEW}TABLE = {{True: old, False: new}}\nread = TABLE[hasattr(pl, "load")]\n',
    "in a table of another name": f'{OLD}{NEW}TABLE = {{"a": old, "b": new}}\n'
    'def read(ref):\n    return TABLE["a" if hasattr(pl, "load") else "b"](ref)\n',
    "the other where it fails": f"{OLD}{NEW}def read(ref):\n    try:\n        return old(ref)\n"
    "    except AttributeError:\n        return new(ref)\n",
    "the other behind where it fails": f"{OLD}{NEW}def read(ref):\n    try:\n        return new(ref)\n"
    "    except Exception:\n        pass\n    return old(ref)\n",
    "a name that the import left empty": f"try:\n    from jax.experimental.pallas import load\nexcept ImportError:\n"
    f"    load = None\n{OLD}{NEW}def read(ref):\n    return new(ref) if load is None else old(ref)\n",
    "the whole file is for old releases": f"if jax.__version_info__ >= (0, 9):\n    raise ImportError('old')\n{OLD}",
    "the whole file is skipped": 'import pytest\nif not hasattr(pl, "load"):\n'
    f'    pytest.skip("old", allow_module_level=True)\n{OLD}',
    "every test of the file is skipped": "import pytest\n"
    f'pytestmark = pytest.mark.skipif(not hasattr(pl, "load"), reason="")\n{OLD}',
    "a fixture skips all": 'import pytest\n@pytest.fixture(autouse=True)\ndef needs():\n'
    f'    if not hasattr(pl, "load"):\n        pytest.skip("old")\n{OLD}',
    "one test is skipped": 'import pytest\nHAS = hasattr(pl, "load")\n@pytest.mark.skipif(not HAS, reason="")\n' + OLD,
    "a decorator of the file skips it": f'def needs(f):\n    return f if hasattr(pl, "load") else None\n@needs\n{OLD}',
    "a decorator with a name skips it": "def needs(name):\n    return lambda f: f if hasattr(pl, name) else None\n"
    f'@needs("load")\n{OLD}',
    "a class whose set-up skips": "import unittest\nclass Test(unittest.TestCase):\n    def setUp(self):\n"
    '        if not hasattr(pl, "load"):\n            self.skipTest("old")\n'
    "    def test_old(self):\n        return pl.load\n",
    "a class that inherits the set-up": "import unittest\nclass Base(unittest.TestCase):\n    def setUp(self):\n"
    '        if not hasattr(pl, "load"):\n            self.skipTest("old")\n'
    "class Test(Base):\n    def test_old(self):\n        return pl.load\n",
    "classes that are chosen": "class Old:\n    def read(self, ref):\n        return pl.load(ref, (0,))\n"
    "class New:\n    def read(self, ref):\n        return ref[0]\n"
    'Reader = Old if hasattr(pl, "load") else New\n',
    "defined under a test": 'if hasattr(pl, "load"):\n    def read(ref):\n        return pl.load(ref, (0,))\n'
    "else:\n    def read(ref):\n        return ref[0]\n",
    "asked of the installed version": f'from importlib.metadata import version\n{OLD}{NEW}'
    'read = old if version("jax") < "0.9" else new\n',
    "handed on to a chooser": f'HAS = hasattr(pl, "load")\ndef pick(has, a, b):\n    return a if has else b\n'
    f"{OLD}{NEW}read = pick(HAS, old, new)\n",
    "registered under a test": f'READERS = []\n{OLD}{NEW}if hasattr(pl, "load"):\n    READERS.append(old)\n'
    "READERS.append(new)\n",
}  # fmt: skip


def missing(program: str) -> list[str]:
    """The names that are found to be missing."""
    source = Source("/project/case.py", HEAD + program)
    findings = Engine("/project", Jax("0.12.0.1", "asked")).check(source).findings
    return [source.lines.span_text(f.span) for f in findings if f.code == "jax-name-missing"]


@pytest.mark.parametrize("program", FOUND.values(), ids=FOUND)
def test_a_function_that_no_test_chooses_runs_under_this_release(program: str):
    assert missing(program) == ["pl.load"]


@pytest.mark.parametrize("program", SILENT.values(), ids=SILENT)
def test_a_function_that_a_test_may_choose_is_left_alone(program: str):
    assert missing(program) == []
