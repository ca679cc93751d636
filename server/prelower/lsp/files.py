"""What happens to files on disk: changed, created, renamed, deleted, by the editor or by others."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.config.find import FILE
from prelower.lsp import configuration
from prelower.lsp.addresses import file_path

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

OPERATIONS = types.FileOperationRegistrationOptions(
    filters=[
        types.FileOperationFilter(types.FileOperationPattern("**/*.py", types.FileOperationPatternKind.File), "file"),
        types.FileOperationFilter(types.FileOperationPattern("**", types.FileOperationPatternKind.Folder), "file"),
    ]
)
"""Which files and folders the client tells us about when the user moves or removes them in it."""
CONFIGURING = (".json", ".py", ".txt", ".in")
"""How the names of files end that may be baselines, part of the JAX looked at, or requirements."""


def watched(server: PrelowerServer, params: types.DidChangeWatchedFilesParams) -> None:
    """Take over what the client has seen happen on disk."""
    moved(server, [change.uri for change in params.changes])


def saved(server: PrelowerServer, params: types.DidSaveTextDocumentParams) -> None:
    """See whether a configuration file or the JAX looked at has changed, and what the saved file means for others."""
    moved(server, [params.text_document.uri])
    configuration.reload(server)


def renamed(server: PrelowerServer, params: types.RenameFilesParams) -> None:
    """Take over what the user has renamed."""
    moved(server, [uri for file in params.files for uri in (file.old_uri, file.new_uri)])


def created(server: PrelowerServer, params: types.CreateFilesParams) -> None:
    """Take over what the user has created."""
    moved(server, [file.uri for file in params.files])


def deleted(server: PrelowerServer, params: types.DeleteFilesParams) -> None:
    """Take over what the user has deleted."""
    moved(server, [file.uri for file in params.files])


def moved(server: PrelowerServer, uris: Iterable[str]) -> None:
    """Look again at what depends on these files."""
    paths = [path for path in map(file_path, uris) if path is not None]
    names = {os.path.basename(path) for path in paths}
    if "pyvenv.cfg" in names:
        server.session.renew()
        server.check_all()
    if FILE in names or any(name.endswith(CONFIGURING) for name in names):
        configuration.reload(server)
    if server.session.files_moved(paths):
        server.check_all()
