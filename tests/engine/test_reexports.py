"""Names that lead to JAX by another name: modules and functions that packages hand on."""

from __future__ import annotations

import pytest

from prelower.index import Index
from prelower.values import imported

from .making import make, source

OPS = """from jax.experimental.pallas import tpu as pltpu


def launch(limit):
    return pltpu.CompilerParams(vmem_limit_bytes=limit)
"""
WAYS = {
    "import a.b as c in a package": ({"kit/__init__.py": "import kit.ops as kernels\n"}, "from kit import kernels"),
    "import a.b as c in a module": ({"kit/mid.py": "import kit.ops as kernels\n"}, "from kit.mid import kernels"),
    "from . import a as b": ({"kit/__init__.py": "from . import ops as kernels\n"}, "from kit import kernels"),
    "two names later": (
        {"kit/__init__.py": "from .mid import second as kernels\n", "kit/mid.py": "from . import ops as second\n"},
        "from kit import kernels",
    ),
    "as an attribute": ({"kit/__init__.py": "import kit.ops as kernels\n"}, "import kit\n\nkernels = kit.kernels"),
    "star": ({"kit/mid.py": "import kit.ops as kernels\n"}, "from kit.mid import *"),
    "a function": (
        {"kit/mid.py": "from kit.ops import launch as start\n\n\nclass kernels:\n    launch = start\n"},
        "from kit.mid import kernels",
    ),
}


def project(tmp_path, files: dict[str, str]):
    """A project with these files, and an engine for it."""
    root, cache = tmp_path / "project", tmp_path / "cache"
    cache.mkdir()
    for name, text in {"kit/__init__.py": "", "kit/ops.py": OPS, **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root, make(root, index=Index(str(root), lambda path: None, str(cache)))


@pytest.mark.parametrize(("files", "imports"), WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(("limit", "count"), [("1.5", 1), ("15", 0)])
def test_a_module_handed_on_by_another_name_leads_on(tmp_path, files, imports, limit, count):
    root, engine = project(tmp_path, files)
    text = f"{imports}\n\nPARAMS = kernels.launch({limit})\n"
    found = engine.check(source(root, text, "uses.py")).findings
    assert [finding.code for finding in found] == ["vmem-limit-not-int"] * count


@pytest.mark.parametrize(
    "change",
    [
        "    table = CONFIG\n    table['limit'] = 2**20\n",
        "    table = other = CONFIG\n    other.update(limit=2**20)\n",
        "    for table in [CONFIG]:\n        table['limit'] = 2**20\n",
    ],
)
def test_what_a_module_changes_by_another_name_is_not_known(tmp_path, monkeypatch, change):
    monkeypatch.setattr(imported, "STEPS", -1)
    settings = f"CONFIG = {{'limit': 1.5}}\nFIXED = {{'limit': 1.5}}\n\n\ndef widen():\n{change}"
    root, engine = project(tmp_path, {"settings.py": settings})
    for name, count in (("CONFIG", 0), ("FIXED", 1)):
        text = f"import settings\nfrom kit.ops import launch\n\nPARAMS = launch(settings.{name}['limit'])\n"
        assert len(engine.check(source(root, text, "uses.py")).findings) == count
