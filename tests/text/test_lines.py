"""Line tables: where lines end, and columns in every encoding."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prelower.text.lines import Lines
from prelower.text.span import Span

ODD = "ab \t\f\v\x1c\x85\u2028\u2029\ufeffé한😀\U0001f468\u200d\n\r"
texts = st.one_of(st.text(ODD, max_size=60), st.text(max_size=60))


@pytest.mark.parametrize(
    "text, lines",
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a", ""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\r\n", ["a", "b", ""]),
        ("a\rb\r", ["a", "b", ""]),
        ("a\r\r\nb\n\rc", ["a", "", "b", "", "c"]),
        ("a\fb\vc\nd", ["a\fb\vc", "d"]),
        ("a\x1cb\x1dc\x1ed\x85e", ["a\x1cb\x1dc\x1ed\x85e"]),
        ("a\u2028b\u2029c\nd", ["a\u2028b\u2029c", "d"]),
        ("\ufeffa\nb", ["\ufeffa", "b"]),
        ("😀\n한", ["😀", "한"]),
    ],
)
def test_lines_end_at_lf_crlf_and_cr_only(text, lines):
    table = Lines(text)
    assert [table.line(number) for number in range(len(table))] == lines
    assert [text[start:][: len(line)] for start, line in zip(table.starts, lines, strict=True)] == lines


@pytest.mark.parametrize(
    "character, utf_8, utf_16",
    [("a", 1, 1), ("é", 2, 1), ("한", 3, 1), ("\u2028", 3, 1), ("\ufeff", 3, 1), ("😀", 4, 2)],
)
def test_a_column_after_one_character(character, utf_8, utf_16):
    table = Lines(f"x\n{character}z\n")
    assert table.column(1, utf_8, "utf-8") == utf_8
    assert table.column(1, utf_8, "utf-16") == utf_16
    assert table.column(1, utf_8, "utf-32") == 1
    assert table.byte_column(1, utf_8, "utf-8") == utf_8
    assert table.byte_column(1, utf_16, "utf-16") == utf_8
    assert table.byte_column(1, 1, "utf-32") == utf_8
    assert table.offset(1, utf_8) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_outside_are_clamped(encoding):
    table = Lines("é😀\r\nb")
    assert table.byte_column(0, 99, encoding) == 6
    assert table.byte_column(0, -1, encoding) == 0
    assert table.byte_column(7, 3, encoding) == 0
    assert table.column(0, 99, encoding) == {"utf-8": 6, "utf-16": 3, "utf-32": 2}[encoding]
    assert table.offset(0, 99) == 2
    assert table.offset(7, 0) == len(table.text)
    assert table.offset(-1, 5) == 0


def test_inside_a_character_means_before_it():
    table = Lines("a😀b")
    assert [table.byte_column(0, column, "utf-16") for column in range(5)] == [0, 1, 1, 5, 6]
    assert [table.byte_column(0, column, "utf-8") for column in range(7)] == [0, 1, 1, 1, 1, 5, 6]
    assert [table.offset(0, column) for column in range(7)] == [0, 1, 1, 1, 1, 2, 3]


def test_inside_a_line_end_means_its_start():
    assert Lines("ab\r\nc").position(3) == (0, 2)


def test_span_text():
    table = Lines("é = 1\r\nb = '😀' # x\n")
    assert table.span_text(Span(1, 4, 1, 10)) == "'😀'"
    assert table.span_text(Span(0, 3, 1, 1)) == "= 1\r\nb"
    assert table.span(0, 1) == Span(0, 0, 0, 2)


@given(texts)
def test_every_offset_round_trips(text):
    table = Lines(text)
    for offset in range(len(text) + 1):
        line, column = table.position(offset)
        inside_end = text[offset - 1 : offset + 1] == "\r\n"
        assert table.offset(line, column) == offset - inside_end
        for encoding in ("utf-8", "utf-16", "utf-32"):
            assert table.byte_column(line, table.column(line, column, encoding), encoding) == column


@given(texts)
def test_columns_are_what_encoding_says(text):
    table = Lines(text)
    for offset in range(len(text)):
        line, column = table.position(offset)
        before = text[table.starts[line] : offset].rstrip("\r\n")
        assert table.column(line, column, "utf-8") == column == len(before.encode())
        assert table.column(line, column, "utf-16") == len(before.encode("utf-16-le")) // 2
        assert table.column(line, column, "utf-32") == len(before)


@given(st.text(["\ud83d", "\ude00", "a", "é", "\n"], max_size=12), st.integers(-2, 30), st.integers(-2, 30))
def test_half_pairs_and_wild_positions_are_survived(text, line, column):
    table = Lines(text)
    for encoding in ("utf-8", "utf-16", "utf-32"):
        table.column(line, column, encoding)
        table.byte_column(line, column, encoding)
    assert 0 <= table.offset(line, column) <= len(text)


def test_loading_the_text_layer_loads_no_parser():
    code = (
        "import sys, prelower.text.lines, prelower.text.source, prelower.text.edits, prelower.text.document;"
        "print([m for m in ('ast', 'attrs', 'attr', 'dataclasses', 'inspect', 'tokenize') if m in sys.modules])"
    )
    paths = [path for path in sys.path if path]
    shown = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {paths!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout.strip() == "[]"
