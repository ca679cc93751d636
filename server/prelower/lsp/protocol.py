"""The life of a session as the protocol wants it, where pygls answers differently."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

NOT_INITIALIZED = types.ResponseError(code=types.ErrorCodes.ServerNotInitialized.value, message="Not initialized yet")
AGAIN = types.ResponseError(code=types.ErrorCodes.InvalidRequest.value, message="Already initialized")
SHUT_DOWN = types.ResponseError(code=types.ErrorCodes.InvalidRequest.value, message="Shut down")
NO_JSON = types.ResponseError(code=types.ErrorCodes.ParseError.value, message="Not JSON")
NO_MESSAGE = types.ResponseError(code=types.ErrorCodes.InvalidRequest.value, message="Not a JSON-RPC message")
BAD_PARAMS = types.ResponseError(code=types.ErrorCodes.InvalidParams.value, message="Invalid parameters")


class Protocol(LanguageServerProtocol):
    """JSON-RPC that refuses what comes too early or too late, and says how it ended."""

    _server: PrelowerServer

    def receive(self, body: bytes) -> None:
        """Take over one message, whatever is in it."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(None, NO_JSON)
            return
        if isinstance(data, dict) and data.get("jsonrpc") == self.VERSION:
            self._receive_object(data)
        else:
            self._refuse(data.get("id") if isinstance(data, dict) else None, NO_MESSAGE)

    def _refuse(self, ident: object, error: types.ResponseError) -> None:
        """Answer what is no message; what has no id that can be read has the id null, which lsprotocol leaves out."""
        known = ident if isinstance(ident, (int, str)) and not isinstance(ident, bool) else None
        self._send_data({"jsonrpc": self.VERSION, "id": known, "error": error})

    def _receive_object(self, data: dict[str, Any]) -> None:
        method, ident = data.get("method"), data.get("id")
        try:
            # Only the outermost object is a message: pygls would take any object with such a key for one.
            message = self.structure_message(data)
        except JsonRpcException:
            if method is not None and ident is not None:
                self._refuse(ident, BAD_PARAMS)
            else:
                self._server.say("warning", f"Could not read a message: {method or 'an answer'}")
            return
        self.handle_message(message)

    def handle_message(self, message: Any) -> None:
        """Handle a message, or refuse it where its time has not come or is over."""
        refusal = self._refusal(getattr(message, "method", None))
        if refusal is None:
            super().handle_message(message)
        elif hasattr(message, "id"):
            self._send_response(message.id, error=refusal)

    def _refusal(self, method: str | None) -> types.ResponseError | None:
        if method is None or method == types.EXIT:
            return None
        if self._shutdown:
            return SHUT_DOWN
        if self._workspace is None:
            return None if method == types.INITIALIZE else NOT_INITIALIZED
        return AGAIN if method == types.INITIALIZE else None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: Any) -> Generator[Any, Any, None]:
        """End the process: 0 after a shutdown request, else 1."""
        self._server.stop(0 if self._shutdown else 1)
        yield from ()
