"""Installed packages that wrap JAX are read like the project's own files, and never run."""

from __future__ import annotations

import pytest

from prelower.engine import make_engine

from .making import VERSION, source

OPS = """import jax
from jax.experimental.pallas import tpu as pltpu

from {package}.sizes import UNIT


def launch(x, limit=2.5):
    return pltpu.CompilerParams(vmem_limit_bytes=limit * UNIT)
"""
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n{asks}"
TRAP = "from .ops import launch\n\nopen({trap!r}, 'w').close()\n"
HEAD = "import jax\nimport wrapkit\nfrom wrapkit import launch, ops\n\n"
BAD = {
    "by name": "launch(1, 1.5)",
    "through the package": "wrapkit.launch(1, 1.5)",
    "through a module": "ops.launch(1, limit=1.5)",
    "by a default": "launch(1)",
}
FINE = {"an int": "launch(1, 15)", "not known": "launch(1, jax.device_count())"}


class Installed:
    """A project with an environment in it, into which packages can be put."""

    def __init__(self, top) -> None:
        self.root = top / "project"
        self.site = self.root / ".venv" / "lib" / "python3.12" / "site-packages"
        self.trap = top / "ran"
        self.site.mkdir(parents=True)
        (self.root / "pyproject.toml").write_text("")
        (self.root / ".venv" / "pyvenv.cfg").write_text("version = 3.12.1\n")

    def install(self, name: str, package: str, asks: str) -> None:
        """Put a package there whose module leaves a file when it is run."""
        folder, info = self.site / package, self.site / f"{name}-1.0.dist-info"
        folder.mkdir()
        info.mkdir()
        (folder / "__init__.py").write_text(TRAP.format(trap=str(self.trap)))
        (folder / "ops.py").write_text(OPS.format(package=package))
        (folder / "sizes.py").write_text("UNIT = 1\n")
        (info / "METADATA").write_text(METADATA.format(name=name, asks=asks))
        (info / "RECORD").write_text(f"{package}/__init__.py,,\n{package}/ops.py,,\n{name}-1.0.dist-info/RECORD,,\n")

    def findings(self, text: str):
        """What is found in a file of the project."""
        engine = make_engine(str(self.root), jax_version=VERSION, variables={})
        try:
            return engine.settle(source(self.root, text, "uses.py")).findings
        finally:
            engine.close()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A project whose environment is empty."""
    monkeypatch.setenv("PRELOWER_CACHE_DIR", str(tmp_path / "cache"))
    return Installed(tmp_path)


@pytest.mark.parametrize("call", BAD.values(), ids=BAD)
def test_what_a_wrapper_is_given_is_checked(installed, call):
    installed.install("wrapkit", "wrapkit", "Requires-Dist: jax>=0.9\n")
    [finding] = installed.findings(f"{HEAD}PARAMS = {call}\n")
    assert finding.code == "vmem-limit-not-int"
    assert finding.path == str(installed.root / "uses.py")
    assert finding.span.line == 4
    assert any(related.path.endswith("ops.py") for related in finding.related)
    assert not installed.trap.exists()


@pytest.mark.parametrize("call", FINE.values(), ids=FINE)
def test_what_is_fine_or_not_known_is_not_reported(installed, call):
    installed.install("wrapkit", "wrapkit", "Requires-Dist: jax>=0.9\n")
    assert installed.findings(f"{HEAD}PARAMS = {call}\n") == ()


@pytest.mark.parametrize("asks", ["", "Requires-Dist: jax-md\n", "Requires-Dist: numpy\n", "Summary: jax\n"])
def test_a_package_that_does_not_ask_for_jax_is_not_read(installed, asks):
    installed.install("wrapkit", "wrapkit", asks)
    assert installed.findings(f"{HEAD}PARAMS = launch(1, 1.5)\n") == ()


@pytest.mark.parametrize(
    "asks", ["Requires-Dist: jax\n", "Requires-Dist: jaxlib (>=0.9)\n", 'Requires-Dist: jax[tpu]>1; extra == "tpu"\n']
)
def test_a_package_may_be_named_otherwise_than_its_distribution(installed, asks):
    installed.install("kernels_of_ours", "wrapkit", asks)
    assert len(installed.findings(f"{HEAD}PARAMS = launch(1, 1.5)\n")) == 1


def test_the_projects_own_package_comes_before_an_installed_one(installed):
    installed.install("wrapkit", "wrapkit", "Requires-Dist: jax\n")
    (installed.root / "wrapkit").mkdir()
    (installed.root / "wrapkit" / "__init__.py").write_text("from . import ops\nfrom .ops import launch\n")
    (installed.root / "wrapkit" / "ops.py").write_text("def launch(x, limit=None):\n    return limit\n")
    assert installed.findings(f"{HEAD}PARAMS = launch(1, 1.5)\n") == ()


def test_a_package_that_leads_nowhere_is_not_followed(installed):
    installed.install("wrapkit", "wrapkit", "Requires-Dist: jax\n")
    (installed.site / "wrapkit" / "ops.py").write_text("def launch(x, limit=None):\n    return limit\n")
    given = "PARAMS = pltpu.CompilerParams(vmem_limit_bytes=launch(1, 1.5))\n"
    assert installed.findings(f"{HEAD}from jax.experimental.pallas import tpu as pltpu\n\n{given}") == ()
