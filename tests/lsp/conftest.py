"""Editors that talk to servers."""

from __future__ import annotations

import pathlib

import pytest_asyncio
from lsprotocol import types

from .editor import Editor


@pytest_asyncio.fixture
async def start():
    """Starts a server and says hello: `await start("neovim", fake=False, folders=[...])`."""
    editors: list[Editor] = []

    async def begin(name: str = "vscode", fake: bool = True, encodings: list[str] | None = None, **options) -> Editor:
        editor = await Editor.launch(fake, encodings)
        editors.append(editor)
        await editor.initialize(name, **options)
        return editor

    yield begin
    for editor in editors:
        await editor.quit()


CLIENTS = ["vscode", "neovim-0.11", "neovim-0.10", "helix", "emacs-29", "bare"]


class Talk:
    """One session with the real engine that a module's tests hold with one client; each has documents of its own."""

    def __init__(self, name: str, editor: Editor, folder: pathlib.Path, hello: types.InitializeResult) -> None:
        self.name = name
        self.editor = editor
        self.folder = folder
        self.hello = hello
        self._number = 0

    def uri(self, suffix: str = ".py") -> str:
        """The address of a new document."""
        self._number += 1
        return (self.folder / f"kernel{self._number}{suffix}").as_uri()

    async def opened(self, text: str) -> tuple[str, list[types.Diagnostic]]:
        """A new document with that text, and what is shown for it when the server rests."""
        uri = self.uri()
        self.editor.open(uri, text)
        return uri, await self.editor.rest(uri)


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=CLIENTS)
async def talk(request, tmp_path_factory):
    """A session with each of the clients."""
    folder = tmp_path_factory.mktemp("project")
    editor = await Editor.launch(fake=False)
    options = {"jaxVersion": "0.12.0", "logLevel": "debug"}
    hello = await editor.initialize(request.param, folders=[folder], options=options)
    yield Talk(request.param, editor, folder, hello)
    await editor.quit()
