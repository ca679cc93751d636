"""Settings come from `initialize` and from the client's configuration, folder by folder."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from prelower.lsp.settings import DEFAULTS, Settings, python_path, read

from .editor import Editor

BAD = "import jax\nP(vmem_limit_bytes=64e6)\n"


def test_settings_are_read_over_others():
    base = Settings(python="old", jax_version="0.7.0")
    assert read({"python": "new"}, base) == (Settings("new", "0.7.0"), ())
    assert read({"prelower": {"select": ["a"], "ignore": []}}) == (Settings(select=("a",)), ())
    assert read({"trace": {"server": "off"}, "python": ""}) == (DEFAULTS, ())
    assert read(None, base) == (base, ())
    assert read([], base) == (base, ())


def test_wrong_settings_fall_back_and_are_named():
    settings, problems = read({"python": 3, "jaxVersion": "0.8.0", "select": "all", "ignore": [1]})
    assert settings == Settings(jax_version="0.8.0")
    assert problems == (
        "`python` must be a string, not 3",
        "`select` must be a list of strings, not 'all'",
        "`ignore` must be a list of strings, not [1]",
    )
    assert read([1])[1] == ("the settings must be an object, not [1]",)
    assert read({"prelower": 5})[1] == read(5)[1] == ("the settings must be an object, not 5",)
    assert read({"prelower": []}) == read({"prelower": None}) == read({"prelower": {}}) == (DEFAULTS, ())


def test_an_interpreter_is_looked_for_in_the_folder():
    assert python_path(Settings(), "/folder") is None
    assert python_path(Settings(python="${workspaceFolder}/env"), "/folder") == "/folder/env"
    assert python_path(Settings(python=".venv"), "/folder") == "/folder/.venv"
    assert python_path(Settings(python="/usr/bin/python3"), "/folder") == "/usr/bin/python3"


async def options_of(editor: Editor) -> list[dict]:
    """What the engines were made with."""
    return (await editor.count())["options"]


@pytest.mark.asyncio
async def test_options_of_initialize_reach_the_engine(start, tmp_path):
    options = {"python": "env", "jaxVersion": "0.7.1", "ignore": ["x"]}
    editor = await start("emacs", folders=[tmp_path], options=options)
    uri = (tmp_path / "kernel.py").as_uri()
    editor.open(uri, BAD)
    await editor.diagnostics(uri)
    [made] = await options_of(editor)
    assert made["python"] == str(tmp_path / "env")
    assert (made["jax_version"], made["ignore"], made["server"]) == ("0.7.1", ["x"], True)


@pytest.mark.asyncio
async def test_each_folder_has_its_own_settings_and_engine(tmp_path):
    folders = [tmp_path / "a", tmp_path / "b"]
    editor = await Editor.launch(fake=True)
    editor.client.set_configuration("0.1", section="prelower.jaxVersion")
    editor.client.set_configuration("0.2", section="prelower.jaxVersion", scope_uri=folders[1].as_uri())
    await editor.initialize("vscode", folders=folders)
    assert [one.method for one in editor.registered] == [] or editor.registered[0].method.endswith("Configuration")
    for folder in folders:
        editor.open((folder / "kernel.py").as_uri(), BAD)
        await editor.diagnostics((folder / "kernel.py").as_uri())
    count = await editor.count()
    assert count["roots"] == [str(folder) for folder in folders]
    assert [made["jax_version"] for made in count["options"]] == ["0.1", "0.2"]
    await editor.quit()


@pytest.mark.asyncio
async def test_changed_settings_make_a_new_engine(start, tmp_path):
    editor = await start(folders=[tmp_path])
    uri = (tmp_path / "kernel.py").as_uri()
    editor.open(uri, BAD)
    await editor.diagnostics(uri)
    editor.client.set_configuration("0.5", section="prelower.jaxVersion")
    editor.client.set_configuration("0.5", section="prelower.jaxVersion", scope_uri=tmp_path.as_uri())
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    await editor.ask("prelower/rest")
    await editor.ask("prelower/rest")
    [made] = await options_of(editor)
    assert made["jax_version"] == "0.5"


@pytest.mark.asyncio
async def test_wrong_settings_are_said_once(start):
    editor = await start(options={"python": 1})
    for _ in range(2):
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
    editor.open("file:///project/kernel.py", BAD)
    assert len(await editor.diagnostics("file:///project/kernel.py")) == 1
    [message] = editor.client.messages
    assert "`python` must be a string, not 1" in message.message
    assert message.type == types.MessageType.Warning


@pytest.mark.asyncio
async def test_a_client_that_never_answers_is_not_waited_for(start):
    editor = await Editor.launch(fake=True)
    editor.client.protocol.fm.features[types.WORKSPACE_CONFIGURATION] = lambda params: 1 / 0
    await editor.initialize("vscode")
    editor.open("file:///project/kernel.py", BAD)
    assert len(await editor.diagnostics("file:///project/kernel.py")) == 1
    await editor.quit()


def test_severities_are_read():
    given = {"severity": {"vmem-limit-not-int": "hint"}}
    assert read(given) == (Settings(severity=(("vmem-limit-not-int", "hint"),)), ())
    base = read(given)[0]
    assert read({"severity": []}, base) == (DEFAULTS, ())
    settings, [problem] = read({"severity": {"vmem-limit-not-int": "loud"}}, base)
    assert settings == base
    assert problem.startswith("`severity` must be an object whose values are of error, warning,")


@pytest.mark.asyncio
async def test_the_file_s_severity_wins_over_the_editor_s(start, tmp_path):
    text = "from jax.experimental.pallas import tpu as pltpu\npltpu.CompilerParams(vmem_limit_bytes=64e6)\n"
    options = {"jaxVersion": "0.7.1", "severity": {"vmem-limit-not-int": "hint"}}
    editor = await start("emacs", fake=False, folders=[tmp_path], options=options)
    uri = (tmp_path / "kernel.py").as_uri()
    editor.open(uri, text)
    [shown] = await editor.diagnostics(uri)
    assert shown.severity == types.DiagnosticSeverity.Hint
    editor.close(uri)
    (tmp_path / "pyproject.toml").write_text('[tool.prelower.severity]\nvmem-limit-not-int = "information"\n')
    editor.open(uri, text)
    [shown] = [one for one in await editor.rest(uri) if one.source == "prelower"]
    assert shown.severity == types.DiagnosticSeverity.Information


@pytest.mark.asyncio
async def test_a_late_answer_to_an_older_question_is_nothing_to_us(tmp_path):
    editor = await Editor.launch(fake=True)
    questions: list[asyncio.Future] = []

    async def answer(params: types.ConfigurationParams) -> list[dict]:
        questions.append(asyncio.get_running_loop().create_future())
        return [await questions[-1]] * len(params.items)

    editor.client.protocol.fm.features[types.WORKSPACE_CONFIGURATION] = answer
    await editor.initialize("vscode", folders=[tmp_path])
    uri = (tmp_path / "kernel.py").as_uri()
    editor.open(uri, BAD)
    for number in (2, 3):
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=None))
        await editor.until(lambda number=number: len(questions) == number)
    for number, release in ((0, "0.1"), (2, "0.3"), (1, "0.2")):
        questions[number].set_result({"jaxVersion": release})
        await editor.ask("prelower/rest")
        await editor.ask("prelower/rest")
        [made] = await options_of(editor)
        assert made["jax_version"] == ("0.1" if number == 0 else "0.3")
    await editor.quit()
