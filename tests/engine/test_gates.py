"""Files that others import for some releases of JAX only, and flags that one file sets and another asks."""

from __future__ import annotations

from pathlib import Path

import pytest

from prelower.engine import make_engine
from prelower.text.source import read_source

OLD = """\
from jax.experimental.pallas import tpu as pltpu

def params():
    return pltpu.TPUCompilerParams(vmem_limit_bytes=1)
"""
OLD_IMPORT = "from jax.experimental.pallas.tpu import TPUCompilerParams as Params\n"
ASKS = 'from jax.experimental.pallas import tpu as pltpu\nNEW = hasattr(pltpu, "CompilerParams")\n'
IF_ASKED = f"{ASKS}if NEW:\n    from new import params\nelse:\n    from old import params\n"

FOUND: dict[str, dict[str, str]] = {
    "nobody imports it": {"old": OLD},
    "imported as it is": {"old": OLD, "main": "from old import params\n"},
    "imported beside a test": {"old": OLD, "main": f"from old import params\n{ASKS}"},
    "imported as it is by one of two": {"old": OLD, "main": IF_ASKED, "new": "", "test_old": "import old\n"},
    "imported for another reason": {"old": OLD, "main": "import sys\nif sys.argv:\n    from old import params\n"},
    "it can be imported, and fails only when it is used": {
        "old": OLD,
        "main": "try:\n    from old import params\nexcept ImportError:\n    params = None\n",
    },
    "for type checkers too": {
        "old": OLD,
        "main": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from old import params\n"
        "from old import params\n",
    },
    "a decorator that looks at signatures": {
        "flags": "import inspect, jax\ndef quick(function):\n    takes = inspect.signature(function).parameters\n"
        "    def wrapper(*args):\n        return jax.jit(function)(*args) if takes else function()\n"
        "    return wrapper\n",
        "old": f"from flags import quick\n{OLD}@quick\ndef run():\n    return params()\n",
    },
    "a flag of another kind": {
        "flags": "import os\nFAST = bool(os.environ.get('FAST'))\n",
        "old": f"from flags import FAST\n{OLD}if FAST:\n    best = params\nelse:\n    best = None\n",
    },
    "a helper of a file that asks": {
        "flags": f"{ASKS}def cdiv(a, b):\n    return -(-a // b)\n",
        "old": f"from flags import cdiv\n{OLD}def run(x):\n    return params() if cdiv(x, 2) else None\n",
    },
}
SILENT: dict[str, dict[str, str]] = {
    "imported where a test allows it": {"old": OLD, "main": IF_ASKED, "new": ""},
    "by the version": {
        "old": OLD,
        "main": "import jax\nif jax.__version_info__ < (0, 6, 1):\n    from old import params\n",
    },
    "where another import fails": {
        "old": OLD,
        "main": "try:\n    from new import params\nexcept ImportError:\n    from old import params\n",
        "new": "",
    },
    "its own import fails": {"old": OLD_IMPORT, "main": "try:\n    import old\nexcept ImportError:\n    old = None\n"},
    "its own import fails, in a function": {
        "old": OLD_IMPORT,
        "main": "def load():\n    try:\n        import old\n        return old\n    except Exception:\n"
        "        return None\n",
    },
    "what imports it is so": {
        "old": OLD,
        "between": "from old import params\n",
        "main": IF_ASKED.replace("old", "between"),
    },
    "imported by name": {
        "old": OLD,
        "new": "",
        "main": f'import importlib\n{ASKS}best = importlib.import_module("new" if NEW else "old")\n',
    },
    "imported by a name that is made up": {
        "ways/__init__": "",
        "ways/new": "",
        "old": OLD,
        "ways/old": OLD,
        "main": f'import importlib\n{ASKS}kind = "new" if NEW else "old"\n'
        'best = importlib.import_module(f"ways.{kind}")\nother = importlib.import_module(f"{kind}")\n',
    },
    "a package that finds its module": {
        "old": "from ways import params\n",
        "ways/new": "",
        "ways/old": OLD,
        "ways/__init__": "import importlib, jax\ndef __getattr__(name):\n"
        '    kind = "new" if jax.__version_info__ >= (0, 6, 1) else "old"\n'
        '    return getattr(importlib.import_module("." + kind, __name__), name)\n',
    },
    "in a function that asks": {
        "old": OLD,
        "main": f"{ASKS}def load():\n    if NEW:\n        return None\n    from old import params\n    return params\n",
    },
    "one of two is chosen": {"old": OLD, "main": f"from old import params\n{ASKS}best = None if NEW else params\n"},
    "by a flag of another file": {
        "flags": ASKS,
        "old": OLD,
        "main": "from flags import NEW\nif not NEW:\n    from old import params\n",
    },
    "for type checkers, else by a test": {
        "old": OLD,
        "main": f"from typing import TYPE_CHECKING\n{ASKS}if TYPE_CHECKING:\n    from old import params\n"
        "if not NEW:\n    from old import params\n",
    },
    "a flag": {"flags": ASKS, "old": f"from flags import NEW\n{OLD}best = None if NEW else params\n"},
    "a flag of a module": {"flags": ASKS, "old": f"import flags\n{OLD}best = None if flags.NEW else params\n"},
    "a flag by another name": {
        "flags": ASKS,
        "old": f"from flags import NEW as RECENT\n{OLD}def run():\n    return None if RECENT else params()\n",
    },
    "a function that asks": {
        "flags": "import jax\ndef recent():\n    return jax.__version_info__ >= (0, 7)\n",
        "old": f"from flags import recent\n{OLD}best = None if recent() else params\n",
    },
    "a flag handed on": {
        "flags/__init__": "from flags.jaxes import NEW\n",
        "flags/jaxes": ASKS,
        "old": f"from flags import NEW\n{OLD}best = None if NEW else params\n",
    },
    "a flag made of another": {
        "flags": f"{ASKS}LEGACY = not NEW\n",
        "old": f"from flags import LEGACY\n{OLD}best = params if LEGACY else None\n",
    },
    "a flag kept under another name": {
        "flags": ASKS,
        "old": f"import flags\nnew = flags.NEW\n{OLD}best = None if new else params\n",
    },
    "a mark for tests": {
        "flags": f"import pytest\n{ASKS}needs_old = pytest.mark.skipif(NEW, reason='')\n",
        "old": f"from flags import needs_old\n{OLD}@needs_old\ndef test_old():\n    params()\n",
    },
    "a mark that is made": {
        "flags": "import jax, pytest\ndef before(*v):\n"
        "    return pytest.mark.skipif(jax.__version_info__ >= v, reason='')\n",
        "old": "from flags import before\nfrom jax.experimental.pallas import tpu as pltpu\n@before(0, 6, 1)\n"
        "def test_old():\n    pltpu.TPUCompilerParams()\n",
    },
    "a flag in a method": {
        "flags": ASKS,
        "old": "import flags\nfrom jax.experimental.pallas import tpu as pltpu\nclass Op:\n"
        "    def params(self):\n        return pltpu.TPUCompilerParams()\n"
        "    def run(self):\n        return None if flags.NEW else self.params()\n",
    },
}


def found(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "pyproject.toml").write_text("", encoding="utf-8")
    engine = make_engine(str(folder), jax_version="0.12.0.1")
    try:
        paths = sorted(folder.rglob("old.py"))
        return [f.code for path in paths for f in engine.settle(read_source(str(path))).findings]
    finally:
        engine.close()


@pytest.mark.parametrize("case", FOUND)
def test_such_a_file_is_judged_by_the_jax_at_hand(case: str, tmp_path: Path) -> None:
    assert found(tmp_path, FOUND[case]) == ["jax-name-missing"]


@pytest.mark.parametrize("case", SILENT)
def test_such_a_file_may_be_meant_for_others(case: str, tmp_path: Path) -> None:
    assert found(tmp_path, SILENT[case]) == []


def test_what_every_release_refuses_is_told_all_the_same(tmp_path: Path) -> None:
    wrong = OLD.replace("TPUCompilerParams(vmem_limit_bytes=1)", 'CompilerParams(has_side_effects="no", name=1)')
    assert found(tmp_path, {"old": wrong, "main": IF_ASKED, "new": ""}) == ["parameter-not-bool", "unknown-keyword"]


def test_a_changed_importer_is_seen(tmp_path: Path) -> None:
    assert found(tmp_path, {"old": OLD, "main": IF_ASKED, "new": ""}) == []
    engine = make_engine(str(tmp_path), jax_version="0.12.0.1")
    source = read_source(str(tmp_path / "old.py"))
    assert not engine.settle(source).findings
    (tmp_path / "main.py").write_text("from old import params\n", encoding="utf-8")
    assert engine.indexed is not None
    engine.indexed.changed(str(tmp_path / "main.py"))
    assert len(engine.settle(source).findings) == 1
    (tmp_path / "main.py").write_text(IF_ASKED, encoding="utf-8")
    engine.indexed.changed(str(tmp_path / "main.py"))
    assert not engine.settle(source).findings
