"""Whether an environment has a package: by its files alone, and only where nothing else can add packages."""

from __future__ import annotations

import pathlib

import pytest

from prelower.jaxview.environment import OWN, SETTING, Environment
from prelower.jaxview.installed import installed

PLAIN = "home = somewhere\ninclude-system-site-packages = false\n"


def environment(folder: pathlib.Path, settings: str | None = PLAIN, origin: str = SETTING) -> Environment:
    """A virtual environment with some packages."""
    site = folder / "lib" / "site-packages"
    site.mkdir(parents=True)
    (site / "numpy").mkdir()
    (site / "six.py").touch()
    (site / "_speed.cpython-312-x86_64-linux-gnu.so").touch()
    (site / "numpy-2.0.dist-info").mkdir()
    if settings is not None:
        (folder / "pyvenv.cfg").write_text(settings, encoding="utf-8")
    return Environment((str(site),), "for a test", prefix=str(folder), origin=origin, search=(str(site),))


@pytest.mark.parametrize(
    ("name", "answer"),
    [("numpy", True), ("six", True), ("_speed", True), ("numpy.random", None), ("yaml", False), ("yaml.nodes", False)],
)
def test_a_package_is_there_or_it_is_not(tmp_path: pathlib.Path, name: str, answer: bool | None):
    assert installed(name, environment(tmp_path)) is answer


def test_the_standard_library_is_another_matter(tmp_path: pathlib.Path):
    assert installed("tomllib", environment(tmp_path)) is None


@pytest.mark.parametrize("settings", [None, PLAIN.replace("false", "true")])
def test_other_folders_may_have_it(tmp_path: pathlib.Path, settings: str | None):
    assert installed("yaml", environment(tmp_path, settings)) is None


def test_an_environment_that_nobody_chose_proves_nothing(tmp_path: pathlib.Path):
    assert installed("yaml", environment(tmp_path, origin=OWN)) is None


@pytest.mark.parametrize("name", ["__editable___mine_1_finder.py", "mine.pth"])
def test_code_may_find_further_packages(tmp_path: pathlib.Path, name: str):
    here = environment(tmp_path)
    (pathlib.Path(here.site_packages[0]) / name).write_text("import mine; mine.install()\n", encoding="utf-8")
    assert installed("yaml", here) is None
