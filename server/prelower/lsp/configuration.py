"""Settings are asked from the client, folder by folder, and used from the first check on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from prelower import __version__
from prelower.config.find import FILE
from prelower.lsp import diagnostics
from prelower.lsp.addresses import file_path
from prelower.lsp.client import Client
from prelower.lsp.settings import DEFAULTS, SECTION, Settings, read

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

PATIENCE = 1.0
"""For how long the first check waits for settings, in seconds."""

REQUIREMENTS = ("**/requirements*.txt", "**/requirements*.in", "**/requirements/*.txt", "**/requirements/*.in")
WATCHED = (f"**/{FILE}", "**/*.py", "**/pyvenv.cfg", "**/*baseline*.json", *REQUIREMENTS)
"""The files that we are told of: what configures, what is imported, what says that an environment is new, what was
found before, and what may pin JAX."""


def begin(server: PrelowerServer, options: object) -> None:
    """Take the settings of `initialize`, and let no check wait for others for long."""
    server.session.base = _understood(server, options, DEFAULTS)
    asyncio.get_running_loop().call_later(PATIENCE, _begin, server)


def _begin(server: PrelowerServer) -> None:
    """Use the settings that are there."""
    _log_as_set(server)
    server.schedule.release()
    server.everywhere.wake()


def _log_as_set(server: PrelowerServer) -> None:
    settings = server.session.common()
    problem = server.log.configure(settings.log_level, settings.log_file)
    if problem is not None:
        server.show(f"prelower: {problem}", types.MessageType.Warning)


def initialized(server: PrelowerServer, params: types.InitializedParams) -> None:
    """Ask for the settings, and to be told when they change."""
    client = server.session.client
    server.say("info", f"prelower {__version__} on Python {sys.version.split()[0]}, {sys.executable}: {sys.argv}")
    if registrations := list(_registrations(client)):
        server.protocol.send_request(
            types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(registrations)
        ).add_done_callback(lambda answer: answer.cancelled() or answer.exception())
    if client.asks_settings:
        ask(server)
    else:
        _begin(server)


def _registrations(client: Client) -> Iterator[types.Registration]:
    """What the client is asked to tell us."""
    if client.registers_settings:
        yield types.Registration(SECTION, types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": SECTION})
    if client.watches_files:
        watchers = [types.FileSystemWatcher(glob) for glob in WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        yield types.Registration(FILE, types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)


def reload(server: PrelowerServer) -> None:
    """See whether configuration files have changed: not every client watches them for us."""
    changed = server.session.reload()
    diagnostics.publish_problems(server)
    if changed:
        server.check_all()


def changed(server: PrelowerServer, params: types.DidChangeConfigurationParams) -> None:
    """Take over changed settings."""
    if server.session.client.asks_settings:
        ask(server)
    else:
        settings = _understood(server, params.settings, server.session.base)
        _use(server, {"": settings})


def folders_changed(server: PrelowerServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """See which folder each document belongs to now."""
    server.session.regroup()
    diagnostics.publish_problems(server)
    if server.session.client.asks_settings:
        ask(server)
    server.check_all()


def ask(server: PrelowerServer) -> None:
    """Ask the client for the settings of every folder."""
    assert server.session.workspace is not None
    folders = [folder.uri for folder in server.session.workspace.folders.values()]
    server.session.asked = number = server.session.asked + 1
    items = [types.ConfigurationItem(scope_uri=uri, section=SECTION) for uri in [None, *folders]]

    def answered(future: Future[Any]) -> None:
        if future.cancelled():
            return
        try:
            _answered(server, number, folders, [] if future.exception() else list(future.result() or []))
        except Exception as error:  # noqa: BLE001 - an odd answer must not keep the checks waiting
            server.failed("Could not read the settings", error)
        _begin(server)

    server.protocol.send_request(types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items)).add_done_callback(
        answered
    )


def _answered(server: PrelowerServer, number: int, folders: list[str], answers: list[object]) -> None:
    """Use an answer, unless it comes after that to a later question: then it is older."""
    if len(answers) != len(folders) + 1 or number < server.session.answered:
        return
    server.session.answered = number
    everywhere = _understood(server, answers[0], server.session.base)
    scoped = {"": everywhere}
    for uri, answer in zip(folders, answers[1:], strict=True):
        scoped[file_path(uri) or uri] = _understood(server, answer, everywhere)
    _use(server, scoped)


def _use(server: PrelowerServer, scoped: dict[str, Settings]) -> None:
    if scoped != server.session.scoped:
        server.session.configure(scoped)
        _log_as_set(server)
        server.check_all()


def _understood(server: PrelowerServer, raw: object, base: Settings) -> Settings:
    """The settings in an answer; what is wrong in them is said once."""
    settings, problems = read(raw, base)
    complaints = server.session.complaints
    new = [problem for problem in problems if problem not in complaints]
    complaints.update(new)
    if new:
        text = "; ".join(new)
        server.show(f"prelower: wrong settings, the defaults are used instead: {text}.", types.MessageType.Warning)
    return settings
