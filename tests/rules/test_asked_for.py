"""Programs that ask for the release: those that are right under each of nine releases, and those that are not.

Each program of `RIGHT` was run with all nine; what is found in one of `WRONG`, that release raises.
"""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.findings import ERROR, WARNING
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

from .asking import CALLED, HEAD, PARAMS, RIGHT
from .leading import LED
from .releases import ORACLE

FLAGS = """\
import inspect
import jax
from jax.experimental import pallas as pl

HAS_METADATA = "metadata" in inspect.signature(pl.pallas_call).parameters
NEW = jax.__version_info__ >= (0, 6)


def at_least(*release):
    return jax.__version_info__[: len(release)] >= release
"""
FLAGGED = (
    "from _compat import NEW\nP = pltpu.CompilerParams if NEW else pltpu.TPUCompilerParams\n",
    "import _compat\nP = pltpu.CompilerParams if _compat.NEW else pltpu.TPUCompilerParams\n",
    "from _compat import at_least\nP = pltpu.CompilerParams if at_least(0, 6) else pltpu.TPUCompilerParams\n",
    "import _compat as C\ndef f(x):\n    if C.HAS_METADATA:\n"
    '        return pl.pallas_call(kernel, out_shape=shape, metadata={"a": "b"})(x)\n'
    "    return pl.pallas_call(kernel, out_shape=shape)(x)\n",
)
_PACKAGING = """
from packaging.version import Version
P = pltpu.CompilerParams if Version(jax.__version__) >= Version("0.5.1") else pltpu.TPUCompilerParams
"""
_AT_FIVE = HEAD + "P = pltpu.CompilerParams if jax.__version_info__ >= (0, 5) else pltpu.TPUCompilerParams\n"
_OLD = "pltpu.TPUCompilerParams"
_KEYWORDS = """
class Op:
    new = jax.__version_info__ >= (0, 6)

    def _old(self, x):
        return jax.ffi.ffi_call("t", shape, vectorized=True)(x)

    def _new(self, x):
        return jax.ffi.ffi_call("t", shape, vmap_method="sequential")(x)

    def make(self, x):
        return self._new(x) if self.new else self._old(x)
"""
WRONG = (
    (HEAD + _KEYWORDS, "0.9.2", []),
    (HEAD + _KEYWORDS, "0.5.3", ["vectorized=True"]),
    (HEAD + _PACKAGING, "0.5.3", ["pltpu.CompilerParams"]),
    (HEAD + _PACKAGING, "0.4.35", []),
    (HEAD + _PACKAGING, "0.9.2", []),
    (HEAD + f"try:\n    P = {_OLD}\nfinally:\n    print()\n", "0.9.2", [_OLD]),
    (HEAD + f"try:\n    P = {_OLD}\nexcept ValueError:\n    P = None\n", "0.9.2", [_OLD]),
    (HEAD + f"try:\n    P = {_OLD}\nexcept AttributeError:\n    P = None\n", "0.9.2", []),
    (HEAD + f"try:\n    P = {_OLD}\nexcept (ValueError, Exception):\n    P = None\n", "0.9.2", []),
    (_AT_FIVE, "0.5.3", ["pltpu.CompilerParams"]),
    (_AT_FIVE, "0.4.35", []),
    (_AT_FIVE, "0.6.2", []),
    (HEAD + PARAMS + "p = Params(skip_device_barrier=True)\n", "0.6.2", ["skip_device_barrier=True"]),
    (HEAD + PARAMS + "p = Params(skip_device_barrier=True)\n", "0.7.2", []),
    ("import jax\nfrom jax import ffi\n" + CALLED, "0.4.35", ["ffi"]),
    ("import jax\nfrom jax.extend import ffi\n" + CALLED, "0.9.2", ["ffi"]),
    (HEAD + "P = pltpu.CompilerParams\nQ = pltpu.TPUCompilerParams\n", "0.9.2", ["pltpu.TPUCompilerParams"]),
)


def shown(program: str, release: str) -> list[str]:
    """Where errors and warnings are found."""
    source = Source("/project/case.py", program)
    findings = Engine("/project", Jax(release, "asked")).check(source).findings
    return [source.lines.span_text(f.span) for f in findings if f.severity in (ERROR, WARNING)]


@pytest.mark.parametrize("program", LED.values(), ids=LED)
def test_what_a_test_does_not_lead_to_is_left_alone(program: str):
    assert {release: found for release in ORACLE if (found := shown(HEAD + program, release))} == {}


@pytest.mark.parametrize("program", RIGHT.values(), ids=RIGHT)
def test_what_asks_for_the_release_is_right_under_each(program: str):
    assert {release: found for release in ORACLE if (found := shown(program, release))} == {}


@pytest.mark.parametrize("program", FLAGGED)
def test_what_another_file_has_asked_for_holds(program: str, tmp_path):
    (tmp_path / "_compat.py").write_text(FLAGS)
    source = Source(str(tmp_path / "case.py"), HEAD + program)
    for release in ORACLE:
        found = Engine(str(tmp_path), Jax(release, "asked")).check(source).findings
        assert [f.documented for f in found if f.severity in (ERROR, WARNING)] == [], release


@pytest.mark.parametrize("program, release, expected", WRONG)
def test_what_asks_for_the_wrong_one_is_found(program: str, release: str, expected: list[str]):
    assert shown(program, release) == expected
