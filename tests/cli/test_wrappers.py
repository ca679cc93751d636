"""`prelower check` on files that come to JAX through others of their project only."""

from __future__ import annotations

import pytest

OPS = """from jax.experimental.pallas import tpu as pltpu


def launch(limit):
    return pltpu.CompilerParams(vmem_limit_bytes=limit)
"""
USES = {
    "beside it": "from ops import launch\n\nPARAMS = launch(1.5)\n",
    "by a literal": "import importlib\n\nPARAMS = importlib.import_module('ops').launch(1.5)\n",
    "by a dotted name": "import ops as o\n\nPARAMS = o.launch(1.5)\n",
}
RELATIVE = {
    "relative": "from .ops import launch\n\nPARAMS = launch(1.5)\n",
    "from the package": "from . import ops\n\nPARAMS = ops.launch(1.5)\n",
    "absolute": "from kit.deep.ops import launch\n\nPARAMS = launch(1.5)\n",
    "the package's name": "import kit.deep.ops as o\n\nPARAMS = o.launch(1.5)\n",
}


@pytest.fixture
def check(run, tmp_path, monkeypatch):
    """Checks a folder in which one file uses another's function; gives the lines that were printed."""
    monkeypatch.setenv("PRELOWER_CACHE_DIR", str(tmp_path / "cache"))

    def command(folder: str, uses: str, named: str, package: bool) -> list[str]:
        place = tmp_path / "project" / folder
        place.mkdir(parents=True)
        (tmp_path / "project" / "pyproject.toml").write_text("")
        (place / "ops.py").write_text(OPS)
        (place / "uses.py").write_text(uses)
        for inside in [place, *place.parents] if package else []:
            if inside == tmp_path / "project":
                break
            (inside / "__init__.py").write_text("")
        ran = run("check", named, "--jax-version", "0.12.0.1", "--output-format", "concise")
        return ran.out.splitlines()[:-1]

    return command


@pytest.mark.parametrize("named", ["project", "project/scripts/deep", "project/scripts/deep/uses.py"])
@pytest.mark.parametrize("uses", USES.values(), ids=USES)
def test_a_script_that_uses_a_file_beside_it(check, uses, named):
    [line] = check("scripts/deep", uses, named, package=False)
    assert "uses.py:3:" in line
    assert "vmem-limit-not-int" in line


@pytest.mark.parametrize("named", ["project", "project/kit/deep", "project/kit/deep/uses.py"])
@pytest.mark.parametrize("uses", RELATIVE.values(), ids=RELATIVE)
def test_a_module_that_uses_another_of_its_package(check, uses, named):
    [line] = check("kit/deep", uses, named, package=True)
    assert "uses.py:3:" in line
    assert "vmem-limit-not-int" in line


def test_a_wrapper_of_an_installed_package(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PRELOWER_CACHE_DIR", str(tmp_path / "cache"))
    site = tmp_path / ".venv" / "lib" / "python3.12" / "site-packages"
    (site / "wrapkit-1.0.dist-info").mkdir(parents=True)
    (site / "wrapkit-1.0.dist-info" / "METADATA").write_text("Name: wrapkit\nVersion: 1.0\nRequires-Dist: jax\n")
    (site / "wrapkit.py").write_text(OPS)
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("version = 3.12.1\n")
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "uses.py").write_text("import jax\nfrom wrapkit import launch\n\nPARAMS = launch(1.5)\n")
    ran = run("check", ".", "--jax-version", "0.12.0.1", "--output-format", "concise")
    [line] = ran.out.splitlines()[:-1]
    assert "uses.py:4:" in line
    assert "vmem-limit-not-int" in line
