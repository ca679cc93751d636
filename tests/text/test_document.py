"""The document in memory is the editor's, character for character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prelower.text.document import apply_change

ODD = ["a", "b", " ", "\n", "\r\n", "\r", "\f", "\v", "\x85", "\u2028", "\ufeff", "é", "한", "😀"]
pieces = st.lists(st.sampled_from(ODD), max_size=25).map("".join)
encodings = st.sampled_from(["utf-8", "utf-16", "utf-32"])
WIDTH = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}


def client_position(text, offset, encoding):
    """Where an editor says that an offset is, worked out the slow way."""
    line = column = 0
    for at, character in enumerate(text[:offset]):
        if character == "\n" or (character == "\r" and text[at + 1 : at + 2] != "\n"):
            line, column = line + 1, 0
        elif character != "\r":
            column += WIDTH[encoding](character)
    return line, column


def offsets(text):
    """Every offset that a position can name: all but those between CR and LF."""
    return [at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n" or at == 0]


@given(pieces, encodings, st.data())
def test_random_edits_are_the_same_as_on_a_plain_string(text, encoding, data):
    ours = text
    for _ in range(data.draw(st.integers(1, 6))):
        places = offsets(text)
        start, end = sorted(data.draw(st.tuples(st.sampled_from(places), st.sampled_from(places))))
        new = data.draw(pieces)
        at = client_position(text, start, encoding), client_position(text, end, encoding)
        ours = apply_change(ours, at, new, encoding)
        text = text[:start] + new + text[end:]
        assert ours == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize(
    "place, expected",
    [
        (((0, 99), (0, 99)), "abX\r\n\r\nc"),
        (((0, 0), (99, 0)), "X"),
        (((1, 5), (2, 0)), "ab\r\nXc"),
        (((2, 99), (9, 9)), "ab\r\n\r\ncX"),
        (((2, 1), (2, 0)), "ab\r\n\r\nX"),
        (None, "X"),
    ],
)
def test_ranges_outside_are_clamped(encoding, place, expected):
    assert apply_change("ab\r\n\r\nc", place, "X", encoding) == expected


def test_a_pair_that_comes_in_halves_is_one_character():
    text = apply_change("ab", ((0, 1), (0, 1)), "\ud83d", "utf-16")
    assert apply_change(text, ((0, 2), (0, 2)), "\ude00", "utf-16") == "a😀b"
