"""Editors that talk to servers."""

from __future__ import annotations

import pytest_asyncio

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
