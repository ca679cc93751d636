"""A short conversation with a language server over its pipes, by hand: nothing may stand between test and server."""

from __future__ import annotations

import json
import subprocess
import threading
from typing import Any


def diagnostics_on_opening(
    server: subprocess.Popen, root: str, uri: str, text: str, seconds: float
) -> list[Any] | None:
    """The diagnostics that a server publishes for a document, after a short while of quiet; ends the server."""
    published: list[Any] = []
    seen = threading.Event()
    ready = threading.Event()

    def listen() -> None:
        while message := receive(server.stdout):
            if message.get("id") == 1 and "method" not in message:
                ready.set()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                published[:] = [message["params"]["diagnostics"]]
                seen.set()
            if "method" in message and "id" in message:
                send(server.stdin, {"id": message["id"], "result": None})

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    folders = [{"uri": root, "name": "project"}]
    parameters = {"processId": None, "rootUri": root, "workspaceFolders": folders, "capabilities": {}}
    send(server.stdin, {"id": 1, "method": "initialize", "params": parameters})
    assert ready.wait(seconds), "the server did not answer"
    send(server.stdin, {"method": "initialized", "params": {}})
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    send(server.stdin, {"method": "textDocument/didOpen", "params": {"textDocument": document}})
    seen.wait(seconds)
    threading.Event().wait(3)  # look-ups go on after the first answer
    send(server.stdin, {"id": 2, "method": "shutdown"})
    send(server.stdin, {"method": "exit"})
    server.wait(10)
    return published[0] if published else None


def send(pipe: Any, message: dict[str, Any]) -> None:
    """Write one message."""
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    pipe.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    pipe.flush()


def receive(pipe: Any) -> dict[str, Any] | None:
    """Read one message; None at the end."""
    length = 0
    while line := pipe.readline():
        if line == b"\r\n":
            return json.loads(pipe.read(length))
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return None
