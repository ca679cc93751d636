"""The text in the server's memory is the editor's, whatever is in it."""

from __future__ import annotations

import pytest
from lsprotocol import types

from .editor import Editor

pytestmark = pytest.mark.asyncio

URI = "file:///project/kernel.py"
ENCODINGS = ["utf-8", "utf-16", "utf-32"]
ODD = {
    "form feed": "import jax\n\f\ndef f():\n    return P(vmem_limit_bytes=64e6)\n",
    "line separator": 'import jax\nS = "a\u2028b"\nP(vmem_limit_bytes=64e6)\n',
    "next line and friends": 'import jax\nS = "\x85\x0b\x1c\x1d\x1e\u2029"\nP(vmem_limit_bytes=64e6)\n',
    "carriage returns": "import jax\r# one\rP(vmem_limit_bytes=64e6)\r",
    "crlf": "import jax\r\n# é\r\nP(vmem_limit_bytes=64e6)\r\n",
    "mixed ends": "import jax\n# one\r# two\r\nP(vmem_limit_bytes=64e6)",
    "bom": "\ufeffimport jax; P(vmem_limit_bytes=64e6)\n",
    "astral": 'import jax\nS = "🦕🦖"; P(vmem_limit_bytes=64e6)  # 🦕\n',
}


async def text_of(editor: Editor, uri: str = URI) -> str:
    """The text as the server has it."""
    return await editor.ask("prelower/text", uri=uri)


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_odd_texts_edited_piece_by_piece(start, encoding):
    editor = await start(encodings=[encoding])
    for kind, text in ODD.items():
        await edit_and_fix(editor, f"file:///project/{kind.replace(' ', '%20')}.py", text)


async def edit_and_fix(editor: Editor, uri: str, text: str) -> None:
    editor.open(uri, text)
    assert len(await editor.diagnostics(uri)) == 1, uri
    editor.replace(uri, "64e6", "65")
    assert await editor.diagnostics(uri) == []
    editor.edit(uri, len(editor.texts[uri]), len(editor.texts[uri]), "# the end 🦕")
    editor.replace(uri, "jax", "jax # é🦕")
    editor.replace(uri, "65", "6.5")
    assert len(await editor.diagnostics(uri)) == 1
    assert await text_of(editor, uri) == editor.texts[uri], uri
    action, *_ = await editor.actions(uri, "6.5")
    editor.perform(action)
    assert "vmem_limit_bytes=6)" in editor.texts[uri], uri
    assert await editor.rest(uri) == []


@pytest.mark.parametrize(
    "start_at, end_at, expected",
    [
        ((0, 99), (0, 99), "abcX"),
        ((0, 1), (99, 0), "aX"),
        ((99, 99), (99, 99), "abcX"),
        ((0, 0), (0, 0), "Xabc"),
    ],
)
async def test_positions_outside_the_text_are_brought_into_it(start, start_at, end_at, expected):
    editor = await start()
    editor.open(URI, "abc")
    change = types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(*start_at), types.Position(*end_at)), text="X"
    )
    editor.versions[URI] += 1
    editor._tell(URI, change)
    assert await text_of(editor) == expected


async def test_an_empty_document_can_be_filled(start):
    editor = await start()
    editor.open(URI, "")
    assert await editor.diagnostics(URI) == []
    editor.edit(URI, 0, 0, "import jax\nP(vmem_limit_bytes=64e6)")
    assert len(await editor.diagnostics(URI)) == 1


async def test_the_whole_text_can_be_sent(start):
    editor = await start()
    editor.open(URI, ODD["bom"])
    editor.rewrite(URI, ODD["crlf"])
    assert await text_of(editor) == ODD["crlf"]


async def test_several_changes_in_one_message_are_made_one_after_another(start):
    editor = await start()
    editor.open(URI, "import jax\n")
    changes = [
        types.TextDocumentContentChangePartial(
            range=types.Range(types.Position(1, 0), types.Position(1, 0)), text="P(limit=6.5)\n"
        ),
        types.TextDocumentContentChangePartial(
            range=types.Range(types.Position(1, 2), types.Position(1, 7)), text="vmem_limit_bytes"
        ),
    ]
    identifier = types.VersionedTextDocumentIdentifier(uri=URI, version=2)
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, changes))
    assert len(await editor.diagnostics(URI, 2)) == 1
    assert await text_of(editor) == "import jax\nP(vmem_limit_bytes=6.5)\n"
