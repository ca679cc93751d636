"""The life of a server process: it begins and ends as the protocol says, and survives what comes between."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcRequestCancelled

from .editor import HERE, SERVER, Editor

URI = "file:///project/kernel.py"
BAD = "import jax\nP(vmem_limit_bytes=64e6)\n"
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None}}


class Raw:
    """A server spoken to in bytes."""

    def __init__(self, command: list[str] | None = None, **options) -> None:
        command = command or [sys.executable, str(HERE / "serving.py"), "fake"]
        environment = {**os.environ, "PYTHONPATH": str(SERVER)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, **options)

    def send(self, *messages: object, header: str = "Content-Length: {}\r\n\r\n") -> None:
        """Send messages in one piece."""
        data = b""
        for message in messages:
            body = message if isinstance(message, bytes) else json.dumps(message).encode()
            data += header.format(len(body)).encode() + body
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self) -> dict:
        """The next message."""
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            assert self.process.poll() is None or line, "the server has ended"
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        return json.loads(self.process.stdout.read(length))

    def answer(self, ident: object) -> dict:
        """The answer to a request."""
        while (message := self.read()).get("id") != ident or "method" in message:
            pass
        return message

    def end(self) -> int:
        """Close our end; gives the exit code."""
        self.process.stdin.close()
        code = self.process.wait(10)
        self.process.stdout.close()
        return code


def request(ident: int, method: str, params: object = None) -> dict:
    return {"jsonrpc": "2.0", "id": ident, "method": method, "params": params}


def note(method: str, params: object = None) -> dict:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def opened(text: str) -> dict:
    document = {"uri": URI, "languageId": "python", "version": 1, "text": text}
    return note("textDocument/didOpen", {"textDocument": document})


HOVER = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}


def test_requests_before_initialize_are_refused():
    raw = Raw()
    raw.send(request(7, "textDocument/hover", HOVER), opened(BAD), HELLO)
    assert raw.answer(7)["error"]["code"] == -32002
    assert "result" in raw.answer(1)
    raw.send(request(2, "initialize", HELLO["params"]))
    assert raw.answer(2)["error"]["code"] == -32600
    assert raw.end() == 1


def test_requests_after_shutdown_are_refused_and_the_exit_is_clean():
    raw = Raw()
    raw.send(HELLO, note("initialized", {}), request(2, "shutdown"), request(3, "textDocument/hover", HOVER))
    raw.answer(1)
    answer = raw.answer(2)
    assert answer["result"] is None and "error" not in answer
    assert raw.answer(3)["error"]["code"] == -32600
    raw.send(opened(BAD), note("exit"))
    assert raw.process.wait(10) == 0
    raw.end()


def test_exit_without_shutdown_is_an_error():
    raw = Raw()
    raw.send(HELLO, note("exit"))
    assert raw.process.wait(10) == 1
    raw.end()


def test_exit_before_initialize_is_an_error():
    raw = Raw()
    raw.send(note("exit"))
    assert raw.process.wait(10) == 1
    raw.end()


@pytest.mark.parametrize("farewell, code", [([], 1), ([request(2, "shutdown")], 0)])
def test_the_end_of_the_input_ends_the_process(farewell, code):
    raw = Raw()
    raw.send(HELLO, *farewell)
    raw.answer(1)
    assert raw.end() == code


def test_the_end_of_the_input_ends_the_process_even_in_a_look_up():
    raw = Raw()
    raw.send(HELLO, note("initialized", {}), opened("import jax\nP(vmem_limit_bytes=device_count())\n# HANG"))
    while raw.read().get("method") != "textDocument/publishDiagnostics":
        pass
    assert raw.end() == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the end of the input must do on Windows")
def test_the_death_of_the_editor_is_noticed():
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    raw = Raw()
    raw.send({**HELLO, "params": {"capabilities": {}, "processId": editor.pid}})
    raw.answer(1)
    editor.kill()
    editor.wait()
    assert raw.process.wait(10) == 1
    raw.end()


def test_an_editor_in_another_world_is_not_missed():
    raw = Raw()
    raw.send({**HELLO, "params": {"capabilities": {}, "processId": 2**22 + 1}}, request(2, "shutdown"))
    assert raw.answer(2)["result"] is None
    time.sleep(0.2)
    assert raw.process.poll() is None
    raw.end()


def test_strange_messages_are_answered_and_survived():
    raw = Raw()
    raw.send(HELLO, note("initialized", {}))
    raw.answer(1)
    raw.send(b"{not json", b"[1, 2]", b'"text"', b"\xff\xfe", {"id": 8}, {"jsonrpc": "2.0"})
    answers = [raw.answer(None) for _ in range(4)]
    assert [answer["error"]["code"] for answer in answers] == [-32700, -32600, -32600, -32700]
    assert all("id" in answer for answer in answers), "JSON-RPC wants null where the id cannot be read"
    assert raw.answer(8)["error"]["code"] == -32600
    raw.send({"id": [8]}, request([8], "textDocument/hover", {"position": "here"}))
    assert [raw.answer(None).get("id", "none") for _ in range(2)] == [None, None]
    raw.send(request(2, "textDocument/hover", {"position": "here"}), request(3, "no/such/method"))
    assert raw.answer(2)["error"]["code"] == -32602
    assert raw.answer(3)["error"]["code"] == -32601
    raw.send(note("$/no/such/notification"), note("textDocument/didChange", {"x": 1}), note("textDocument/didClose"))
    raw.send(request(4, "shutdown"), header="content-length:{}\r\nContent-Type: application/json\r\n\r\n")
    assert raw.answer(4)["result"] is None
    raw.end()


def test_our_own_requests_with_wrong_parameters_are_refused_without_a_traceback():
    raw = Raw(stderr=subprocess.PIPE)
    raw.send(HELLO, note("initialized", {}), opened(BAD))
    wrong = [None, [], [1], "x", 5, {}, {"line": 0}, {"uri": 5, "line": 0}, {"uri": None, "line": 0}]
    lines = [{"uri": URI, "line": line} for line in (-1, True, 1.5, "0", None)]
    asked = [("prelower/info", one) for one in wrong]
    asked += [("prelower/explain", one) for one in [*wrong, {"uri": URI}, *lines]]
    for number, (method, params) in enumerate(asked, 2):
        raw.send(request(number, method, params))
        assert raw.answer(number)["error"]["code"] == -32602, (method, params)
    raw.end()
    assert raw.process.stderr.read() == b""


@pytest.mark.parametrize("place", [{"line": -1, "character": 0}, {"line": 2**40}, [], "x"])
def test_a_position_that_cannot_be_is_refused_without_a_traceback(place):
    raw = Raw(stderr=subprocess.PIPE)
    raw.send(HELLO, note("initialized", {}), opened(BAD))
    raw.send(request(2, "textDocument/hover", {"textDocument": {"uri": URI}, "position": place}))
    assert raw.answer(2)["error"]["code"] == -32602
    where = {"start": place, "end": place}
    change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"range": where, "text": "x"}]}
    raw.send(note("textDocument/didChange", change), request(3, "prelower/text", {"uri": URI}))
    assert raw.answer(3)["result"] == BAD
    raw.end()
    assert raw.process.stderr.read() == b""


def test_data_may_hold_any_key():
    raw = Raw()
    raw.send(HELLO, note("initialized", {}), opened(BAD))
    where = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 30}}
    told = [{"range": where, "message": "m", "data": {"jsonrpc": "2.0", "id": 1, "method": "x"}}]
    params = {"textDocument": {"uri": URI}, "range": where, "context": {"diagnostics": told}}
    raw.send(request(2, "textDocument/codeAction", params))
    assert "error" not in raw.answer(2)
    raw.end()


def test_a_stray_print_does_not_reach_the_client():
    code = (
        "import os, sys\n"
        "from prelower.lsp import server\n"
        "def make(*a, **k):\n"
        "    print('printed'); os.write(1, b'written'); sys.__stdout__.write('old'); sys.__stdout__.flush()\n"
        "    raise RuntimeError('no engine')\n"
        "sys.exit(server.main([], make))\n"
    )
    raw = Raw([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    raw.send(HELLO, note("initialized", {}), opened(BAD), request(2, "shutdown"))
    assert raw.answer(2)["result"] is None
    raw.end()


@pytest.mark.asyncio
async def test_a_request_in_flight_can_be_cancelled(start):
    editor = await start()
    waiting = editor.client.protocol.send_request("prelower/wait", {}, msg_id=99)
    editor.client.cancel_request(types.CancelParams(99))
    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wait_for(asyncio.wrap_future(waiting), 10)
    assert refused.value.code == JsonRpcRequestCancelled.CODE


@pytest.mark.asyncio
async def test_a_crash_is_logged_in_one_line_and_survived(start):
    editor = await start()
    editor.open(URI, BAD)
    assert len(await editor.diagnostics(URI)) == 1
    editor.edit(URI, 0, 0, "# CRASH\n")
    assert await editor.diagnostics(URI) == []
    assert await editor.hover(URI, "64e6") is None
    assert await editor.actions(URI, "64e6") == []
    [logged] = editor.complaints()
    assert logged.startswith("Could not check /project/kernel.py: RuntimeError: crashed as asked (fake_engine.py:")
    assert "\n" not in logged
    assert editor.client.messages == []
    editor.replace(URI, "# CRASH\n", "")
    assert len(await editor.diagnostics(URI)) == 1


@pytest.mark.asyncio
async def test_a_change_of_an_unknown_document_is_logged_only(start):
    editor = await start()
    editor.texts["file:///unknown.py"], editor.versions["file:///unknown.py"] = "x", 1
    editor.edit("file:///unknown.py", 0, 0, "y")
    editor.open(URI, BAD)
    assert len(await editor.diagnostics(URI)) == 1
    assert editor.client.messages == []
    assert len(editor.complaints()) == 1


@pytest.mark.asyncio
async def test_a_huge_document_is_skipped_and_said_once(start):
    editor = await start()
    editor.open(URI, BAD + "#" * 2_000_000)
    assert await editor.diagnostics(URI) == []
    editor.edit(URI, 0, 0, "# é\n")
    await editor.rest(URI)
    [shown] = editor.client.messages
    assert shown.message == "/project/kernel.py is larger than 2 MB and is not checked."
    editor.rewrite(URI, BAD)
    assert len(await editor.diagnostics(URI)) == 1


@pytest.mark.asyncio
async def test_exit_code_after_a_session():
    editor = await Editor.launch(fake=True)
    await editor.initialize("emacs")
    editor.open(URI, BAD)
    await editor.diagnostics(URI)
    assert await editor.quit() == 0
