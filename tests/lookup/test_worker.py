"""What jedi says of a real JAX, and what the worker does not let it do."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from prelower.lookup.process import WORKER
from prelower.values.model import Callable_, Instance, Library, Question, Unknown

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def ask(make_lookup, oracle_prefix, jedi_cache):
    """Asks one question about a real JAX."""
    lookup = make_lookup(oracle_prefix, jedi_cache)

    def ask(kind, name):
        answer = lookup.ask([Question(kind, name)], 60)[Question(kind, name)]
        assert lookup.troubles == []
        return answer

    return ask


@pytest.mark.parametrize(
    ("kind", "name", "cls"),
    [
        ("returns", "jax.device_count", "builtins.int"),
        ("returns", "jax.default_backend", "builtins.str"),
        ("attribute", "jax.Array.nbytes", "builtins.int"),
        ("attribute", "jax.Array.ndim", "builtins.int"),
        ("returns", "jax.numpy.float32", "jax._src.basearray.Array"),
        ("returns", "jax.numpy.zeros", "jax._src.basearray.Array"),
        ("returns", "jax.ShapeDtypeStruct", "jax._src.core.ShapeDtypeStruct"),
        ("what", "jax.lax.Precision.HIGHEST", "jax._src.lax.lax.Precision"),
        ("returns", "time.time", "builtins.float"),
    ],
)
def test_instances(ask, kind, name, cls):
    answer = ask(kind, name)
    assert isinstance(answer, Instance), answer
    assert (answer.cls.name, answer.cls.mro[0], answer.cls.mro[-1]) == (cls, cls, "builtins.object")
    assert (answer.exact, answer.cls.known) == (False, True)


def test_an_enum_is_known_as_one(ask):
    assert ask("what", "jax.lax.Precision.HIGHEST").cls.derives("enum.Enum")


@pytest.mark.parametrize(
    ("name", "kind", "canonical"),
    [
        ("jax.device_count", "function", "jax._src.xla_bridge.device_count"),
        ("jax.Array", "class", "jax._src.basearray.Array"),
        ("jax.experimental.pallas.tpu.CompilerParams", "class", "jax._src.pallas.mosaic.core.CompilerParams"),
        ("jax.experimental.pallas.tpu", "module", "jax.experimental.pallas.tpu"),
    ],
)
def test_what_names_are(ask, name, kind, canonical):
    answer = ask("what", name)
    assert isinstance(answer, Callable_), answer
    assert (answer.kind, answer.name) == (kind, canonical)


def test_a_decorated_function_may_be_something_else(ask):
    assert ask("what", "jax.numpy.sum") == Library("jax._src.numpy.reductions.sum")


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("what", "jax.no_such_name"),
        ("what", "no_such_package.thing"),
        ("attribute", "jax.Array.sum"),  # a method
        ("attribute", "jax.Array.shape"),  # an alias of a protocol
        ("returns", "os.cpu_count"),  # int or None
        ("returns", "jax.experimental.pallas.cdiv"),  # depends on the arguments
        ("returns", "random.seed"),  # None
        ("attribute", "jax.Array.no_such_name"),
    ],
)
def test_what_jedi_is_not_believed(ask, kind, name):
    assert isinstance(ask(kind, name), Unknown)


def run_with(tmp_path, code, wait=True):
    """How a worker ends, and what it says, whose jedi is a package of ours with this code."""
    trap = tmp_path / "trap.py"
    trap.write_text("")
    package = tmp_path / "code" / "jedi"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text(code.format(trap=str(trap), python=sys.executable))
    command = [sys.executable, "-I", "-S", WORKER, str(tmp_path / "code")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=tmp_path, text=True, **pipes) as worker:
        worker.stdin.write("{}\n")
        worker.stdin.flush()  # it stays open: the worker ends when the other side has gone
        said = worker.stdout.read() if wait else ""
        worker.stdin.close()
        return worker.wait(10), said


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import sys; sys.path.insert(0, {trap!r}[:-8]); import trap", "would execute"),
        ("exec(compile('', {trap!r}, 'exec'))", "would execute"),
        ("import runpy; runpy.run_path({trap!r})", "would execute"),
        ("import subprocess; subprocess.run([{python!r}, '-c', ''])", "would start something: subprocess.Popen"),
        ("import os; os.system('true')", "would start something: os.system"),
        ("import os; os.fork()", "would start something: os.fork"),
        ("import os; os.execv({python!r}, ['python'])", "would start something: os.exec"),
        ("import ctypes; ctypes.CDLL(None)", "would start something: ctypes.dlopen"),
        ("import socket; socket.socket()", "would start something: socket"),
        (
            "import importlib.machinery as m, importlib.util as u\n"
            "u.module_from_spec(u.spec_from_loader('x', m.ExtensionFileLoader('x', {trap!r})))",
            "would load",
        ),
    ],
)
def test_the_guard_ends_the_worker(tmp_path, code, why):
    ended, said = run_with(tmp_path, code)
    assert ended == 70
    assert why in json.loads(said)["fatal"]


def test_other_packages_beside_jedi_are_not_found(tmp_path):
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "attr.py").write_text("")
    (tmp_path / "code" / "json.py").write_text("raise SystemExit(3)")
    ended, _ = run_with(tmp_path, "try:\n    import attr\nexcept ImportError:\n    raise SystemExit(42)")
    assert ended == 42


def test_it_ends_when_the_other_side_has_gone(tmp_path):
    assert run_with(tmp_path, "import time; time.sleep(60)", wait=False) == (0, "")
