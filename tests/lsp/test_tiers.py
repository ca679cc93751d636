"""What is known is shown at once; what must be looked up follows and never flickers, blocks or comes late."""

from __future__ import annotations

import asyncio
import time

import pytest

pytestmark = pytest.mark.asyncio

URI = "file:///project/kernel.py"
KNOWN = "import jax\nP(vmem_limit_bytes=64e6)\n"
ASKED = "import jax\nP(vmem_limit_bytes=device_count())\n"
BOTH = KNOWN + "P(vmem_limit_bytes=device_count())\n"


async def test_what_is_known_comes_first(start):
    editor = await start("emacs")
    editor.open(URI, BOTH + "# SLOW")
    assert len(await editor.diagnostics(URI)) == 1
    assert len(await editor.rest(URI)) == 2
    assert [len(params.diagnostics) for params in editor.published] == [1, 2]


async def test_an_answer_that_changes_nothing_is_not_published(start):
    editor = await start("emacs")
    editor.open(URI, KNOWN)
    await editor.diagnostics(URI)
    editor.edit(URI, len(KNOWN), len(KNOWN), "# P(vmem_limit_bytes = device_count())\n")
    await editor.rest(URI)
    assert [params.version for params in editor.published] == [1, 2]


async def test_an_old_answer_stays_while_a_new_one_is_worked_out(start):
    editor = await start("emacs")
    editor.open(URI, KNOWN)
    await editor.diagnostics(URI)
    editor.replace(URI, "64e6", "device_count()")
    assert len(await editor.rest(URI)) == 1
    assert [len(params.diagnostics) for params in editor.published] == [1, 1]


async def test_a_late_answer_for_an_old_version_is_dropped(start):
    editor = await start("emacs")
    editor.open(URI, ASKED + "# SLOW")
    assert await editor.diagnostics(URI) == []
    editor.replace(URI, "device_count()", "1")
    await editor.rest(URI)
    await asyncio.sleep(0.4)
    assert await editor.rest(URI) == []
    assert all(params.diagnostics == () for params in editor.published)


async def test_an_answer_for_a_closed_document_is_dropped(start):
    editor = await start()
    editor.open(URI, ASKED + "# SLOW")
    await editor.diagnostics(URI)
    editor.close(URI)
    await asyncio.sleep(0.4)
    assert await editor.rest(URI) == []


async def test_look_ups_do_not_hold_up_typing_hover_or_the_end(start):
    editor = await start()
    editor.open(URI, BOTH + "# HANG")
    await editor.diagnostics(URI)
    begun = time.monotonic()
    editor.replace(URI, "64e6", "6.5")
    [diagnostic] = await editor.diagnostics(URI)
    assert "6.5" in diagnostic.message
    assert await editor.hover(URI, "6.5") is not None
    assert await editor.quit() == 0
    assert time.monotonic() - begun < 5


async def test_an_answer_that_never_comes_does_not_keep_an_old_mark(start):
    editor = await start("emacs")
    editor.open(URI, KNOWN + "# HANG")
    await editor.diagnostics(URI)
    editor.replace(URI, "64e6", "device_count()")
    assert await editor.diagnostics(URI) == []


async def test_what_was_not_answered_once_is_not_waited_for_again(start):
    editor = await start()
    editor.open(URI, BOTH + "# NEVER")
    assert len(await editor.rest(URI)) == 1
    begun = time.monotonic()
    editor.replace(URI, "64e6", "64")
    assert await editor.diagnostics(URI) == []
    assert time.monotonic() - begun < 1.5


async def test_a_burst_is_answered_a_few_times_and_the_last_is_right(start):
    editor = await start("emacs")
    editor.open(URI, KNOWN)
    await editor.diagnostics(URI)
    for number in range(100):
        editor.replace(URI, "=64e6" if number == 0 else f"={number - 1}.5", f"={number}.5")
    [diagnostic] = await editor.diagnostics(URI)
    assert "99.5" in diagnostic.message
    assert [params.version for params in editor.published] == sorted({params.version for params in editor.published})
    assert len(editor.published) <= 20
    assert (await editor.count())["checks"] <= 20


async def test_nothing_is_loaded_for_a_file_without_a_trigger_word(start):
    editor = await start(fake=False)
    editor.open(URI, "print('hello')\n")
    assert await editor.diagnostics(URI) == []
    assert (await editor.count())["loaded"] == []
    assert (await editor.count())["roots"] == []


async def test_a_wrapper_of_the_project_is_a_trigger_word_once_the_engine_is_there(start):
    editor = await start()
    wrapped = "my_wrapper(budget=6.5)\n"
    editor.open("file:///project/other.py", wrapped)
    assert await editor.diagnostics("file:///project/other.py") == []
    editor.open(URI, KNOWN)
    await editor.diagnostics(URI)
    editor.replace("file:///project/other.py", "6.5", "7.5")
    assert len(await editor.diagnostics("file:///project/other.py")) == 1
