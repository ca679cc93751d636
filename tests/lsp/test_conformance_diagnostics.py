"""What each client sees of findings: one way alone, fresh, and gone when they are mended."""

from __future__ import annotations

import pytest
from lsprotocol import types

from .positions import position

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAD = "from jax.experimental.pallas import tpu as pltpu\n"
BAD = HEAD + 'NAME = "🦕"; P = pltpu.CompilerParams(vmem_limit_bytes=64e6)\n'
CLEAN = BAD.replace("64e6", "64")
PULL = ["vscode"]


async def test_what_is_offered(talk):
    able = talk.hello.capabilities
    assert (able.diagnostic_provider is not None) == (talk.name in PULL)
    if talk.name in PULL:
        assert able.diagnostic_provider.inter_file_dependencies
        assert able.diagnostic_provider.workspace_diagnostics
        assert able.diagnostic_provider.identifier == "prelower"
    assert able.text_document_sync.open_close
    assert able.text_document_sync.change == types.TextDocumentSyncKind.Incremental
    assert able.text_document_sync.save
    assert able.hover_provider
    assert able.completion_provider.trigger_characters
    assert "source.fixAll.prelower" in able.code_action_provider.code_action_kinds
    assert able.workspace.workspace_folders.change_notifications
    assert sorted(able.execute_command_provider.commands) == [
        "prelower.server.clearCache",
        "prelower.server.info",
        "prelower.server.restart",
    ]
    wanted = {"vscode": "utf-16", "neovim-0.11": "utf-8", "helix": "utf-8", "emacs-29": "utf-32"}
    assert talk.editor.encoding == wanted.get(talk.name, "utf-16")
    assert (able.notebook_document_sync is not None) == (talk.name == "vscode")
    assert talk.hello.server_info.name == "prelower"
    assert talk.hello.server_info.version


async def test_a_finding_with_all_that_belongs_to_it(talk):
    uri, shown = await talk.opened(BAD)
    [diagnostic] = shown
    assert talk.editor.under(uri, diagnostic.range) == "64e6"
    assert diagnostic.message.startswith("vmem_limit_bytes must be an int: provided with a <class 'float'>.")
    assert diagnostic.severity == types.DiagnosticSeverity.Error
    assert (diagnostic.source, diagnostic.code) == ("prelower", "vmem-limit-not-int")
    assert diagnostic.code_description.href.endswith("/docs/rules/vmem-limit-not-int.md")
    assert diagnostic.data["version"] == 1
    assert diagnostic.data["code"] == diagnostic.code


async def test_where_the_value_was_made_is_related_or_said(talk):
    uri, [diagnostic] = await talk.opened(
        HEAD + "LIMIT = 0.5 * 2**20\nP = pltpu.CompilerParams(vmem_limit_bytes=LIMIT)\n"
    )
    editor = talk.editor
    if talk.name in ("vscode", "neovim-0.11", "neovim-0.10"):
        [related] = diagnostic.related_information
        assert related.location.uri == uri
        assert editor.under(uri, related.location.range) in ("0.5 * 2**20", "LIMIT")
    else:
        assert diagnostic.related_information is None
        assert f"({uri.rpartition('/')[2]}:2)" in diagnostic.message


async def test_tags_only_for_those_who_know_them(talk):
    _, shown = await talk.opened(HEAD + "P = pltpu.CompilerParams()  # prelower: ignore[vmem-limit-not-int]\n")
    [diagnostic] = shown
    assert diagnostic.code == "unused-suppression"
    assert (list(diagnostic.tags or []) == [types.DiagnosticTag.Unnecessary]) == (talk.name != "bare")


async def test_a_finding_goes_when_it_is_mended_and_comes_back(talk):
    editor = talk.editor
    uri, shown = await talk.opened(BAD)
    for value, count in (("64", 0), ("6.5", 1), ("7.5", 1), ("7", 0)):
        start = editor.texts[uri].index("bytes=") + len("bytes=")
        editor.edit(uri, start, editor.texts[uri].index(")", start), value)
        shown = await editor.diagnostics(uri)
        assert len(shown) == count, value
        assert all(one.data["version"] == editor.versions[uri] for one in shown)


async def test_a_mark_follows_its_text(talk):
    editor = talk.editor
    uri, [before] = await talk.opened(BAD)
    editor.edit(uri, 0, 0, "# é\n\n")
    [after] = await editor.diagnostics(uri)
    assert after.range.start.line == before.range.start.line + 2
    assert after.range.start.character == before.range.start.character
    assert editor.under(uri, after.range) == "64e6"


async def test_half_typed_text_and_back(talk):
    editor = talk.editor
    uri, shown = await talk.opened(BAD)
    assert len(shown) == 1
    end = len(editor.texts[uri])
    editor.edit(uri, end, end, "\ndef half(:\n    (")
    assert len(await editor.rest(uri)) == 1
    editor.rewrite(uri, CLEAN)
    assert await editor.rest(uri) == []


async def test_closing_clears_and_opening_again_shows(talk):
    editor = talk.editor
    uri, shown = await talk.opened(BAD)
    assert len(shown) == 1
    editor.close(uri)
    await editor.ask("prelower/rest")
    told = [params for params in editor.published if params.uri == uri]
    if talk.name in PULL:
        assert told == []
        assert await editor.pull(uri) == []
    else:
        assert [len(params.diagnostics) for params in told] == [1, 0]
    editor.open(uri, BAD)
    assert len(await editor.rest(uri)) == 1


async def test_an_unsaved_module_counts_and_readers_are_told(talk):
    editor = talk.editor
    limits = (talk.folder / "limits.py").as_uri()
    (talk.folder / "limits.py").write_text("BUDGET = 2**20\n")
    editor.open(limits, "BUDGET = 2**20\n")
    uri, shown = await talk.opened(HEAD + "import limits\nP = pltpu.CompilerParams(vmem_limit_bytes=limits.BUDGET)\n")
    assert shown == []
    for value, count in (("2.0**20", 1), ("2**21", 0)):
        refreshes = editor.refreshes
        editor.rewrite(limits, f"BUDGET = {value}\n")
        assert len(await editor.rest(uri)) == count
        if talk.name in PULL:
            assert editor.refreshes == refreshes + 1, "the client was asked to pull again"
    editor.close(limits)


async def test_an_answer_is_unchanged_until_something_changes(talk):
    if talk.name not in PULL:
        pytest.skip("it is pushed to")
    editor = talk.editor
    uri, [shown] = await talk.opened(BAD)
    ident = editor.pulled[uri][0]
    assert ident
    assert await editor.pull(uri) == [shown]
    assert editor.pulled[uri][0] == ident
    editor.edit(uri, 0, 0, "#\n")
    await editor.pull(uri)
    other = editor.pulled[uri][0]
    assert other != ident
    editor.edit(uri, 0, 2, "")
    await editor.pull(uri)
    assert editor.pulled[uri][0] == ident, "the id is of the text, not of its version"
    editor.close(uri)
    editor.open(uri, BAD)
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri), previous_result_id=ident)
    report = await editor.client.text_document_diagnostic_async(params)
    assert (report.kind, report.result_id) == ("unchanged", ident)


async def test_a_document_that_nobody_has_opened_has_no_findings(talk):
    if talk.name not in PULL:
        pytest.skip("it is pushed to")
    report = await talk.editor.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(types.TextDocumentIdentifier("file:///nowhere.py"))
    )
    assert (report.kind, list(report.items)) == ("full", [])


async def test_positions_are_the_client_s(talk):
    text = HEAD + 'NAME = "🦕é\u2028"; P = pltpu.CompilerParams(vmem_limit_bytes=64e6)\n'
    _, [diagnostic] = await talk.opened(text)
    at = text.index("64e6")
    assert diagnostic.range.start == position(text, at, talk.editor.encoding)
    assert diagnostic.range.end == position(text, at + 4, talk.editor.encoding)


async def test_a_configuration_is_read_again_and_its_mistakes_are_shown(talk):
    editor, file = talk.editor, talk.folder / "pyproject.toml"
    uri, [diagnostic] = await talk.opened(BAD)
    told = types.DidChangeWatchedFilesParams([types.FileEvent(file.as_uri(), types.FileChangeType.Changed)])
    refreshes = editor.refreshes
    file.write_text('[tool.prelower]\nseverity = { "vmem-limit-not-int" = "hint" }\nslect = []\nignore = 3\n')
    editor.client.workspace_did_change_watched_files(told)
    [diagnostic] = await editor.rest(uri)
    assert diagnostic.severity == types.DiagnosticSeverity.Hint
    assert editor.refreshes > refreshes or talk.name not in PULL
    wrong = await editor.rest(file.as_uri())
    assert [one.message.partition(";")[0] for one in wrong] == [
        "unknown key `slect`",
        '`ignore` must be given lists of strings, such as ["flag-value-not-scalar"]',
    ]
    assert [(one.range.start.line, one.range.end.character) for one in wrong] == [(2, 5), (3, 6)]
    file.unlink()
    editor.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
    [diagnostic] = await editor.rest(uri)
    assert diagnostic.severity == types.DiagnosticSeverity.Error
    assert await editor.rest(file.as_uri()) == []


async def test_every_message_was_as_the_protocol_says(talk):
    assert talk.editor.faults == []
    assert talk.editor.complaints() == []
    pythons = [params for params in talk.editor.published if not params.uri.endswith(".toml")]
    assert (pythons == []) == (talk.name in PULL), "pushed or pulled, not both"
    versions: dict[str, int] = {}
    for params in pythons:
        if params.version is not None:
            assert params.version >= versions.get(params.uri, 0) or params.version == 1
            versions[params.uri] = params.version
