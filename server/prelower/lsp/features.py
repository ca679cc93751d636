"""Which function answers which message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import attrs
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from prelower.lsp import (
    code_actions,
    commands,
    completion,
    configuration,
    documents,
    files,
    hover,
    life,
    pull,
    telling,
)

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer


def initialize(server: PrelowerServer, params: types.InitializeParams) -> None:
    """Begin, and offer what the client has a use for."""
    life.initialize(server, params)
    if server.session.client.pulls:
        register_pull(server)


NOTIFICATIONS: dict[str, Callable[[PrelowerServer, Any], None]] = {
    types.INITIALIZE: initialize,
    types.INITIALIZED: configuration.initialized,
    types.SHUTDOWN: life.shutdown,
    types.TEXT_DOCUMENT_DID_OPEN: documents.opened,
    types.TEXT_DOCUMENT_DID_CHANGE: documents.changed,
    types.TEXT_DOCUMENT_DID_CLOSE: documents.closed,
    types.TEXT_DOCUMENT_DID_SAVE: files.saved,
    types.NOTEBOOK_DOCUMENT_DID_OPEN: documents.opened_notebook,
    types.NOTEBOOK_DOCUMENT_DID_CHANGE: documents.changed_notebook,
    types.NOTEBOOK_DOCUMENT_DID_CLOSE: documents.closed_notebook,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: configuration.changed,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: configuration.folders_changed,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: files.watched,
    types.WORKSPACE_DID_CREATE_FILES: files.created,
    types.WORKSPACE_DID_RENAME_FILES: files.renamed,
    types.WORKSPACE_DID_DELETE_FILES: files.deleted,
}
"""What changes the session, in the order of the client's messages."""

NOTIFICATION_OPTIONS: dict[str, object] = {
    types.TEXT_DOCUMENT_DID_SAVE: types.SaveOptions(include_text=False),
    types.WORKSPACE_DID_CREATE_FILES: files.OPERATIONS,
    types.WORKSPACE_DID_RENAME_FILES: files.OPERATIONS,
    types.WORKSPACE_DID_DELETE_FILES: files.OPERATIONS,
}

REQUESTS: dict[str, tuple[Callable[[PrelowerServer, Any], Awaitable[object]], object]] = {
    types.TEXT_DOCUMENT_HOVER: (hover.hover, types.HoverOptions()),
    types.TEXT_DOCUMENT_COMPLETION: (completion.completion, completion.OPTIONS),
    types.TEXT_DOCUMENT_CODE_ACTION: (code_actions.code_action, code_actions.OPTIONS),
    telling.INFO: (telling.info, None),
    telling.EXPLAIN: (telling.explain, None),
}
"""What only asks: tasks, so that one that is cancelled in time is never run."""


def register(server: PrelowerServer) -> None:
    """Offer all features but those that depend on the client."""
    for method, handler in NOTIFICATIONS.items():
        server.feature(method, NOTIFICATION_OPTIONS.get(method))(_told(server, handler))
    for method, (handler_, options) in REQUESTS.items():
        server.feature(method, options)(_asked(server, method, handler_))
    commands.register(server)


def register_pull(server: PrelowerServer) -> None:
    """Offer diagnostics to be pulled; a client to which that is not offered has them pushed."""
    method = types.TEXT_DOCUMENT_DIAGNOSTIC
    options = attrs.evolve(pull.OPTIONS)
    server.feature(method, options)(_asked(server, method, pull.document_diagnostic))
    everywhere = types.WORKSPACE_DIAGNOSTIC
    server.feature(everywhere)(_asked(server, everywhere, lambda server, params: server.everywhere.answer(params)))


def _told(server: PrelowerServer, handler: Callable[[PrelowerServer, Any], None]) -> Callable[[Any], None]:
    def take(params: Any = None) -> None:
        handler(server, params)

    return take


def _asked(
    server: PrelowerServer, method: str, handler: Callable[[PrelowerServer, Any], Awaitable[object]]
) -> Callable[[Any], Awaitable[object]]:
    async def answer(params: Any) -> object:
        try:
            return await handler(server, params)
        except JsonRpcInvalidParams:
            raise  # pygls answers with it
        except Exception as error:  # noqa: BLE001 - editors show failed requests to the user
            server.failed(f"Could not answer {method}", error)
            return None

    return answer
