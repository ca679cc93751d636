"""`[tool.prelower]` holds in the editor too: it is read with the first file, and again when it changes."""

from __future__ import annotations

import json
import os
import pathlib

import pytest
from lsprotocol import types

from .editor import Editor

BAD = "import jax\nP(vmem_limit_bytes=64e6)\n"
RULE = "vmem-limit-not-int"

pytestmark = pytest.mark.asyncio


class Folder:
    """An opened folder with a configuration and one open file."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.file = path / "pyproject.toml"
        self._time = 0

    def configure(self, text: str) -> None:
        """Write the configuration, at a later time than before."""
        self._time += 1
        self.file.write_text(f"[tool.prelower]\n{text}\n", encoding="utf-8")
        os.utime(self.file, (self._time, self._time))

    def uri(self, name: str = "kernel.py") -> str:
        """The address of a file."""
        return (self.path / name).as_uri()


@pytest.fixture
def folder(tmp_path) -> Folder:
    """A folder that is not configured yet."""
    return Folder(tmp_path)


async def shown(editor: Editor, uri: str) -> list[types.Diagnostic]:
    """What is shown for a bad file that was just opened."""
    editor.open(uri, BAD)
    return await editor.rest(uri)


async def told(editor: Editor, uri: str) -> list[types.Diagnostic]:
    """What is shown once the server was told that a file has changed."""
    event = types.FileEvent(uri, types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    return await editor.rest(uri)


async def options_of(editor: Editor) -> dict:
    """What the only engine was made with."""
    [made] = (await editor.count())["options"]
    return made


async def test_severities_are_the_configuration_s(start, folder):
    folder.configure(f'severity = {{ "{RULE}" = "hint" }}')
    editor = await start(folders=[folder.path])
    [diagnostic] = await shown(editor, folder.uri())
    assert diagnostic.severity == types.DiagnosticSeverity.Hint
    assert await editor.actions(folder.uri(), "64e6")


@pytest.mark.parametrize(
    "text",
    [f'severity = {{ "{RULE}" = "off" }}', f'per-file-ignores = {{ "old/**" = ["{RULE}"] }}', 'exclude = ["old"]'],
)
async def test_what_is_not_wanted_is_not_shown(start, folder, text):
    folder.configure(text)
    editor = await start(folders=[folder.path])
    old = folder.uri("old/kernel.py")
    assert await shown(editor, old) == []
    assert not await editor.actions(old, "64e6")
    assert len(await shown(editor, folder.uri("new/kernel.py"))) == ("off" not in text)


async def test_what_was_found_before_is_not_shown(start, folder):
    folder.configure('baseline = ".baseline.json"')
    baseline = folder.path / ".baseline.json"
    editor = await start(folders=[folder.path])
    [diagnostic] = await shown(editor, folder.uri())
    message = diagnostic.message.splitlines()[0]
    row = {"file": "kernel.py", "rule": RULE, "message": message, "times": 1}
    baseline.write_text(json.dumps({"version": 1, "findings": [row]}))
    await told(editor, baseline.as_uri())
    assert await editor.rest(folder.uri()) == []
    assert not await editor.actions(folder.uri(), "64e6")
    baseline.write_text(json.dumps({"version": 1, "findings": [row, 3]}))
    await told(editor, baseline.as_uri())
    assert len(await editor.rest(folder.uri())) == 1
    [problem] = await editor.rest(folder.file.as_uri())
    assert problem.message.startswith("`baseline`: .baseline.json has a finding without file")
    baseline.unlink()
    await told(editor, baseline.as_uri())
    assert len(await editor.rest(folder.uri())) == 1


async def test_what_is_looked_up_is_configured_too(start, folder):
    folder.configure(f'severity = {{ "{RULE}" = "warning" }}')
    editor = await start(folders=[folder.path])
    editor.open(folder.uri(), "import jax\nP(vmem_limit_bytes=device_count())\n")
    [diagnostic] = await editor.rest(folder.uri())
    assert diagnostic.severity == types.DiagnosticSeverity.Warning


async def test_the_file_wins_over_the_editor(start, folder):
    folder.configure(f'python = "./env"\nselect = ["{RULE}"]')
    options = {"python": "other", "jaxVersion": "0.7.1", "select": ["x"], "ignore": ["y"]}
    editor = await start("emacs", folders=[folder.path], options=options)
    await shown(editor, folder.uri())
    made = await options_of(editor)
    assert made["python"] == f"{folder.path}/./env"
    assert (made["jax_version"], made["select"], made["ignore"]) == ("0.7.1", [RULE], ["y"])


async def test_a_watched_file_is_read_again(start, folder):
    editor = await start(folders=[folder.path])
    [diagnostic] = await shown(editor, folder.uri())
    [watcher] = [one for one in editor.registered if one.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
    assert [one["globPattern"] for one in watcher.register_options["watchers"]] == [
        "**/pyproject.toml",
        "**/*.py",
        "**/pyvenv.cfg",
        "**/*baseline*.json",
        "**/requirements*.txt",
        "**/requirements*.in",
        "**/requirements/*.txt",
        "**/requirements/*.in",
    ]
    assert diagnostic.severity == types.DiagnosticSeverity.Error
    for severity, expected in (("warning", types.DiagnosticSeverity.Warning), ("hint", types.DiagnosticSeverity.Hint)):
        folder.configure(f'severity = {{ "{RULE}" = "{severity}" }}')
        await told(editor, folder.file.as_uri())
        [diagnostic] = await editor.rest(folder.uri())
        assert diagnostic.severity == expected
    folder.file.unlink()
    await told(editor, folder.file.as_uri())
    [diagnostic] = await editor.rest(folder.uri())
    assert diagnostic.severity == types.DiagnosticSeverity.Error


async def test_an_engine_is_made_again_only_for_other_options(start, folder):
    folder.configure('jax-version = "0.7.1"')
    editor = await start(folders=[folder.path])
    await shown(editor, folder.uri())
    folder.configure(f'jax-version = "0.7.1"\nseverity = {{ "{RULE}" = "hint" }}')
    await told(editor, folder.file.as_uri())
    assert (await editor.count())["checks"] == 2, "the same engine has checked twice"
    folder.configure('jax-version = "0.7.2"')
    await told(editor, folder.file.as_uri())
    assert (await options_of(editor))["jax_version"] == "0.7.2"
    assert (await editor.count())["checks"] == 1, "a new engine has checked"


async def test_a_client_that_watches_nothing_sees_it_with_the_next_file(start, folder):
    def blind(able: types.ClientCapabilities) -> None:
        able.workspace.did_change_watched_files = None

    editor = await start(folders=[folder.path], change=blind)
    assert len(await shown(editor, folder.uri())) == 1
    assert types.WORKSPACE_DID_CHANGE_WATCHED_FILES not in [one.method for one in editor.registered]
    folder.configure(f'severity = {{ "{RULE}" = "off" }}')
    editor.open(folder.uri("other.py"), "import jax\n")
    assert await editor.rest(folder.uri()) == []


async def test_other_files_that_change_are_nothing_to_us(start, folder):
    editor = await start(folders=[folder.path])
    await shown(editor, folder.uri())
    folder.configure("exclude = ['*.py']")
    await told(editor, (folder.path / "other.toml").as_uri())
    assert len(await editor.rest(folder.uri())) == 1


async def test_a_mistake_is_shown_in_the_file_until_it_is_mended(start, folder):
    folder.configure(f'# é\nselct = ["x"]\nseverity = {{ "{RULE}" = "hint" }}')
    editor = await start(folders=[folder.path])
    [diagnostic] = await shown(editor, folder.uri())
    assert diagnostic.severity == types.DiagnosticSeverity.Hint, "the rest of the configuration holds"
    toml = folder.file.as_uri()
    [mistake] = await editor.rest(toml)
    assert mistake.message.startswith("unknown key `selct`; there are: ")
    assert (mistake.source, mistake.severity) == ("prelower", types.DiagnosticSeverity.Error)
    assert mistake.range == types.Range(types.Position(2, 0), types.Position(2, 5))
    folder.configure("")
    assert await told(editor, toml) == []
    assert editor.complaints() == []


@pytest.mark.parametrize("text", ["]", "a = " + "[" * 50_000, "\0"])
async def test_what_is_no_toml_is_said_and_nothing_else_happens(start, folder, text):
    folder.configure(text)
    editor = await start(folders=[folder.path])
    assert len(await shown(editor, folder.uri())) == 1
    [mistake] = await editor.rest(folder.file.as_uri())
    assert mistake.message.startswith("is not valid TOML: ")


async def test_nothing_is_read_before_a_file_needs_it(start, folder):
    folder.configure("selct = []")
    editor = await start(folders=[folder.path])
    editor.open(folder.uri(), "import os\n")
    assert await editor.rest(folder.uri()) == []
    assert editor.published == [] or {params.uri for params in editor.published} == {folder.uri()}
    assert "prelower.rules" not in (await editor.count())["loaded"]


async def test_each_folder_has_its_own_configuration(start, tmp_path):
    folders = [Folder(tmp_path / name) for name in ("a", "b")]
    for one, severity in zip(folders, ("hint", "warning")):
        one.path.mkdir()
        one.configure(f'severity = {{ "{RULE}" = "{severity}" }}')
    editor = await start(folders=[one.path for one in folders])
    severities = [(await shown(editor, one.uri()))[0].severity for one in folders]
    assert severities == [types.DiagnosticSeverity.Hint, types.DiagnosticSeverity.Warning]


async def test_the_configuration_nearest_to_a_file_holds(start, folder):
    nested = Folder(folder.path / "sub")
    nested.path.mkdir()
    folder.configure('jax-version = "0.7.1"')
    nested.configure(f'jax-version = "0.8.0"\nseverity = {{ "{RULE}" = "hint" }}\nexclude = ["old"]\nselct = []')
    editor = await start(folders=[folder.path])
    [outer], [inner] = await shown(editor, folder.uri()), await shown(editor, nested.uri("deep/kernel.py"))
    assert (outer.severity, inner.severity) == (types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Hint)
    assert await shown(editor, nested.uri("old/kernel.py")) == []
    assert len(await shown(editor, folder.uri("old/kernel.py"))) == 1
    count = await editor.count()
    assert [one["jax_version"] for one in count["options"]] == ["0.7.1", "0.8.0"]
    assert count["roots"] == [str(folder.path)] * 2, "both see the whole folder"
    [mistake] = await editor.rest(nested.file.as_uri())
    assert mistake.message.startswith("unknown key `selct`; there are: ")


async def test_a_nearer_configuration_that_comes_and_goes_is_seen(start, folder):
    nested = Folder(folder.path / "sub")
    nested.path.mkdir()
    editor = await start(folders=[folder.path])
    uri = nested.uri()
    assert len(await shown(editor, uri)) == 1
    nested.configure(f'severity = {{ "{RULE}" = "off" }}')
    await told(editor, nested.file.as_uri())
    assert await editor.rest(uri) == []
    assert (await editor.count())["made"] == 1, "what an engine is made with is the same"
    nested.file.unlink()
    await told(editor, nested.file.as_uri())
    assert len(await editor.rest(uri)) == 1


async def test_a_file_of_no_opened_folder_has_its_own_configuration(start, tmp_path):
    opened, other, lone = (Folder(tmp_path / name) for name in ("opened", "other", "lone"))
    for one, text in ((opened, f'ignore = ["{RULE}"]\nexclude = ["*.py"]'), (other, 'jax-version = "0.8.0"')):
        one.path.mkdir()
        one.configure(text)
    editor = await start(folders=[opened.path])
    assert await shown(editor, opened.uri()) == []
    assert len(await shown(editor, other.uri())) == 1
    assert len(await shown(editor, lone.uri())) == 1
    count = await editor.count()
    assert count["roots"] == [str(other.path), str(opened.path)], "a lone file sees the JAX of the opened folder"
    assert [one["jax_version"] for one in count["options"]] == ["0.8.0", None]


@pytest.mark.parametrize("first", ["file", "folder"])
async def test_mistakes_go_with_the_folder_or_its_last_file(start, tmp_path, first):
    stays, goes = Folder(tmp_path / "stays"), Folder(tmp_path / "goes")
    for one in (stays, goes):
        one.path.mkdir()
        one.configure("selct = []")
    editor = await start(folders=[stays.path, goes.path])
    await shown(editor, stays.uri())
    await shown(editor, goes.uri())
    assert len(await editor.rest(goes.file.as_uri())) == 1
    removed = types.WorkspaceFoldersChangeEvent([], [types.WorkspaceFolder(goes.path.as_uri(), "goes")])
    steps = [
        lambda: editor.close(goes.uri()),
        lambda: editor.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(removed),
        ),
    ]
    for left, step in zip((1, 0), steps if first == "file" else reversed(steps)):
        step()
        assert len(await editor.rest(goes.file.as_uri())) == left
    assert len(await editor.rest(stays.file.as_uri())) == 1
    await shown(editor, goes.uri())
    assert len(await editor.rest(goes.file.as_uri())) == 1, "a file of it is open again"
