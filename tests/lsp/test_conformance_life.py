"""The life of a session with each client: hello, settings, commands, logs, cancelled questions, the end."""

from __future__ import annotations

import asyncio
import os

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from .conftest import CLIENTS
from .editor import Editor

BAD = "import jax\nP(vmem_limit_bytes=64e6)\n"
CANCELLED = -32800

session = pytest.mark.asyncio(loop_scope="module")
alone = pytest.mark.asyncio


@session
async def test_what_is_registered_is_what_the_client_takes(talk):
    await talk.editor.ask("prelower/rest")
    await asyncio.sleep(0.1)
    methods = {one.method: one for one in talk.editor.registered}
    watching = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    assert (watching in methods) == (talk.name in ("vscode", "helix", "emacs-29"))
    if watching in methods:
        globs = [one["globPattern"] for one in methods[watching].register_options["watchers"]]
        assert globs[:3] == ["**/pyproject.toml", "**/*.py", "**/pyvenv.cfg"]
    assert (types.WORKSPACE_DID_CHANGE_CONFIGURATION in methods) == (talk.name == "vscode")
    files = talk.hello.capabilities.workspace.file_operations
    assert (files.did_rename is not None) == (talk.name in ("vscode", "helix"))
    assert (files.did_delete is not None) == (talk.name == "vscode")


@session
async def test_the_log_says_what_is_looked_at(talk):
    editor = talk.editor
    await talk.opened("from jax.experimental.pallas import tpu as pltpu\nP = pltpu.CompilerParams()\n")
    said = [entry.message for entry in editor.client.log_messages]
    assert said[0].startswith("prelower ") and " on Python " in said[0]
    [about] = [text for text in said if text.startswith("prelower") and "\nproject " in text]
    assert str(talk.folder) in about
    assert "JAX           0.12.0" in about
    assert any(text.startswith("Checked ") and text.endswith(" ms") for text in said), "the level is debug"


@session
async def test_commands(talk):
    editor = talk.editor
    uri, shown = await talk.opened(BAD.replace("P(", "from jax.experimental.pallas import tpu as t\nt.CompilerParams("))
    assert len(shown) == 1
    told = await editor.run("prelower.server.info")
    assert f"project       {talk.folder}" in told
    assert "JAX           0.12.0" in told
    assert await editor.run("prelower.server.restart") is None
    assert len(await editor.rest(uri)) == 1
    assert await editor.run("prelower.server.clearCache") is None
    assert len(await editor.rest(uri)) == 1
    with pytest.raises(JsonRpcException):
        await editor.run("prelower.server.noSuch")
    assert editor.complaints() == []


@session
async def test_a_question_that_is_cancelled_is_answered_so(talk):
    editor = talk.editor
    waiting = editor.client.protocol.send_request("prelower/wait", {}, msg_id=f"wait-{talk.name}")
    editor.client.cancel_request(types.CancelParams(f"wait-{talk.name}"))
    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wait_for(asyncio.wrap_future(waiting), 10)
    assert refused.value.code == CANCELLED
    editor.client.cancel_request(types.CancelParams("no-such-request"))
    assert editor.complaints() == []


@session
async def test_a_pull_and_a_hover_are_cancelled_before_they_are_worked_out(talk):
    editor = talk.editor
    uri, _ = await talk.opened(BAD)
    checks = len([one for one in editor.client.log_messages if one.message.startswith("Checked ")])
    where = types.TextDocumentIdentifier(uri)
    asked = editor.client.protocol.send_request(
        "textDocument/hover", types.HoverParams(where, types.Position(1, 1)), msg_id=f"hover-{talk.name}"
    )
    editor.client.cancel_request(types.CancelParams(f"hover-{talk.name}"))
    try:
        await asyncio.wait_for(asyncio.wrap_future(asked), 10)
    except JsonRpcException as refused:
        assert refused.code == CANCELLED
    assert len([one for one in editor.client.log_messages if one.message.startswith("Checked ")]) == checks


@session
async def test_every_message_was_as_the_protocol_says(talk):
    assert talk.editor.faults == []
    assert talk.editor.complaints() == []
    assert talk.editor.client.messages == []


@alone
@pytest.mark.parametrize("name", CLIENTS)
async def test_a_session_ends_as_it_should(name):
    editor = await Editor.launch(fake=True)
    await editor.initialize(name)
    editor.open("file:///project/kernel.py", BAD)
    assert len(await editor.rest("file:///project/kernel.py")) == 1
    assert await editor.quit() == 0


@alone
async def test_work_is_shown_when_it_takes_longer_than_a_second(start):
    editor = await start("neovim-0.11")
    begun, ended, created = [], [], []

    def progress(params):
        value = params.value
        kind = value["kind"] if isinstance(value, dict) else value.kind
        (begun if kind == "begin" else ended).append((params.token, value))

    features = editor.client.protocol.fm
    features.features[types.PROGRESS] = features.builtin_features[types.PROGRESS] = progress
    features.features[types.WINDOW_WORK_DONE_PROGRESS_CREATE] = lambda params: created.append(params.token)
    features.builtin_features.pop(types.WINDOW_WORK_DONE_PROGRESS_CREATE, None)
    editor.open("file:///project/a.py", "import jax\nP(vmem_limit_bytes=device_count())\n# SLOW NEVER")
    await editor.rest("file:///project/a.py")
    await asyncio.sleep(1.2)
    assert created == [], "it took 0.3 seconds"
    editor.open("file:///project/b.py", "import jax\nP(vmem_limit_bytes=device_count())\n# LONG NEVER")
    await editor.until(lambda: begun)
    await editor.rest("file:///project/b.py")
    await editor.until(lambda: ended)
    assert len(created) == len(begun) == len(ended) == 1
    assert begun[0][0] == ended[0][0] == created[0]


@alone
async def test_a_client_without_progress_is_not_asked_for_it(start):
    editor = await start("bare")
    editor.open("file:///project/b.py", "import jax\nP(vmem_limit_bytes=device_count())\n# LONG")
    assert len(await editor.rest("file:///project/b.py")) == 1
    assert editor.faults == []


@alone
async def test_a_look_up_that_fails_is_told_once(start):
    editor = await start("helix")
    for number in range(3):
        uri = f"file:///project/{number}.py"
        editor.open(uri, "import jax\nP(vmem_limit_bytes=device_count())\n# TROUBLE NEVER")
        await editor.rest(uri)
    [message] = editor.client.messages
    assert message.type == types.MessageType.Warning
    assert "the worker stopped" in message.message
    assert len(editor.complaints()) >= 3, "each is in the log, however often it was tried"


@alone
async def test_a_look_up_that_takes_long_is_in_the_log_only(start):
    editor = await start("helix")
    editor.open("file:///project/a.py", "import jax\nP(vmem_limit_bytes=device_count())\n# DAWDLE NEVER")
    await editor.rest("file:///project/a.py")
    await editor.until(lambda: any("took too long" in text for text in editor.complaints()))
    assert editor.client.messages == []


@alone
async def test_levels_and_the_log_file(start, tmp_path):
    file = tmp_path / "prelower.log"
    editor = await start("helix", options={"logLevel": "warning", "logFile": str(file)})
    editor.open("file:///project/a.py", BAD + "# CRASH")
    await editor.rest("file:///project/a.py")
    assert [one.type for one in editor.client.log_messages] == [types.MessageType.Error]
    await editor.quit()
    [line] = file.read_text().splitlines()
    assert " error: Could not check /project/a.py: RuntimeError: crashed as asked" in line


@alone
@pytest.mark.parametrize("name", ["", "a\0b", "~a\0b", "x\ud800.log"])
async def test_a_log_file_that_cannot_be_written_is_said(start, tmp_path, name):
    place = name if name.startswith("~") else f"{tmp_path}{os.sep}{name}"
    editor = await start("helix", options={"logFile": place})
    editor.open("file:///project/a.py", BAD)
    assert len(await editor.rest("file:///project/a.py")) == 1
    [message] = editor.client.messages
    assert "The log file cannot be written" in message.message


@alone
async def test_the_environment_s_change_is_seen(start, tmp_path):
    editor = await start("vscode", folders=[tmp_path])
    uri = (tmp_path / "a.py").as_uri()
    editor.open(uri, BAD)
    await editor.rest(uri)
    made = (await editor.count())["made"]
    told = types.FileEvent((tmp_path / ".venv" / "pyvenv.cfg").as_uri(), types.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([told]))
    assert len(await editor.rest(uri)) == 1
    assert (await editor.count())["made"] == made + 1
