"""The small parts that need no server."""

from __future__ import annotations

import json
import os
import sys

import pytest
from lsprotocol import types

from prelower.findings import CERTAIN, WARNING, Finding, Related
from prelower.lsp.addresses import NOWHERE, document_key, file_path, root_of, top_of, virtual_path
from prelower.lsp.cells import Cell
from prelower.lsp.client import Client
from prelower.lsp.code_actions import touches
from prelower.lsp.convert import to_diagnostic, to_range
from prelower.lsp.hover import plain
from prelower.lsp.pipe import Frames
from prelower.lsp.server import leave_folder_out
from prelower.text.lines import Lines
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
    assert root_of("/elsewhere/k.py", [outer, inner]) == "/elsewhere"
    assert top_of("/elsewhere", [outer, inner]) == outer
    assert root_of(None, []) == NOWHERE
    (tmp_path / "pyproject.toml").touch()
    assert root_of(file, []) == outer
    assert root_of(outer + "2/k.py", [outer]) == outer + "2"
    assert root_of(None, [outer, inner]) == root_of("Untitled-1", [outer, inner]) == outer
    assert root_of("Untitled-1", []) == NOWHERE
    nested = tmp_path / "inner" / "a"
    nested.mkdir()
    (nested / "pyproject.toml").touch()
    assert root_of(file, [outer]) == outer, "it does not configure prelower"
    (nested / "pyproject.toml").write_text("[tool.prelower]")
    assert root_of(file, [outer, inner]) == root_of(str(nested / "b" / "k.py"), [outer]) == str(nested)
    assert top_of(str(nested), [outer, inner]) == inner
    assert top_of(str(nested), [str(tmp_path / "2")]) == str(nested)
    assert top_of(outer, [outer]) == outer
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


RELATED = Related("made here", "/project/other.py", Span(0, 0, 0, 1))
OLD_NAME = Finding(
    "old-name", WARNING, CERTAIN, "é is old", "é is old", None, "/k.py", Span(0, 2, 0, 3), None, (RELATED,), True
)


def unread(path: str, span: Span) -> types.Location:
    """A place in a file that cannot be read."""
    return types.Location("file://" + path, to_range(None, span, "utf-16"))


@pytest.mark.parametrize("encoding, column", [("utf-8", 2), ("utf-16", 1), ("utf-32", 1)])
def test_a_deprecated_name_is_struck_through_where_the_client_can(encoding, column):
    lines = Lines("éx")
    able = Client(encoding, related=True, tags=(1, 2))
    told = to_diagnostic(OLD_NAME, lines, able, Cell("file:///k.py", 7), unread)
    assert told.tags == [types.DiagnosticTag.Deprecated]
    assert told.severity == types.DiagnosticSeverity.Warning
    assert (told.range.start.character, told.range.end.character) == (column, column + 1)
    # The other file could not be read: its line is all that can be said.
    assert told.related_information[0].location.range.start == types.Position(0, 0)
    plain_client = to_diagnostic(OLD_NAME, lines, Client(encoding), Cell("file:///k.py", 7), unread)
    assert plain_client.tags is None
    assert plain_client.message == "é is old\nmade here (other.py:1)"


def test_data_is_plain_json():
    told = to_diagnostic(OLD_NAME, Lines("éx"), Client(), Cell("", None), unread)
    assert json.loads(json.dumps(told.data)) == told.data
    assert "jsonrpc" not in told.data


def test_the_folder_is_taken_off_the_module_path(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", ["", str(tmp_path), "/usr/lib/python3"])
    leave_folder_out()
    assert sys.path == ["/usr/lib/python3"]
