"""A project full of booby traps: each leaves a mark when it is run, imported or loaded."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
from typing import NamedTuple

SERVER = pathlib.Path(__file__).resolve().parents[2] / "server"
# What `prelower` needs at run time, by the names of files and folders in site-packages.
INSTALLED = ("attr", "attrs", "cattr", "cattrs", "jedi", "lsprotocol", "parso", "pygls", "typing_extensions.py")
AT_START = ("sitecustomize", "usercustomize")
IN_PROJECT = ("ast", "attr", "conftest", "helpers", "jedi", "json", "parso", "pygls", "setup", *AT_START)
IN_PACKAGES = ("numpy", "jaxlib", "trapped", "pytest")
MARK = "import pathlib; pathlib.Path({mark!r}).touch()\n"
EXTENSION = """
#include <stdio.h>
__attribute__((constructor)) static void loaded(void) { FILE *mark = fopen("%(mark)s", "w"); if (mark) fclose(mark); }
void *PyInit_%(name)s(void) { return 0; }
"""
KERNEL = """
import helpers
import json
import native
import trapped
import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

LIMIT = 0.9 * 2**24

def launch(x, rows=trapped.rows(), depth=native.depth(), size=trapped.thing.size):
    limits = [json.limit(), helpers.limit(), trapped.limit(), native.limit(), jax.device_count(), native.deep.limit]
    flags = {"A": trapped.sub.flag(), "B": native.flag(), "C": trapped.ext.flag(), "D": jax.lib.flag()}
    pl.pallas_call(x, out_shape=x, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limits[0], flags=flags))(x)
    pl.pallas_call(x, out_shape=x, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=trapped.limit()))(x)
    return pl.pallas_call(x, out_shape=x, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=LIMIT))(x)
"""
JAX = {
    "__init__.py": "def device_count() -> int: ...\n",
    "version.py": '_version = "0.12.0"\n',
    "experimental/__init__.py": "",
    "experimental/pallas/__init__.py": "from jax._src.pallas.pallas_call import pallas_call as pallas_call\n",
    "experimental/pallas/tpu.py": "from jax._src.pallas.mosaic.core import CompilerParams as CompilerParams\n",
    "_src/pallas/pallas_call.py": "def pallas_call(kernel, out_shape, *, compiler_params=None): ...\n",
    "_src/pallas/mosaic/core.py": "class CompilerParams:\n  vmem_limit_bytes: int\n  flags: dict\n",
}


class Trap(NamedTuple):
    """The trapped project, the folder of marks, and how to start a Python that has prelower."""

    project: pathlib.Path
    marks: pathlib.Path
    python: str
    environment: dict[str, str]

    @property
    def sprung(self) -> list[str]:
        """The names of the traps that went off."""
        return sorted(mark.name for mark in self.marks.iterdir())

    @property
    def script(self) -> str:
        """A script as pip writes it for `prelower`."""
        path = self.marks.parent / "bin" / "prelower"
        path.parent.mkdir(exist_ok=True)
        path.write_text("import sys\nfrom prelower.__main__ import main\nsys.exit(main())\n")
        return str(path)

    def run(self, *command: str, seconds: float = 120) -> subprocess.CompletedProcess[str]:
        """Run a command in the trapped project."""
        return subprocess.run(
            command,
            cwd=self.project,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )


def make(folder: pathlib.Path, inside: bool) -> Trap:
    """A trapped project; `inside`: prelower is installed in its environment, else in the one that runs this."""
    project, marks = folder / "project", folder / "marks"
    marks.mkdir(parents=True)
    site = project / ".venv" / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    site.mkdir(parents=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}
    for name in ("PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "PRELOWER_CACHE_DIR", "PYTHONSAFEPATH"):
        environment.pop(name, None)
    if inside:
        python = _environment_with_prelower(project / ".venv", site)
    else:
        python, environment["PYTHONPATH"] = sys.executable, str(SERVER)
        _fake_interpreter(project / ".venv", marks)
    _trap_project(project, marks)
    _trap_packages(site, marks, at_start=not inside)
    for name, text in JAX.items():
        path = site / "jax" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + MARK.format(mark=str(marks / "jax")))
    return Trap(project, marks, python, environment)


def _trap_project(project: pathlib.Path, marks: pathlib.Path) -> None:
    for name in IN_PROJECT:
        (project / f"{name}.py").write_text(_python(marks, f"project-{name}"))
    (project / "kernel.py").write_text(KERNEL)
    (project / "project.pth").write_text(f"import os; open({str(marks / 'project-pth')!r}, 'w').close()\n")
    _extension(project, marks, "native", "project-native")


def _trap_packages(site: pathlib.Path, marks: pathlib.Path, at_start: bool) -> None:
    """Traps in the environment's packages; what Python itself runs at its start only where it is not to be started."""
    for name in IN_PACKAGES:
        (site / name).mkdir()
        (site / name / "__init__.py").write_text(_python(marks, f"packages-{name}"))
        _extension(site / name, marks, "ext", f"packages-{name}-ext")
    _extension(site, marks, "native", "packages-native")
    if at_start:
        for name in AT_START:
            (site / f"{name}.py").write_text(_python(marks, f"packages-{name}"))
        (site / "trap.pth").write_text(f"import os; open({str(marks / 'packages-pth')!r}, 'w').close()\n")


def _python(marks: pathlib.Path, name: str) -> str:
    return (
        MARK.format(mark=str(marks / name)) + "def limit() -> float: return 1e6\nclass Thing:\n    size: float = 1.5\n"
    )


def _extension(folder: pathlib.Path, marks: pathlib.Path, name: str, mark: str) -> None:
    """An extension module that leaves a mark when it is loaded; none where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return
    source = marks.parent / f"{mark}.c"
    source.write_text(EXTENSION % {"mark": marks / mark, "name": name})
    output = folder / (name + (sysconfig.get_config_var("EXT_SUFFIX") or ".so"))
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(output), str(source)], check=True)


def _fake_interpreter(prefix: pathlib.Path, marks: pathlib.Path) -> None:
    (prefix / "bin").mkdir()
    for name in ("python", "python3", "prelower", "jedi"):
        path = prefix / "bin" / name
        path.write_text(f"#!/bin/sh\ntouch '{marks / 'interpreter'}'\n")
        path.chmod(0o755)
    (prefix / "pyvenv.cfg").write_text(f"home = {prefix}/bin\nversion = {sys.version.split()[0]}\n")


def _environment_with_prelower(prefix: pathlib.Path, site: pathlib.Path) -> str:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", "--symlinks", str(prefix)], check=True)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SERVER / "prelower", site / "prelower", ignore=ignore)
    for name in INSTALLED:
        source = next(
            (pathlib.Path(path, name) for path in sys.path if path and pathlib.Path(path, name).exists()), None
        )
        if source and source.is_dir():
            shutil.copytree(source, site / name, ignore=ignore)
        elif source:
            shutil.copy(source, site / name)
    return str(prefix / "bin" / "python")
