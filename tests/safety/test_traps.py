"""Nothing of the opened project or of its environment is ever run, imported or loaded."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

from .conversation import diagnostics_on_opening
from .traps import IN_PACKAGES, IN_PROJECT, SERVER, Trap, make

pytestmark = [
    pytest.mark.timeout(240),
    pytest.mark.skipif(os.name == "nt", reason="the traps are made for a Unix shell and compiler"),
]
HAS_ENGINE = (SERVER / "prelower" / "engine.py").exists() and (SERVER / "prelower" / "cli" / "main.py").exists()
needs_engine = pytest.mark.skipif(not HAS_ENGINE, reason="there is no engine yet")
# How users start prelower; `{script}` is what pip writes into `bin`.
COMMANDS = {"module": ("{python}", "-m", "prelower"), "script": ("{python}", "{script}")}
# Look-ups about every trapped module, in the words of the worker.
ASK = """
import json, sys
from prelower.jaxview.environment import find
from prelower.jaxview.jax import view
from prelower.lookup.client import Lookup
from prelower.values.model import Question, Unknown
root = sys.argv[1]
environment = find(root, None, {}, server=True)
jax = view(environment, root)
jax.watched("jax.experimental.pallas.tpu.CompilerParams"), jax.exists("jax.nothing"), jax.exists("jaxlib.ext.thing")
lookup = Lookup(root, environment._replace(search=(*environment.search, root)))
names = sys.argv[2:]
questions = [Question("what", f"{name}.limit") for name in names]
questions += [Question("returns", f"{name}.limit") for name in names]
questions += [Question("attribute", f"{name}.Thing.size") for name in names]
questions += [Question("returns", "jax.device_count"), Question("what", "jax._src.nothing")]
answers = lookup.ask(questions, 120)
lookup.close()
kinds = {f"{question.kind} {question.name}": type(answer).__name__ for question, answer in answers.items()}
print(json.dumps({"answers": kinds, "troubles": lookup.troubles, "prefix": environment.prefix, "jax": jax.version}))
"""


@pytest.fixture(scope="module", params=["own environment", "inside the trapped one"])
def shared(request, tmp_path_factory) -> Trap:
    """The trapped project in two variants: where prelower is installed."""
    return make(tmp_path_factory.mktemp("trap"), inside=request.param != "own environment")


@pytest.fixture
def trap(shared) -> Trap:
    """The trapped project without marks."""
    for mark in shared.marks.iterdir():
        mark.unlink()
    return shared


def command(trap: Trap, name: str, *arguments: str) -> list[str]:
    """A command line that starts prelower."""
    return [part.format(python=trap.python, script=trap.script) for part in COMMANDS[name]] + list(arguments)


def test_the_traps_work(trap):
    """Each of them leaves its mark when it is sprung: otherwise the tests below would prove nothing."""
    code = "import importlib, sys\nsys.path[:0] = sys.argv[1:2]\nfor name in sys.argv[2:]:\n"
    code += "    try: importlib.import_module(name)\n    except Exception: pass\n"
    site = str(next((trap.project / ".venv" / "lib").glob("python*/site-packages")))
    packages = (*IN_PACKAGES, *(f"{name}.ext" for name in IN_PACKAGES), "native", "jax")
    for folder, names in ((str(trap.project), (*IN_PROJECT, "native")), (site, packages)):
        for name in names:
            subprocess.run([sys.executable, "-S", "-c", code, folder, name], check=True, capture_output=True)
    subprocess.run([sys.executable, "-c", f"import site; site.addsitedir({str(trap.project)!r})"], check=True)
    expected = {f"project-{name}" for name in IN_PROJECT if name != "ast"} | {"project-pth", "jax"}
    expected |= {f"packages-{name}" for name in IN_PACKAGES}
    if list(trap.project.glob("native.*")):
        expected |= {"project-native", "packages-native", *(f"packages-{name}-ext" for name in IN_PACKAGES)}
    assert expected <= set(trap.sprung)


def test_look_ups_and_the_view_of_jax(trap, tmp_path):
    driver = tmp_path / "driver.py"
    driver.write_text(ASK)
    names = [*IN_PROJECT, "native", *IN_PACKAGES, *(f"{name}.ext" for name in IN_PACKAGES)]
    done = trap.run(trap.python, str(driver), str(trap.project), *names)
    assert done.returncode == 0, done.stderr
    assert trap.sprung == []
    said = json.loads(done.stdout)
    assert (said["troubles"], said["jax"]) == ([], "0.12.0")
    assert said["prefix"] == str(trap.project / ".venv")
    # It did look there: what the traps' text says is known.
    assert said["answers"]["returns trapped.limit"] == "Instance"
    assert said["answers"]["attribute trapped.Thing.size"] == "Instance"
    assert said["answers"]["returns jax.device_count"] == "Instance"
    assert said["answers"]["returns native.limit"] == "Unknown"


@needs_engine
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("arguments", [("check", "."), ("check", "kernel.py"), ("check", "--diff", "."), ("info",)])
def test_the_command_line(trap, name, arguments):
    done = trap.run(*command(trap, name, *arguments))
    assert trap.sprung == []
    if arguments[0] == "check":
        assert done.returncode == 1, done.stderr
        assert "vmem_limit_bytes" in done.stdout
    assert "Traceback" not in done.stderr


@needs_engine
@pytest.mark.parametrize("name", COMMANDS)
def test_the_language_server(trap, name):
    kernel = trap.project / "kernel.py"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    line = command(trap, name, "server")
    with subprocess.Popen(line, cwd=trap.project, env=trap.environment, **pipes) as server:
        try:
            found = diagnostics_on_opening(
                server, trap.project.as_uri(), kernel.as_uri(), kernel.read_text(encoding="utf-8"), 60
            )
        finally:
            server.kill()
    assert trap.sprung == []
    assert found is not None
    assert any("vmem_limit_bytes" in finding["message"] for finding in found)


def test_no_cache_lies_in_the_project(trap):
    """Of all that ran above, nothing was written into the opened folder but Python's own caches of prelower."""
    before = {"project.pth", "kernel.py", *(f"{name}.py" for name in IN_PROJECT)}
    now = {path.name for path in pathlib.Path(trap.project).iterdir()} - {".venv"}
    assert {name for name in now if not name.startswith("native.")} == before
