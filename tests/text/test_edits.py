"""Edits of a text made all at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prelower.text.edits import apply
from prelower.text.lines import Lines
from prelower.text.span import Span


def test_edits_are_made_in_the_old_text():
    text = "a = 1\r\né = 2; c = 3\n"
    edits = [(Span(1, 12, 1, 13), "30"), (Span(0, 4, 0, 5), "int(1)"), (Span(1, 5, 1, 6), "20")]
    assert apply(text, edits) == "a = int(1)\r\né = 20; c = 30\n"


def test_insertions_keep_their_order_and_come_before_a_replacement():
    here = Span(0, 1, 0, 1)
    assert apply("abc", [(Span(0, 1, 0, 2), "B"), (here, "1"), (here, "2")]) == "a12Bc"
    assert apply("abc", [(Span(0, 0, 0, 1), "A"), (here, "1")]) == "A1bc"


@pytest.mark.parametrize("other", [Span(0, 1, 0, 3), Span(0, 3, 0, 1), Span(0, 0, 0, 4), Span(0, 2, 0, 2)])
def test_overlap_is_refused(other):
    with pytest.raises(ValueError, match="overlap"):
        apply("abcd", [(Span(0, 1, 0, 3), "x"), (other, "y")])


def test_no_edits():
    assert apply("\ufeffa\r", []) == "\ufeffa\r"


@given(st.text("aé😀\r\n\f\u2028", max_size=30), st.lists(st.integers(0, 30), min_size=2, max_size=8, unique=True))
def test_the_same_as_slicing(text, cuts):
    lines = Lines(text)
    cuts = sorted({lines.offset(*lines.position(cut)) for cut in cuts})
    pairs = list(zip(cuts[::2], cuts[1::2], strict=False))
    expected = text
    for start, end in reversed(pairs):
        expected = expected[:start] + "<>" + expected[end:]
    assert apply(text, [(lines.span(start, end), "<>") for start, end in reversed(pairs)]) == expected
