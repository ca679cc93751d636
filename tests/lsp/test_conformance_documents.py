"""Documents of each kind, with each client: on disk or not, moved, linked, written in strange ways; notebooks."""

from __future__ import annotations

import os
import pathlib
import shutil

import pytest
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAD = "from jax.experimental.pallas import tpu as pltpu\n"
BAD = HEAD + "P = pltpu.CompilerParams(vmem_limit_bytes=64e6)\n"
USE = HEAD + "import {0}\nP = pltpu.CompilerParams(vmem_limit_bytes={0}.LIMIT)\n"


def event(path: pathlib.Path, kind: types.FileChangeType) -> types.DidChangeWatchedFilesParams:
    return types.DidChangeWatchedFilesParams([types.FileEvent(path.as_uri(), kind)])


async def test_documents_that_are_no_files(talk):
    editor = talk.editor
    for uri in (
        "untitled:Untitled-1",
        "untitled:/a/b.py",
        "vscode-vfs://github/a/k.py",
        "git:/a/b.py?%7B%22x%22%3A1%7D",
    ):
        editor.open(uri, BAD)
        [diagnostic] = await editor.rest(uri)
        assert editor.under(uri, diagnostic.range) == "64e6"
        assert await editor.hover(uri, "64e6") is not None
        editor.replace(uri, "64e6", "64")
        assert await editor.rest(uri) == []
        editor.close(uri)


@pytest.mark.parametrize(
    "opened, changed",
    [
        ("file:///a%20b/k%2Bk.py", "file:///a b/k+k.py"),
        ("file:///c%3A/x/kernel.py", "file:///C:/x/kernel.py"),
        ("file:///C:/y/kernel.py", "file:///c%3A/y/kernel.py"),
        ("file:///a/%C3%A9.py", "file:///a/é.py"),
        ("file://Server/share/k.py", "file://server/share/k.py"),
        ("file:///a/%E2%82%AC%23.py", "file:///a/€%23.py"),
    ],
)
async def test_one_document_however_its_address_is_written(talk, opened, changed):
    editor = talk.editor
    editor.open(opened, BAD)
    assert len(await editor.rest(opened)) == 1
    at = BAD.index("64e6")
    editor.edit(opened, at, at + 4, "64", sent_as=changed)
    assert await editor.rest(opened) == []
    assert await editor.ask("prelower/text", uri=changed) == editor.texts[opened]
    editor.close(opened)


async def test_a_module_that_changes_appears_and_goes_on_disk(talk):
    editor = talk.editor
    module = talk.folder / "on_disk.py"
    uri, shown = await talk.opened(USE.format("on_disk"))
    assert shown == []
    for text, kind, count in (
        ("LIMIT = 1.5e6\n", types.FileChangeType.Created, 1),
        ("LIMIT = 15 * 10**5\n", types.FileChangeType.Changed, 0),
        ("LIMIT = 2.5 * 4\n", types.FileChangeType.Changed, 1),
        (None, types.FileChangeType.Deleted, 0),
    ):
        if text is None:
            module.unlink()
        else:
            module.write_text(text)
        editor.client.workspace_did_change_watched_files(event(module, kind))
        assert len(await editor.rest(uri)) == count, text


async def test_a_wrapper_that_appears_on_disk_is_found_without_waiting(talk):
    editor = talk.editor
    wrapper = talk.folder / "wrapping.py"
    wrapper.write_text("def limit(n):\n    return n\n")
    editor.client.workspace_did_change_watched_files(event(wrapper, types.FileChangeType.Created))
    uri, shown = await talk.opened("import wrapping\nP = wrapping.limit(1.5)\n")
    assert shown == []
    wrapper.write_text(HEAD + "def limit(n):\n    return pltpu.CompilerParams(vmem_limit_bytes=n)\n")
    editor.client.workspace_did_change_watched_files(event(wrapper, types.FileChangeType.Changed))
    [diagnostic] = await editor.rest(uri)
    assert editor.under(uri, diagnostic.range) == "1.5"
    wrapper.unlink()


async def test_files_and_folders_that_are_renamed_and_deleted_in_the_editor(talk):
    editor = talk.editor
    old, new = talk.folder / "before.py", talk.folder / "after.py"
    old.write_text("LIMIT = 1.5\n")
    uri, shown = await talk.opened(USE.format("before"))
    assert len(shown) == 1
    old.rename(new)
    renamed = types.RenameFilesParams([types.FileRename(old.as_uri(), new.as_uri())])
    editor.client.workspace_did_rename_files(renamed)
    assert await editor.rest(uri) == []
    editor.rewrite(uri, USE.format("after"))
    assert len(await editor.rest(uri)) == 1
    new.unlink()
    editor.client.workspace_did_delete_files(types.DeleteFilesParams([types.FileDelete(new.as_uri())]))
    assert await editor.rest(uri) == []
    package = talk.folder / "package"
    package.mkdir()
    (package / "__init__.py").write_text("LIMIT = 1.5\n")
    editor.client.workspace_did_create_files(types.CreateFilesParams([types.FileCreate(package.as_uri())]))
    editor.rewrite(uri, USE.format("package"))
    assert len(await editor.rest(uri)) == 1


async def test_a_document_that_is_renamed_while_open(talk):
    editor = talk.editor
    uri, shown = await talk.opened(BAD)
    assert len(shown) == 1
    editor.close(uri)
    other = talk.uri()
    editor.open(other, BAD)
    assert len(await editor.rest(other)) == 1
    assert await editor.rest(uri) == []


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
async def test_a_module_opened_through_a_link_counts(talk):
    editor = talk.editor
    real = talk.folder / "linked_limit.py"
    real.write_text("LIMIT = 1\n")
    link = talk.folder / "a_link"
    link.mkdir(exist_ok=True)
    (link / "linked.py").symlink_to(real)
    through = (link / "linked.py").as_uri()
    uri, shown = await talk.opened(USE.format("linked_limit"))
    assert shown == []
    editor.open(through, "LIMIT = 1.5\n")
    editor.edit(uri, 0, 0, "#\n")
    assert len(await editor.rest(uri)) == 1
    editor.close(through)
    editor.edit(uri, 0, 0, "#\n")
    assert await editor.rest(uri) == []
    (link / "round").symlink_to(talk.folder)
    editor.client.workspace_did_create_files(types.CreateFilesParams([types.FileCreate(link.as_uri())]))
    assert await editor.rest(uri) == []


async def test_full_texts_and_several_changes_in_one_message(talk):
    editor = talk.editor
    uri, shown = await talk.opened("")
    assert shown == []
    editor.rewrite(uri, BAD)
    assert len(await editor.rest(uri)) == 1
    start = types.Position(0, 0)
    changes = [
        types.TextDocumentContentChangePartial(range=types.Range(start, start), text="\n"),
        types.TextDocumentContentChangeWholeDocument(text=BAD),
        types.TextDocumentContentChangePartial(range=types.Range(start, start), text="# 🦕\r\n"),
    ]
    editor.versions[uri] += 1
    editor.texts[uri] = "# 🦕\r\n" + BAD
    identifier = types.VersionedTextDocumentIdentifier(uri=uri, version=editor.versions[uri])
    editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, changes))
    [diagnostic] = await editor.rest(uri)
    assert diagnostic.range.start.line == 2
    assert await editor.ask("prelower/text", uri=uri) == editor.texts[uri]


async def test_other_languages_are_left_alone(talk):
    for language in ("toml", "plaintext", "markdown"):
        uri = talk.uri(f".{language}")
        talk.editor.open(uri, BAD, language)
        assert await talk.editor.rest(uri) == []
        assert await talk.editor.hover(uri, "64e6") is None
        assert await talk.editor.actions(uri, "64e6") == []


async def test_documents_that_are_not_open_are_passed_over(talk):
    editor, nowhere = talk.editor, "file:///never/opened.py"
    editor.texts[nowhere], editor.versions[nowhere] = "x", 1
    before = len(editor.complaints())
    editor.edit(nowhere, 0, 0, "y")
    assert await editor.rest(nowhere) == []
    assert editor.complaints()[before:] == [f"A change of a document that is not open: {nowhere}"]
    editor.close(nowhere)
    editor.texts[nowhere] = "x"
    assert await editor.hover(nowhere, "x") is None
    assert await editor.actions(nowhere, "x") == []
    assert await editor.complete(nowhere, "x") is None
    assert editor.client.messages == []
    editor.client.log_messages.clear()


@pytest.mark.parametrize("line, character", [(0, 10**9), (10**9, 0), (2**31 - 1, 2**31 - 1)])
async def test_positions_outside_the_text_are_brought_into_it(talk, line, character):
    editor = talk.editor
    uri, _ = await talk.opened(BAD)
    place = types.Position(line, character)
    where = types.TextDocumentIdentifier(uri)
    assert await editor.client.text_document_hover_async(types.HoverParams(where, place)) is None
    assert await editor.client.text_document_completion_async(types.CompletionParams(where, place)) is None
    context = types.CodeActionContext(diagnostics=[])
    await editor.actions_in(uri, types.Range(place, place), context)
    await editor.actions_in(uri, types.Range(place, types.Position(0, 0)), context)
    assert editor.complaints() == []


async def test_every_message_was_as_the_protocol_says(talk):
    assert talk.editor.faults == []
    assert talk.editor.complaints() == []
    assert talk.editor.client.messages == []


@pytest.mark.parametrize("linked", [False, True])
async def test_a_folder_with_a_dot_in_its_name_is_one(talk, linked):
    editor = talk.editor
    folder = talk.folder / f"lib-1.{int(linked)}"
    folder.mkdir()
    (folder / "helper.py").write_text(HEAD + "def limit(n):\n    return pltpu.CompilerParams(vmem_limit_bytes=n)\n")
    place, link = talk.folder if linked else folder, talk.folder / "helper.py"
    if linked:
        link.symlink_to(folder / "helper.py")
    editor.client.workspace_did_change_watched_files(event(place / "helper.py", types.FileChangeType.Created))
    uri = (place / "kernel_of_lib.py").as_uri()
    editor.open(uri, "import helper\nP = helper.limit(1.5)\n")
    assert len(await editor.rest(uri)) == 1
    shutil.rmtree(folder)
    editor.client.workspace_did_delete_files(types.DeleteFilesParams([types.FileDelete(folder.as_uri())]))
    assert await editor.rest(uri) == []
    editor.close(uri)
    if linked:
        link.unlink()
