"""What is typed into one file and not saved is seen by the others that are open, without their being touched."""

from __future__ import annotations

import pytest
import pytest_asyncio
from lsprotocol import types

from .editor import Editor

PLAIN = "from jax.experimental.pallas import tpu as pltpu\n\n\ndef params(n):\n    return n\n"
WRAPS = PLAIN.replace("return n", "return pltpu.CompilerParams(vmem_limit_bytes=n)")
CALLS = "from helper import params\n\nP = params(1.5)\n"
THROUGH = "from between import params\n\nP = params(1.5)\n"

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def editor(start, tmp_path) -> Editor:
    """An editor with a folder in which a file hands on what the helper has."""
    (tmp_path / "between.py").write_text("from helper import params\n")
    return await start(fake=False, folders=[tmp_path], options={"jaxVersion": "0.12.0", "logLevel": "debug"})


async def codes(editor: Editor, uri: str) -> list[str]:
    """The rules that something is shown for."""
    return [one.code for one in await editor.rest(uri)]


@pytest.mark.parametrize("on_disk", [True, False])
@pytest.mark.parametrize("text", [CALLS, THROUGH])
async def test_a_function_becomes_a_wrapper_as_it_is_typed(editor, tmp_path, on_disk, text):
    helper, caller = ((tmp_path / name).as_uri() for name in ("helper.py", "caller.py"))
    if on_disk:
        (tmp_path / "helper.py").write_text(PLAIN)
    editor.open(caller, text)
    assert await codes(editor, caller) == []
    editor.open(helper, PLAIN)
    assert await codes(editor, caller) == []
    editor.rewrite(helper, WRAPS)
    assert await codes(editor, caller) == ["vmem-limit-not-int"]
    editor.rewrite(helper, PLAIN)
    assert await codes(editor, caller) == []
    editor.rewrite(helper, WRAPS)
    editor.close(helper)
    assert await codes(editor, caller) == []


async def test_what_was_typed_before_the_folder_was_looked_through_is_seen(editor, tmp_path):
    editor.open((tmp_path / "helper.py").as_uri(), WRAPS)
    caller = (tmp_path / "caller.py").as_uri()
    editor.open(caller, CALLS)
    assert await codes(editor, caller) == ["vmem-limit-not-int"]
    folder = types.FileEvent((tmp_path / "new").as_uri(), types.FileChangeType.Created)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([folder]))
    editor.rewrite(caller, CALLS + "\n")
    assert await codes(editor, caller) == ["vmem-limit-not-int"], "it is not lost when all files are looked at again"


async def test_files_that_import_nothing_of_it_are_left_alone(editor, tmp_path):
    (tmp_path / "helper.py").write_text(PLAIN)
    other, helper = ((tmp_path / name).as_uri() for name in ("other.py", "helper.py"))
    editor.open(other, PLAIN)
    editor.open(helper, PLAIN)
    await editor.rest(helper)
    before = len([one for one in editor.client.log_messages if "other.py" in one.message])
    editor.rewrite(helper, WRAPS)
    await editor.rest(helper)
    assert len([one for one in editor.client.log_messages if "other.py" in one.message]) == before
