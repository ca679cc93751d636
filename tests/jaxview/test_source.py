"""With a JAX made up to be unlike any release: what is read is what its source says."""

from __future__ import annotations

import pathlib

import pytest

from prelower.jaxview.environment import find
from prelower.jaxview.jax import view

TPU = "jax.experimental.pallas.tpu"
VMEM = "vmem_limit_bytes must be an int: provided with a {type(vmem_limit_bytes)}."
REWORDED = """
class CustomCallBackendConfig:
  def to_json(self):
    for i, (key, what) in enumerate(self.flags.items()):
      if isinstance(what, bool):
        pass
      else:
        raise TypeError(f"no {what!r} for " + str(key))
def other():
  raise ValueError("invalid flag value: " + str(value))
"""
DEPRECATIONS = """
import typing
from jax._src import new as _new
_deprecations = {
  "Old": ("Old is old.", _new.New),
  "Gone": (
     "Gone is "
     "gone.",
     None,
  ),
}
if typing.TYPE_CHECKING:
  Typed = int
  Old = _new.New
else:
  from jax._src.deprecations import deprecation_getattr
  __getattr__ = deprecation_getattr(__name__, _deprecations)
del typing
"""
PACKAGE = """
from .b import *
from . import c as d
try:
  import x.y
except ImportError:
  z: int = 1
"""
DECORATED = """
@decorated
@twice(
  1
)
class K:
  '''
Text at column 0.
'''
  first: int
  second: int = 2
"""
FIELDS = """
import dataclasses
@dataclasses.dataclass(frozen=True, kw_only=True)
class CompilerParams:
  K: ClassVar[int] = 1
  flags: dict
"""


@pytest.fixture
def installed(tmp_path, make_venv, make_files):
    """Makes a JAX of the given modules."""

    def make(files, version="0.13.0"):
        env = make_venv("env", version)
        make_files({f"lib/python3.11/site-packages/{name}": text for name, text in files.items()}, below="env")
        return view(find(str(tmp_path), str(env), {}, server=False), str(tmp_path))

    return make


def test_a_check_that_was_reworded(installed):
    jax = installed({"jax/_src/tpu_custom_call.py": REWORDED})
    assert jax.template("flags.value") == "no {value!r} for {key}"
    assert jax.template("vmem_limit_bytes.type") == VMEM


def test_deprecations_and_removals(installed):
    jax = installed({"jax/some.py": DEPRECATIONS, "jax/_src/new.py": "class New: pass\n"})
    assert jax.exists("jax.some.Old") is True
    assert (jax.deprecated("jax.some.Old"), jax.said("jax.some.Old")) == (True, "Old is old.")
    assert jax.canonical("jax.some.Old") == "jax._src.new.New"
    assert (jax.exists("jax.some.Gone"), jax.said("jax.some.Gone")) == (False, "Gone is gone.")
    assert jax.exists("jax.some.Typed") is False
    assert jax.exists("jax.some.typing") is False
    assert jax.exists("jax.some.Else") is False


def test_a_module_with_a_getattr_of_its_own_is_not_guessed(installed):
    jax = installed({"jax/lazy.py": "def __getattr__(name):\n  if name == 'thing':\n    return 1\n"})
    assert jax.exists("jax.lazy.thing") is None
    assert jax.exists("jax.lazy.other") is False


def test_stars_conditions_and_relative_imports(installed):
    starred = "def starred(): pass\nalias = starred\n"
    jax = installed({"jax/a/__init__.py": PACKAGE, "jax/a/b.py": starred, "jax/a/c.py": DECORATED})
    assert jax.exists("jax.a.starred") is True
    assert jax.canonical("jax.a.alias") == "jax.a.b.starred"
    assert jax.canonical("jax.a.d.K") == "jax.a.c.K"
    assert [jax.exists(f"jax.a.{name}") for name in ("x", "z", "y")] == [True, True, False]


def test_names_in_a_circle(installed):
    jax = installed({"jax/p.py": "from jax.q import it\n", "jax/q.py": "from jax.p import it\nown = own\n"})
    assert jax.exists("jax.p.it") is True
    assert jax.exists("jax.q.own") is True


def test_a_moved_class_keeps_its_fields(installed):
    jax = installed(
        {
            "jax/experimental/pallas/__init__.py": "",
            f"{TPU.replace('.', '/')}.py": "from jax._src.elsewhere import CompilerParams as CompilerParams\n",
            "jax/experimental/__init__.py": "",
            "jax/_src/elsewhere.py": FIELDS,
        }
    )
    found = jax.watched(f"{TPU}.CompilerParams")
    assert (found.parameters, found.keyword_only) == (("flags",), frozenset({"flags"}))


def test_source_of_a_newer_python_or_broken(installed):
    text = "type X[T] = ...\ndef broken(:\ndef good(a, *, b): pass\n" + "(" * 400 + "\n"
    jax = installed({"jax/_src/ffi.py": text + "def ffi_call(target_name, new): pass\n"})
    assert jax.exists("jax._src.ffi.good") is True
    assert jax.watched("jax.ffi.ffi_call").parameters == ("target_name", "new")


def test_source_that_is_no_text(installed):
    jax = installed({})
    (pathlib.Path(jax.place) / "_src" / "ffi.py").write_bytes(b"\xff\xfe\x00def ffi_call")
    assert jax.watched("jax.ffi.ffi_call").parameters[0] == "target_name"
