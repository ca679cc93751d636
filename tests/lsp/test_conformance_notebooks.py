"""Notebooks: cells see each other, what is not Python is skipped, and each cell keeps its own findings and edits."""

from __future__ import annotations

import pytest
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAD = "from jax.experimental.pallas import tpu as pltpu\n"

CELLS = [
    ("markdown", "# Title\nvmem_limit_bytes=64e6"),
    ("python", "%matplotlib inline\n" + HEAD + "import json\nLIMIT = 0.5 * 2**20"),
    ("python", "%%bash\necho 'vmem_limit_bytes=64e6' ("),
    ("python", "!pip install x\nx = !ls (\nP = pltpu.CompilerParams(vmem_limit_bytes=LIMIT)\nP?"),
    ("python", "%%time\nQ = pltpu.CompilerParams(vmem_limit_bytes=64e6)"),
]


def notebook_of(talk) -> bool:
    """Whether the client knows notebooks; others see cells as files of their own, if at all."""
    return talk.hello.capabilities.notebook_document_sync is not None


async def test_cells_see_each_other(talk):
    if not notebook_of(talk):
        pytest.skip("it has no notebooks")
    editor, uri = talk.editor, talk.uri(".ipynb")
    cells = editor.open_notebook(uri, CELLS)
    [limit] = await editor.rest(cells[3])
    assert editor.under(cells[3], limit.range) == "LIMIT"
    assert cells[1] in {one.location.uri for one in limit.related_information}
    [made] = {one.location.range.start.line for one in limit.related_information if one.location.uri == cells[1]}
    assert made == 3
    [own] = await editor.rest(cells[4])
    assert editor.under(cells[4], own.range) == "64e6"
    assert own.data["version"] == 1
    for cell in (cells[1], cells[2]):
        assert await editor.rest(cell) == []
    hover = await editor.hover(cells[4], "64e6")
    assert hover.range == own.range
    assert await editor.hover(cells[1], "import json") is None


async def test_cells_are_edited_moved_added_and_taken_away(talk):
    if not notebook_of(talk):
        pytest.skip("it has no notebooks")
    editor, uri = talk.editor, talk.uri(".ipynb")
    cells = editor.open_notebook(uri, CELLS)
    assert len(await editor.rest(cells[3])) == 1
    editor.rewrite_cell(uri, 2, cells[1], CELLS[1][1].replace("0.5 * 2**20", "2**20"))
    assert await editor.rest(cells[3]) == []
    editor.rewrite_cell(uri, 3, cells[1], 'x = """ and a (')
    assert len(await editor.rest(cells[4])) == 0, "the import is gone"
    editor.rewrite_cell(uri, 4, cells[1], CELLS[1][1] + '\ny = f(1,\nz = """')
    assert len(await editor.rest(cells[4])) == 1, "a half-typed cell silences only itself"
    new = f"{cells[0]}new"
    document = types.TextDocumentItem(uri=new, language_id="python", version=1, text="LIMIT = 3\n")
    editor.texts[new] = document.text
    array = types.NotebookCellArrayChange(3, 0, [types.NotebookCell(kind=types.NotebookCellKind.Code, document=new)])
    structure = types.NotebookDocumentCellChangeStructure(array=array, did_open=[document])
    editor.change_notebook(uri, 5, types.NotebookDocumentCellChanges(structure=structure))
    assert await editor.rest(cells[3]) == []
    array = types.NotebookCellArrayChange(3, 1, [])
    structure = types.NotebookDocumentCellChangeStructure(array=array, did_close=[types.TextDocumentIdentifier(new)])
    editor.change_notebook(uri, 6, types.NotebookDocumentCellChanges(structure=structure))
    assert len(await editor.rest(cells[3])) == 1
    closed = types.DidCloseNotebookDocumentParams(
        types.NotebookDocumentIdentifier(uri), [types.TextDocumentIdentifier(cell) for cell in cells[1:]]
    )
    editor.client.notebook_document_did_close(closed)
    assert await editor.rest(cells[3]) == []
    assert editor.complaints() == []


async def test_fixes_in_cells(talk):
    if not notebook_of(talk):
        pytest.skip("it has no notebooks")
    editor, uri = talk.editor, talk.uri(".ipynb")
    both = [*CELLS, ("python", "R = pltpu.CompilerParams(vmem_limit_bytes=2e6)\n")]
    cells = editor.open_notebook(uri, both)
    await editor.rest(cells[4])
    first, *others = await editor.actions(cells[4], "64e6")
    [change] = first.edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == (cells[4], 1)
    [edit] = change.edits
    assert editor.under(cells[4], edit.range) == "64e6"
    [all_at_once] = await editor.actions(cells[1], "import", only=["notebook.source.fixAll"])
    assert {change.text_document.uri for change in all_at_once.edit.document_changes} >= {cells[4], cells[5]}
    for cell in (cells[4], cells[5]):
        [of_cell] = await editor.actions(cell, "pltpu", only=["source.fixAll"])
        assert [change.text_document.uri for change in of_cell.edit.document_changes] == [cell]
        assert (of_cell.kind, of_cell.title) == ("source.fixAll.prelower", "Fix the safe prelower problem")
    assert await editor.actions(cells[1], "import", only=["source.fixAll"]) == []
    [in_file] = [one for one in others if one.title.endswith("in this file")]
    [change] = in_file.edit.document_changes
    assert change.text_document.uri == cells[1]
    [in_line] = [one for one in others if one.title.endswith("on this line")]
    assert in_line.edit.document_changes[0].text_document.uri == cells[4]


async def test_a_cell_that_is_closed_and_opened_in_one_change_stays(talk):
    if not notebook_of(talk):
        pytest.skip("it has no notebooks")
    editor, uri = talk.editor, talk.uri(".ipynb")
    cells = editor.open_notebook(uri, CELLS)
    before = await editor.rest(cells[4])
    assert len(before) == 1
    cell = cells[4]
    document = types.TextDocumentItem(uri=cell, language_id="python", version=2, text=editor.texts[cell] + "# \n")
    editor.texts[cell], editor.versions[cell] = document.text, 2
    array = types.NotebookCellArrayChange(4, 1, [types.NotebookCell(kind=types.NotebookCellKind.Code, document=cell)])
    gone = [types.TextDocumentIdentifier(cell)]
    structure = types.NotebookDocumentCellChangeStructure(array=array, did_open=[document], did_close=gone)
    editor.change_notebook(uri, 2, types.NotebookDocumentCellChanges(structure=structure))
    assert [one.range for one in await editor.rest(cell)] == [one.range for one in before]


async def test_a_new_cell_has_an_import_put_at_the_right_place(talk):
    if not notebook_of(talk):
        pytest.skip("it has no notebooks")
    editor, uri = talk.editor, talk.uri(".ipynb")
    cells = editor.open_notebook(
        uri,
        [
            ("python", "from jax.interpreters import mlir"),
            ("python", 'r = mlir.custom_call("x", result_types=[], operands=[], backend_config={"a": (1, 2)})\n'),
        ],
    )
    shown = [one for one in await editor.rest(cells[1]) if one.code == "backend-config-not-str"]
    first, *_ = await editor.actions(cells[1], '{"a"', told=shown)
    assert {change.text_document.uri for change in first.edit.document_changes} == set(cells)
    for cell, piece in zip(cells, ("from", "r = ")):
        assert await editor.actions(cell, piece, only=["source.fixAll"]) == [], "it takes both cells"
    assert len(await editor.actions(cells[0], "from", only=["notebook.source.fixAll"])) == 1


async def test_every_message_was_as_the_protocol_says(talk):
    assert talk.editor.faults == []
    assert talk.editor.complaints() == []
