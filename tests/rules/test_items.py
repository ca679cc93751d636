"""Where the name of a value is found in a text."""

from __future__ import annotations

import pytest

from prelower.items import item_at
from prelower.text.source import Source

CASES = {
    "f(name=VALUE)": ("name=VALUE", "name", "name"),
    "f(a, name = VALUE, b=1)": ("name = VALUE", "name", "name"),
    "f(name=(VALUE))": ("name=(VALUE)", "name", "name"),
    "f(name=(  # why\n    VALUE\n))": ("name=(  # why\n    VALUE\n)", "name", "name"),
    '{"name": VALUE}': ('"name": VALUE', '"name"', "name"),
    "{'é name':\n  VALUE}": ("'é name':\n  VALUE", "'é name'", "é name"),
}


@pytest.mark.parametrize("text", CASES)
def test_the_name_before_a_value(text: str):
    source = Source("case.py", text)
    start = text.index("VALUE")
    item = item_at(source, source.lines.span(start, start + 5))
    assert item is not None
    shown = source.lines.span_text
    assert (shown(item.whole), shown(item.written), shown(item.name)) == CASES[text]


@pytest.mark.parametrize("text", ["f(VALUE)", "[VALUE]", "x == VALUE", "{1: VALUE}"])
def test_no_name(text: str):
    source = Source("case.py", text)
    start = text.index("VALUE")
    assert item_at(source, source.lines.span(start, start + 5)) is None
