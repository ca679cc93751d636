"""The small parts that need no server."""

from __future__ import annotations

import os

import pytest

from prelower.lsp.addresses import NOWHERE, document_key, file_path, root_of, virtual_path
from prelower.lsp.code_actions import touches
from prelower.lsp.hover import plain
from prelower.lsp.pipe import Frames
from prelower.text.span import Span


def test_frames_are_cut_wherever_the_bytes_are():
    bodies = [b"{}", "\u00e9🦕".encode(), b"", b"x" * 1000]
    stream = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    for size in (1, 2, 7, 4096):
        frames = Frames()
        found = [body for at in range(0, len(stream), size) for body in frames.feed(stream[at : at + size])]
        assert found == bodies
        assert not frames.rest


def test_frames_know_other_headers_and_skip_what_is_none():
    frames = Frames()
    assert frames.feed(b"Content-Type: x\r\ncontent-length:2\r\n\r\n{}") == [b"{}"]
    assert frames.feed(b"nonsense\r\n\r\nContent-Length: 1\n\n1") == [b"1"]


@pytest.mark.parametrize(
    "one, other",
    [
        ("file:///c%3A/x.py", "file:///C:/x.py"),
        ("file:///a%20b.py", "file:///a b.py"),
        ("FILE:///a.py", "file:///a.py"),
        ("untitled:Untitled-1", "untitled:Untitled%2D1"),
    ],
)
def test_one_key_for_all_spellings(one, other):
    assert document_key(one) == document_key(other)


def test_keys_differ_where_documents_do():
    addresses = ["file:///a%2541.py", "file:///a%41.py", "file:///A.py", "file:///x?a", "file:///x#a", "file:///x"]
    assert len({document_key(address) for address in addresses}) == len(addresses)
    assert document_key("file://[odd") == "file://[odd"


def test_roots(tmp_path):
    outer, inner = str(tmp_path), str(tmp_path / "inner")
    (tmp_path / "inner").mkdir()
    file = os.path.join(inner, "a", "k.py")
    assert root_of(file, [outer, inner]) == inner
    assert root_of(file, [outer]) == outer
    assert root_of("/elsewhere/k.py", [outer, inner]) == outer
    assert root_of(None, []) == NOWHERE
    (tmp_path / "pyproject.toml").touch()
    assert root_of(file, []) == outer
    assert root_of(outer + "2/k.py", [outer]) == outer
    assert file_path("untitled:x") is None
    assert virtual_path("untitled:Untitled-1", "/r") == os.path.join("/r", "Untitled-1")


@pytest.mark.parametrize(
    "asked, expected",
    [
        (Span(1, 4, 1, 4), True),
        (Span(1, 8, 1, 8), True),
        (Span(1, 9, 1, 9), False),
        (Span(0, 0, 9, 0), True),
        (Span(0, 0, 1, 3), False),
    ],
)
def test_ranges_touch(asked, expected):
    assert touches(Span(1, 4, 1, 8), asked) is expected


def test_hover_without_markdown():
    text = "### Rule\n**bad** `x = 1` [page](https://example.org)\n```python\ncode\n```"
    assert plain(text) == "Rule\nbad x = 1 page (https://example.org)\n\ncode\n"
