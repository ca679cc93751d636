"""A project of many modules: how long the index of wrappers takes to build, to load and to keep up with a file."""

from __future__ import annotations

import os
import time

import pytest

from prelower.index import Index

OPS = """from jax.experimental.pallas import tpu as pltpu


def launch_{0}(limit):
    return pltpu.CompilerParams(vmem_limit_bytes=limit)
"""
PLAIN = """import os
import typing

from . import part_{1}
from .part_{2} import area_{2}


def area_{0}(width):
    return width * area_{2}(width) + part_{1}.SIZE + {0}


SIZE = {0}
"""
WRAPS = "from project.package_{0}.part_0 import launch_0\n\n\ndef wide_{1}(limit):\n    return launch_0(limit)\n"


def write(path, text: str) -> None:
    """Write a file, and tell it from what was there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def project(top, packages: int, modules: int):
    """A project of so many packages with so many modules each, one of which in each package has a watched call."""
    for package in range(packages):
        folder = top / "project" / f"package_{package}"
        write(folder / "__init__.py", "")
        write(folder / "part_0.py", OPS.format(0) + "\n\nSIZE = 0\n\n\ndef area_0(width):\n    return width\n")
        write(folder / "part_1.py", WRAPS.format((package + 1) % packages, package) + "\n\nSIZE = 1\narea_1 = abs\n")
        for number in range(2, modules - 1):
            write(folder / f"part_{number}.py", PLAIN.format(number, number // 2, number - 1))
    write(top / "project" / "__init__.py", "")
    return top


def seconds(work) -> float:
    """The processor time of some work."""
    before = time.process_time()
    work()
    return time.process_time() - before


@pytest.mark.parametrize(
    ("packages", "modules", "build", "load", "update"),
    [(12, 20, 4.0, 1.0, 0.1), pytest.param(100, 100, 20.0, 4.0, 0.1, marks=pytest.mark.slow)],
    ids=["240 modules", "10,000 modules"],
)
def test_an_index_is_built_in_seconds_and_updated_in_milliseconds(tmp_path, packages, modules, build, load, update):
    root, cache = project(tmp_path / "files", packages, modules), tmp_path / "cache"
    cache.mkdir()
    uses = "from project.package_3.part_1 import wide_3\n\nPARAMS = wide_3(1.5)\n"
    index = Index(str(root), lambda path: None, str(cache))
    took = [seconds(lambda: (index.refresh(), index.words(uses)))]
    assert index.words(uses) == {"wide_3"}
    assert index.scanned == packages * modules + 1
    assert index.parsed == 2 * packages
    again = Index(str(root), lambda path: None, str(cache))
    took.append(seconds(lambda: (again.refresh(), again.words(uses))))
    assert (again.scanned, again.parsed) == (0, 0)
    path = root / "project" / "package_3" / "part_1.py"
    path.write_text(path.read_text().replace("wide_3", "broad_3"))
    os.utime(path, (1, 1))
    took.append(seconds(lambda: (again.update(str(path)), again.words(uses))))
    assert again.words("from project.package_3.part_1 import broad_3\n") == {"broad_3"}
    assert again.words(uses) == frozenset()
    assert (again.scanned, again.parsed) == (1, 1)
    print(f"built {took[0]:.2f} s, loaded {took[1]:.2f} s, updated {took[2] * 1000:.1f} ms")
    assert took[0] < build
    assert took[1] < load
    assert took[2] < update
