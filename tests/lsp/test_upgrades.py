"""The JAX looked at, or the pin that names it, changes while the server runs: so do the answers."""

from __future__ import annotations

import pathlib

import pytest
from lsprotocol import types

from .editor import Editor

TEXT = """\
from jax.experimental.pallas import tpu as pltpu
P = pltpu.TPUCompilerParams(vmem_limit_bytes=3)
Q = pltpu.CompilerParams(vmem_limit_bytes=3)
"""
OLD, NEW = ("0.5.3", "TPUCompilerParams"), ("0.10.2", "CompilerParams")

pytestmark = pytest.mark.asyncio


def install(folder: pathlib.Path, release: str, name: str) -> pathlib.Path:
    """Have the environment of a folder hold a release of JAX that has one name; gives its version file."""
    site = folder / ".venv" / "lib" / "python3.12" / "site-packages"
    pallas = site / "jax" / "experimental" / "pallas"
    pallas.mkdir(parents=True, exist_ok=True)
    for package in (pallas, pallas.parent, pallas.parent.parent):
        (package / "__init__.py").touch()
    (folder / ".venv" / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.12.1\n")
    (pallas / "tpu.py").write_text(f"class {name}:\n    vmem_limit_bytes: int | None = None\n")
    (site / "jax" / "version.py").write_text(f'_version = "{release}"\n')
    for old in site.glob("*.dist-info"):
        old.rmdir()
    (site / f"jax-{release}.dist-info").mkdir()
    return site / "jax" / "version.py"


def tell(editor: Editor, path: pathlib.Path) -> None:
    """Tell of a change on disk."""
    event = types.FileEvent(path.as_uri(), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


def save(editor: Editor, path: pathlib.Path) -> None:
    """Save a document."""
    editor.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())))


async def missing(editor: Editor, uri: str) -> list[int]:
    """The lines on which a name is shown that the JAX looked at does not have."""
    return [one.range.start.line for one in await editor.rest(uri) if one.code == "jax-name-missing"]


@pytest.mark.parametrize("how", ["event", "save", "open"])
@pytest.mark.parametrize("name", ["vscode", "emacs-29"])
async def test_an_upgrade_is_seen(start, tmp_path, name, how):
    version, kernel = install(tmp_path, *OLD), tmp_path / "kernel.py"
    editor = await start(name, fake=False, folders=[tmp_path])
    editor.open(kernel.as_uri(), TEXT)
    assert await missing(editor, kernel.as_uri()) == [2]
    install(tmp_path, *NEW)
    refreshes = editor.refreshes
    if how == "open":
        editor.open((tmp_path / "other.py").as_uri(), "")
    else:
        tell(editor, version) if how == "event" else save(editor, kernel)
    await editor.ask("prelower/rest")
    assert editor.refreshes > refreshes or not editor.pulls, "what the client has was pulled before"
    assert await missing(editor, kernel.as_uri()) == [1]
    assert (await editor.count())["made"] == 2


async def test_a_jax_that_stays_keeps_its_engine(start, tmp_path):
    version, kernel = install(tmp_path, *OLD), tmp_path / "kernel.py"
    editor = await start(fake=False, folders=[tmp_path])
    editor.open(kernel.as_uri(), TEXT)
    await editor.rest(kernel.as_uri())
    tell(editor, version)
    save(editor, kernel)
    assert await missing(editor, kernel.as_uri()) == [2]
    assert (await editor.count())["made"] == 1


PINS = {
    "pyproject.toml": '[project]\nname = "x"\ndependencies = ["jax=={0}"]\n',
    "requirements.txt": "jax=={0}\n",
    "requirements/test.in": "jax=={0}\n",
}


@pytest.mark.parametrize("how", ["event", "save", "open"])
@pytest.mark.parametrize("name", PINS)
async def test_another_pin_is_seen(start, tmp_path, name, how):
    pin, kernel = tmp_path / name, tmp_path / "kernel.py"
    (tmp_path / ".venv" / "lib" / "python3.12" / "site-packages").mkdir(parents=True)
    pin.parent.mkdir(exist_ok=True)
    pin.write_text(PINS[name].format(OLD[0]))
    editor = await start(fake=False, folders=[tmp_path])
    editor.open(kernel.as_uri(), TEXT)
    assert await missing(editor, kernel.as_uri()) == [2]
    pin.write_text(PINS[name].format(NEW[0]))
    if how == "open":
        editor.open((tmp_path / "other.py").as_uri(), "")
    else:
        tell(editor, pin) if how == "event" else save(editor, kernel)
    assert await missing(editor, kernel.as_uri()) == [1]
