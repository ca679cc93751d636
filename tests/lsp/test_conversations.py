"""What an author does: open, see, hover, fix."""

from __future__ import annotations

import pytest
from lsprotocol import types

pytestmark = pytest.mark.asyncio

URI = "file:///project/kernel.py"
BAD = 'import jax\nname = "🦕"; params = CompilerParams(vmem_limit_bytes=64e6)\n'
CLEAN = BAD.replace("64e6", "64000000")
EDITORS = ["vscode", "neovim@v0.11", "emacs"]
ENCODINGS = ["utf-8", "utf-16", "utf-32"]


@pytest.mark.parametrize("name", EDITORS)
async def test_a_mistake_is_seen_explained_and_fixed(start, name):
    editor = await start(name)
    editor.open(URI, BAD)
    [diagnostic] = await editor.diagnostics(URI)
    assert editor.under(URI, diagnostic.range) == "64e6"
    assert diagnostic.source == "prelower"
    assert diagnostic.code == "vmem-limit-not-int"
    assert diagnostic.severity == types.DiagnosticSeverity.Error
    assert diagnostic.code_description.href.endswith("docs/rules/vmem-limit-not-int.md")
    assert diagnostic.message.startswith("vmem_limit_bytes must be an int: provided with a")

    hover = await editor.hover(URI, "vmem_limit")
    assert "64e6" in hover.contents.value
    assert await editor.hover(URI, "import") is None

    action, *_ = await editor.actions(URI, "64e6", told=[diagnostic])
    assert action.kind == types.CodeActionKind.QuickFix
    assert action.is_preferred
    assert list(action.diagnostics) == [diagnostic]
    editor.perform(action)
    assert editor.texts[URI] == CLEAN
    assert await editor.diagnostics(URI) == []

    editor.close(URI)
    editor.open(URI, CLEAN)
    assert await editor.diagnostics(URI) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_positions_are_right_in_every_encoding(start, encoding):
    editor = await start("neovim@v0.11", encodings=[encoding])
    assert editor.encoding == encoding
    editor.open(URI, BAD)
    [diagnostic] = await editor.diagnostics(URI)
    assert editor.under(URI, diagnostic.range) == "64e6"
    hover = await editor.hover(URI, "64e6")
    assert hover.range == diagnostic.range
    assert await editor.hover(URI, "params =") is None
    action, *_ = await editor.actions(URI, "64e6")
    editor.perform(action)
    assert editor.texts[URI] == CLEAN


async def test_fixed_by_hand_and_broken_again(start):
    editor = await start()
    editor.open(URI, BAD)
    assert len(await editor.diagnostics(URI)) == 1
    editor.replace(URI, "64e6", "64")
    assert await editor.diagnostics(URI) == []
    editor.replace(URI, "64)", "6.5)")
    [diagnostic] = await editor.diagnostics(URI)
    assert editor.under(URI, diagnostic.range) == "6.5"
    assert diagnostic.data == {"version": 3, "code": "vmem-limit-not-int", "span": [1, 56, 1, 59]}


async def test_a_mark_moves_with_the_text(start):
    editor = await start()
    editor.open(URI, BAD)
    [before] = await editor.diagnostics(URI)
    editor.edit(URI, 0, 0, "# one more line\n")
    [after] = await editor.diagnostics(URI)
    assert after.range.start.line == before.range.start.line + 1


async def test_a_clean_file_is_told_once(start):
    editor = await start("emacs")
    editor.open(URI, CLEAN)
    assert await editor.diagnostics(URI) == []
    for _ in range(3):
        editor.edit(URI, 0, 0, "#\n")
        await editor.rest(URI)
    assert len(editor.published) == 1


async def test_closing_takes_the_marks_away(start):
    editor = await start("emacs")
    editor.open(URI, BAD)
    await editor.diagnostics(URI)
    editor.close(URI)
    assert await editor.rest(URI) == []
    assert [len(params.diagnostics) for params in editor.published] == [1, 0]


async def test_related_places_are_shown_or_said(start):
    editor = await start()
    editor.open(URI, BAD)
    [diagnostic] = await editor.diagnostics(URI)
    [related] = diagnostic.related_information
    assert related.location.uri == URI
    assert related.message == "the call"

    def without(able: types.ClientCapabilities) -> None:
        able.text_document.publish_diagnostics.related_information = None
        able.text_document.diagnostic.related_information = None

    other = await start(change=without)
    other.open(URI, BAD)
    [diagnostic] = await other.diagnostics(URI)
    assert diagnostic.related_information is None
    assert diagnostic.message.endswith("\nthe call (kernel.py:2)")


async def test_only_what_is_asked_for_is_offered(start):
    editor = await start()
    editor.open(URI, BAD)
    for only in (None, [], ["quickfix"]):
        first, *_ = await editor.actions(URI, "64e6", only=only)
        assert first.is_preferred, only
        assert await editor.actions(URI, "import jax", only=only) == [], only
    for only in (["source.organizeImports"], ["quickfix.other"], ["refactor"]):
        assert await editor.actions(URI, "64e6", only=only) == [], only


async def test_an_unsafe_fix_says_so(start):
    editor = await start()
    editor.open(URI, BAD.replace("64e6", "6.5"))
    action, *_ = await editor.actions(URI, "6.5")
    assert action.title == "Replace `6.5` by an int (unsafe)"
    assert action.is_preferred


async def test_a_fix_is_of_the_text_as_it_is_now(start):
    editor = await start()
    editor.open(URI, BAD)
    [old] = await editor.diagnostics(URI)
    editor.edit(URI, 0, 0, "# moved down\n")
    action, *_ = await editor.actions(URI, "64e6", told=[old])
    assert list(action.diagnostics) != [old]
    editor.perform(action)
    assert editor.texts[URI] == "# moved down\n" + CLEAN


async def test_a_client_without_versioned_edits_gets_plain_ones(start):
    editor = await start("neovim@v0.11")
    editor.open(URI, BAD)
    action, *_ = await editor.actions(URI, "64e6")
    assert action.edit.document_changes is None
    assert list(action.edit.changes) == [URI]


async def test_documents_that_are_no_files(start):
    editor = await start()
    for uri in ("untitled:Untitled-1", "vscode-vfs://github/a/b/kernel.py", "git:/a/b.py?%7B%22x%22%3A1%7D"):
        editor.open(uri, BAD)
        [diagnostic] = await editor.diagnostics(uri)
        assert diagnostic.related_information[0].location.uri == uri
        action, *_ = await editor.actions(uri, "64e6")
        editor.perform(action)
        assert await editor.diagnostics(uri) == []


async def test_one_document_however_its_address_is_written(start):
    editor = await start()
    at = BAD.index("64e6")
    for opened, changed in [
        ("file:///a%20b/k%2Bk.py", "file:///a b/k+k.py"),
        ("file:///c%3A/x/kernel.py", "file:///C:/x/kernel.py"),
        ("file:///a/%C3%A9.py", "file:///a/é.py"),
    ]:
        editor.open(opened, BAD)
        assert len(await editor.diagnostics(opened)) == 1
        editor.edit(opened, at, at + 4, "64", sent_as=changed)
        assert await editor.diagnostics(opened) == []


async def test_other_languages_are_left_alone(start):
    editor = await start()
    for language in ("toml", "plaintext", "jupyter"):
        editor.open(f"file:///project/{language}", BAD, language)
        assert await editor.rest(f"file:///project/{language}") == []
    assert editor.published == []
