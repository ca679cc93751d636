"""Findings of all files of the opened folders, for those who want them: pulled with one question, or pushed."""

from __future__ import annotations

import asyncio
import os
import pathlib

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from .editor import Editor

pytestmark = pytest.mark.asyncio

BAD = "import jax\nP(vmem_limit_bytes=64e6)\n"
CANCELLED = -32800


def project(folder: pathlib.Path) -> pathlib.Path:
    (folder / "bad.py").write_text(BAD)
    (folder / "good.py").write_text("import jax\n")
    (folder / "deep").mkdir()
    (folder / "deep" / "bad.py").write_text(BAD)
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bad.py").write_text(BAD)
    return folder


def asking(editor: Editor, known: dict[str, str], **more) -> asyncio.Future:
    """A question for all files that waits for its answer."""
    ids = [types.PreviousResultId(uri, ident) for uri, ident in known.items()]
    params = types.WorkspaceDiagnosticParams(previous_result_ids=ids, identifier="prelower", **more)
    return asyncio.ensure_future(editor.client.workspace_diagnostic_async(params))


async def found(asked: asyncio.Future) -> dict[str, types.WorkspaceFullDocumentDiagnosticReport]:
    report = await asyncio.wait_for(asked, 20)
    return {one.uri: one for one in report.items}


async def test_all_files_are_pulled_where_that_is_wanted(start, tmp_path):
    folder = project(tmp_path)
    editor = await start("vscode", folders=[folder], options={"workspaceDiagnostics": True})
    bad, deep = (folder / "bad.py").as_uri(), (folder / "deep" / "bad.py").as_uri()
    reports = await found(asking(editor, {}))
    assert sorted(reports) == [bad, deep]
    assert [len(one.items) for one in reports.values()] == [1, 1]
    assert all(one.version is None and one.kind == "full" for one in reports.values())
    known = {uri: one.result_id for uri, one in reports.items()}

    held = asking(editor, known)
    await asyncio.sleep(0.5)
    assert not held.done(), "it is held until something changes"
    (folder / "bad.py").write_text("import jax\n")
    changed = types.FileEvent(bad, types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
    reports = await found(held)
    assert list(reports) == [bad] and list(reports[bad].items) == []
    known[bad] = reports[bad].result_id

    held = asking(editor, known)
    (folder / "deep" / "bad.py").unlink()
    gone = types.FileEvent(deep, types.FileChangeType.Deleted)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([gone]))
    reports = await found(held)
    assert list(reports) == [deep] and list(reports[deep].items) == []

    held = asking(editor, {})
    await asyncio.sleep(0.2)
    held.cancel()


async def test_an_open_file_is_told_of_once_and_again_when_it_is_closed(start, tmp_path):
    folder = project(tmp_path)
    editor = await start("vscode", folders=[folder], options={"workspaceDiagnostics": True})
    bad, deep = (folder / "bad.py").as_uri(), (folder / "deep" / "bad.py").as_uri()
    editor.open(bad, BAD)
    assert len(await editor.rest(bad)) == 1
    reports = await found(asking(editor, {}))
    assert list(reports) == [deep]
    held = asking(editor, {deep: reports[deep].result_id})
    editor.close(bad)
    reports = await found(held)
    assert list(reports) == [bad] and len(reports[bad].items) == 1


async def test_a_file_belongs_to_the_innermost_opened_folder_alone(start, tmp_path):
    """It is told of once, by the settings of that folder; the next question is held, not answered for ever."""
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "bad.py").write_text(BAD)
    (inner / "bad.py").write_text(BAD)
    (inner / "pyproject.toml").write_text('[tool.prelower.severity]\nvmem-limit-not-int = "hint"\n')
    uris = sorted([(tmp_path / "bad.py").as_uri(), (inner / "bad.py").as_uri()])
    for folders in ([tmp_path, inner], [inner, tmp_path]):
        editor = await start("vscode", folders=folders, options={"workspaceDiagnostics": True})
        report = await asyncio.wait_for(asking(editor, {}), 20)
        assert sorted(one.uri for one in report.items) == uris
        severities = {one.uri: int(one.items[0].severity) for one in report.items}
        assert severities == {uris[0]: 1, uris[1]: 4}
        held = asking(editor, {one.uri: one.result_id for one in report.items})
        await asyncio.sleep(0.6)
        assert not held.done()
        held.cancel()


@pytest.mark.parametrize("outer_first", [True, False])
async def test_a_file_of_the_inner_folder_is_pushed_as_that_folder_says(start, tmp_path, outer_first):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "bad.py").write_text(BAD)
    (inner / "pyproject.toml").write_text('[tool.prelower.severity]\nvmem-limit-not-int = "hint"\n')
    folders = [tmp_path, inner] if outer_first else [inner, tmp_path]
    editor = await start("helix", folders=folders, options={"workspaceDiagnostics": True})
    uri = (inner / "bad.py").as_uri()
    await editor.until(lambda: any(one.uri == uri for one in editor.published))
    await asyncio.sleep(0.5)
    assert [int(one.diagnostics[0].severity) for one in editor.published if one.uri == uri] == [4]


async def test_answers_come_piece_by_piece_where_the_client_takes_them_so(start, tmp_path):
    folder = project(tmp_path)
    editor = await start("vscode", folders=[folder], options={"workspaceDiagnostics": True})
    parts = []
    editor.client.protocol.fm.features[types.PROGRESS] = lambda params: parts.append(params)
    editor.client.protocol.fm.builtin_features[types.PROGRESS] = lambda params: parts.append(params)
    report = await asyncio.wait_for(asking(editor, {}, partial_result_token="part"), 20)
    assert list(report.items) == []
    [part] = parts
    assert part.token == "part"
    items = part.value["items"] if isinstance(part.value, dict) else part.value.items
    assert len(items) == 2


async def test_nobody_is_told_of_all_files_unasked(start, tmp_path):
    folder = project(tmp_path)
    editor = await start("vscode", folders=[folder])
    held = asking(editor, {})
    await asyncio.sleep(0.5)
    assert not held.done()
    assert (await editor.count())["checks"] == 0
    editor.client.set_configuration(True, section="prelower.workspaceDiagnostics")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    assert len(await found(held)) == 2


async def test_a_question_for_all_files_that_is_cancelled_stops_the_work(start, tmp_path):
    for number in range(60):
        (tmp_path / f"k{number:02}.py").write_text(BAD.replace("64e6", "device_count()") + "# SLOW")
    editor = await start("vscode", folders=[tmp_path], options={"workspaceDiagnostics": True})
    params = types.WorkspaceDiagnosticParams(previous_result_ids=[])
    asked = editor.client.protocol.send_request("workspace/diagnostic", params, msg_id="all")
    await asyncio.sleep(1)
    editor.client.cancel_request(types.CancelParams("all"))
    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wait_for(asyncio.wrap_future(asked), 10)
    assert refused.value.code == CANCELLED
    await editor.ask("prelower/rest")
    checks = (await editor.count())["checks"]
    await asyncio.sleep(1)
    assert (await editor.count())["checks"] == checks < 60


@pytest.mark.parametrize("name", ["neovim-0.11", "bare"])
async def test_all_files_are_pushed_to_those_who_do_not_pull(start, tmp_path, name):
    folder = project(tmp_path)
    editor = await start(name, folders=[folder], options={"workspaceDiagnostics": True})
    bad, deep = (folder / "bad.py").as_uri(), (folder / "deep" / "bad.py").as_uri()
    await editor.until(lambda: {one.uri for one in editor.published} == {bad, deep})
    assert [len(one.diagnostics) for one in editor.published] == [1, 1]
    (folder / "bad.py").write_text("import jax\n")
    os.utime(folder / "bad.py", (1, 1))
    changed = types.FileEvent(bad, types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))
    await editor.until(lambda: len(editor.published) == 3)
    assert (editor.published[2].uri, list(editor.published[2].diagnostics)) == (bad, [])
    editor.open(deep, BAD.replace("64e6", "64"))
    assert await editor.rest(deep) == []
    editor.close(deep)
    await editor.until(lambda: editor.published[-1].uri == deep and len(editor.published[-1].diagnostics) == 1)


async def test_the_configuration_nearest_to_each_file_holds(start, tmp_path):
    folder = project(tmp_path)
    (folder / "pyproject.toml").write_text('[tool.prelower]\nexclude = ["bad.py"]\n')
    (folder / "deep" / "pyproject.toml").write_text('[tool.prelower]\nexclude = ["old.py"]\n')
    (folder / "deep" / "old.py").write_text(BAD)
    editor = await start("vscode", folders=[folder], options={"workspaceDiagnostics": True})
    reports = await found(asking(editor, {}))
    assert list(reports) == [(folder / "deep" / "bad.py").as_uri()]
