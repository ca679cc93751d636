"""How a session begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.lsp import configuration, parent
from prelower.lsp.client import client_of
from prelower.lsp.workspace import ExactWorkspace, encoding_of

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer


def initialize(server: PrelowerServer, params: types.InitializeParams) -> None:
    """Learn who is at the other end, and put our own documents in place of pygls'."""
    workspace = ExactWorkspace.instead_of(server.workspace, list(params.workspace_folders or []))
    server.protocol._workspace = server.session.workspace = workspace
    server.session.client = client_of(params.capabilities, encoding_of(workspace.position_encoding))
    configuration.begin(server, params.initialization_options)
    parent.watch(params.process_id, lambda: server.stop(1))


def shutdown(server: PrelowerServer, params: object) -> None:
    """Let go of what runs beside us."""
    server.session.close()
    server.log.close()
