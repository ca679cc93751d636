"""Operators, comparisons, truth and printing agree with CPython and numpy on random values."""

from __future__ import annotations

import operator
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prelower.values.arithmetic import PLAIN_OPERATORS, binary, unary
from prelower.values.classinfo import info, printed
from prelower.values.model import ClassInfo, Instance, Known, Library, Record, Unknown
from prelower.values.render import described as in_words
from prelower.values.render import formatted
from prelower.values.truth import compare, same_type_and_value, truth
from tests.values.library.real import contradiction, described, of_value, without_value
from tests.values.library.strategies import DRAWN, containers, plain, scalars, values

pytestmark = pytest.mark.filterwarnings("ignore")


def calm(function, *arguments):
    """Compute it without numpy's warnings, if it is not too large to compute."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return function(*arguments)


def too_large(op, left, right):
    numbers = [x for x in (left, right) if isinstance(x, (int, float, np.generic)) and not isinstance(x, np.str_)]
    return op in ("*", "**", "<<") and any(abs(x) > 3000 for x in numbers if not isinstance(x, (complex, np.complex64)))


def hidden(what, hide):
    return without_value(what) if hide else what


@DRAWN
@given(values, values, st.sampled_from(sorted(PLAIN_OPERATORS)), st.booleans(), st.booleans())
def test_a_binary_operator_claims_nothing_false(left, right, op, hide_left, hide_right):
    claim = binary(op, hidden(described(left), hide_left), hidden(described(right), hide_right))
    if too_large(op, left, right):
        return
    problem = contradiction(claim, lambda: calm(PLAIN_OPERATORS[op], left, right))
    assert problem is None, f"{left!r} {op} {right!r}: {problem}"


@DRAWN
@given(values, st.sampled_from("+-~"), st.booleans())
def test_a_unary_operator_claims_nothing_false(value, op, hide):
    real = {"+": operator.pos, "-": operator.neg, "~": operator.invert}[op]
    claim = unary(op, hidden(described(value), hide))
    assert contradiction(claim, lambda: calm(real, value)) is None, (op, value)


COMPARISONS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
               ">=": operator.ge, "in": lambda a, b: a in b, "not in": lambda a, b: a not in b}  # fmt: skip


@DRAWN
@given(values, values, st.sampled_from(sorted(COMPARISONS)), st.booleans(), st.booleans())
def test_a_comparison_claims_nothing_false(left, right, op, hide_left, hide_right):
    claim = compare(op, hidden(described(left), hide_left), hidden(described(right), hide_right))
    problem = contradiction(claim, lambda: calm(COMPARISONS[op], left, right))
    assert problem is None, f"{left!r} {op} {right!r}: {problem}"


@DRAWN
@given(values, values)
def test_identity_claims_nothing_false(left, right):
    assert of_value(compare("is", described(left), described(right)), left is right) is None
    assert of_value(compare("is not", described(left), described(right)), left is not right) is None
    assert compare("is", described(left), described(left)) in (Known(True), Instance(info("builtins.bool")))


@DRAWN
@given(values, st.booleans())
def test_truth_claims_nothing_false(value, hide):
    claim = truth(hidden(described(value), hide))
    assert claim is None or claim == bool(value)


@DRAWN
@given(values)
def test_printing_claims_nothing_false(value):
    assert of_value(described(value), value) is None
    assert in_words(described(value))


@DRAWN
@given(plain | scalars | containers, st.sampled_from(["", "d", ".2f", ">10", "x", "_", ",", "08b", "s", "e", "10"]),
       st.sampled_from([None, "r", "s", "a"]), st.booleans())  # fmt: skip
def test_formatting_claims_nothing_false(value, spec, conversion, hide):
    claim = formatted(hidden(described(value), hide), spec, conversion)
    shown = {None: lambda v: v, "r": repr, "s": str, "a": ascii}[conversion]
    assert contradiction(claim, lambda: format(shown(value), spec)) is None, (value, spec, conversion)


def test_large_results_keep_their_class_and_are_not_computed():
    assert binary("**", Known(2), Known(10**9)) == Instance(info("builtins.int"))
    assert binary("*", Known("a"), Known(10**9)) == Instance(info("builtins.str"))
    assert binary("<<", Known(1), Known(10**9)) == Instance(info("builtins.int"))
    assert binary("%", Known("%1000000000d"), Known(1)) == Instance(info("builtins.str"))
    assert formatted(Known(1), "1000000000d") == Instance(info("builtins.str"))


@pytest.mark.parametrize(("left", "op", "right", "cls"), [
    (1, "/", 2, "builtins.float"), (7, "//", 2, "builtins.int"), (2, "**", -1, "builtins.float"),
    (True, "+", True, "builtins.int"), (True, "&", False, "builtins.bool"), (1, "*", 1.5, "builtins.float"),
    (np.int64(1), "/", 2, "numpy.float64"), (np.float32(1), "*", 1.5, "numpy.float32"),
    (np.int32(1), "*", 1.5, "numpy.float64"), (np.float64(1), "*", 2, "numpy.float64"),
    (2, "*", np.int64(2), "numpy.int64"),
])  # fmt: skip
def test_the_class_is_found_with_and_without_the_values(left, op, right, cls):
    for hide in (False, True):
        right_what = described(right) if op == "**" else hidden(described(right), hide)
        result = binary(op, hidden(described(left), hide), right_what)
        assert (type(result) is Known and printed(info(cls)) == str(type(result.value))) or result.cls.name == cls


def test_a_users_class_makes_an_operator_unknown():
    users = Instance(ClassInfo("case.Size", ("case.Size", "builtins.int", "builtins.object")), value=3)
    for other in (users, Record(ClassInfo("case.A", ("case.A",)), (), 1), Unknown("x"), Library("jax.y")):
        assert isinstance(binary("+", other, Known(1)), Unknown)
        assert isinstance(binary("*", Known(1), other), Unknown)


def test_sameness_tells_types_apart():
    assert not same_type_and_value(Known(1), Known(True))
    assert not same_type_and_value(Known(1), Known(1.0))
    assert not same_type_and_value(Known(0.0), Known(-0.0))
    assert same_type_and_value(Known(float("nan")), Known(float("nan")))
    assert not same_type_and_value(Known("x"), Unknown("x"))
