"""Functions, methods, attributes and items of random values: what the tables claim agrees with the real ones."""

from __future__ import annotations

import builtins
import importlib
import io
import os
import pathlib
import subprocess
import sys
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prelower.values import library
from prelower.values.library.dispatch import FUNCTIONS
from prelower.values.plain import sequence, value_of
from tests.values.library.real import contradiction, described, without_value
from tests.values.library.strategies import DRAWN, containers, plain, scalars, small, values

pytestmark = pytest.mark.filterwarnings("ignore")
UNSAFE = tuple(
    """
    jax. yaml tom ml_dtypes requests urllib subprocess simplejson ujson orjson cloudpickle msgpack
    joblib shelve builtins.eval builtins.exec builtins.input time. os.makedirs numpy.load
    numpy.genfromtxt builtins.id os.environ. pickle marshal csv json.dump ast random. secrets
    configparser inspect tempfile os.urandom shutil socket getpass numpy.eye numpy.identity
    os.listdir builtins.range math.perm math.comb math.factorial importlib os.sysconf
    multiprocessing platform numpy.linspace re.
    """.split()
)
SAFE = sorted({name for name in FUNCTIONS if not name.startswith(UNSAFE)} | {"json.dumps", "re.escape", "re.sub"})


def real_function(dotted):
    module, _, name = dotted.rpartition(".")
    if module == "builtins" or module.startswith("builtins."):
        owner = builtins if module == "builtins" else getattr(builtins, module[9:])
        return getattr(owner, name)
    try:
        return getattr(importlib.import_module(module), name, None)
    except ImportError:
        owner, _, cls = module.rpartition(".")
        return getattr(getattr(importlib.import_module(owner), cls), name)


def quiet(function, *arguments):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return function(*arguments)


def huge(arguments):
    numbers = [value for value in arguments if isinstance(value, (int, float, np.integer, np.floating))]
    return any(abs(value) > 10_000 for value in numbers)


usual = small | plain | scalars | containers | values
arguments_of = st.lists(usual, max_size=3) | st.lists(usual, min_size=1, max_size=1)


@DRAWN
@given(st.sampled_from(SAFE), arguments_of, st.booleans())
def test_a_function_claims_nothing_false(name, arguments, hide):
    function = real_function(name)
    if function is None or (huge(arguments) and (hide or name.rpartition(".")[2] in GROWING)):
        return
    whats = tuple(without_value(described(each)) if hide else described(each) for each in arguments)
    claim = library.call(name, whats, {})
    assert contradiction(claim, lambda: quiet(function, *arguments), strict=False) is None, (name, arguments, claim)


GROWING = {"zeros", "ones", "empty", "full", "arange", "pow", "bytes", "bytearray", "ldexp", "power", "mul", "lshift",
           "left_shift", "range", "date", "zeros_like", "identity", "pow_", "frexp"}  # fmt: skip
MUTATING = {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "update", "setdefault",
            "popitem", "add", "discard", "fill", "resize", "tofile", "dump", "dumps", "setflags", "put"}  # fmt: skip


@DRAWN
@given(values, st.randoms(use_true_random=False), st.lists(usual, max_size=2), st.booleans())
def test_a_method_claims_nothing_false(value, chance, arguments, hide):
    names = [name for name in dir(value) if name not in MUTATING and not name.startswith("__")]
    name = chance.choice([each for each in names if callable(getattr(type(value), each, None))] or ["__str__"])
    if huge(arguments):
        return
    what = without_value(described(value)) if hide else described(value)
    claim = library.method(what, name, tuple(described(each) for each in arguments), {})
    problem = contradiction(claim, lambda: quiet(getattr(value, name), *arguments), strict=False)
    assert problem is None, (value, name, arguments, claim)


@DRAWN
@given(values, st.randoms(use_true_random=False), st.booleans())
def test_an_attribute_claims_nothing_false(value, chance, hide):
    name = chance.choice([each for each in dir(value) if not each.startswith("__")] or ["__doc__"])
    what = without_value(described(value)) if hide else described(value)
    claim = library.attribute(what, name)
    assert contradiction(claim, lambda: quiet(getattr, value, name)) is None, (value, name, claim)


slices = st.builds(slice, st.none() | st.integers(-3, 3), st.none() | st.integers(-3, 3))
indexes = st.integers(-4, 4) | slices | st.tuples(st.integers(-2, 2), st.integers(-2, 2) | slices) | plain | scalars


def described_index(index):
    if isinstance(index, slice):
        return sequence("slice", tuple(value_of(described(each)) for each in (index.start, index.stop, index.step)))
    if isinstance(index, tuple):
        return sequence("tuple", tuple(value_of(described_index(each)) for each in index))
    return described(index)


@DRAWN
@given(values, indexes, st.booleans(), st.booleans())
def test_an_item_claims_nothing_false(value, index, hide, hide_index):
    what = without_value(described(value)) if hide else described(value)
    place = described_index(index)
    place = without_value(place) if hide_index and not isinstance(index, (slice, tuple)) else place
    claim = library.subscript(what, place)
    assert contradiction(claim, lambda: quiet(lambda: value[index])) is None, (value, index, claim)


def test_the_tables_load_nothing_heavy():
    heavy = {"numpy", "jax", "ast", "inspect", "statistics", "decimal", "fractions", "attrs", "dataclasses"}
    code = "import sys, prelower.values.library; print(*sorted(sys.modules))"
    server = pathlib.Path(__file__).resolve().parents[3] / "server"
    environment = {**os.environ, "PYTHONPATH": str(server)}
    command = [sys.executable, "-S", "-c", code]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert not heavy & set(io.StringIO(shown.stdout).read().split())
