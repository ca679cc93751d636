"""The process that looks names up may die or hang: another takes its place, and one that died costs no answer."""

from __future__ import annotations

import asyncio
import os
import pathlib
import signal
import sys

import pytest

from prelower.lookup.process import WORKER

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(sys.platform != "linux", reason="finds the process in /proc"),
]

ASKING = "import jax\nfrom jax.experimental.pallas import tpu as pltpu\nP = pltpu.CompilerParams(vmem_limit_bytes={})\n"


def workers(server: int) -> list[int]:
    """The look-up processes that a server has started."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            command = (folder / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if parent == server and WORKER.encode() in command:
            found.append(int(folder.name))
    return found


async def test_a_worker_that_dies_is_replaced_and_costs_no_answer(start, tmp_path, monkeypatch):
    monkeypatch.setenv("PRELOWER_CACHE_DIR", str(tmp_path / "cache"))
    site = tmp_path / "site" / "lib" / "python3.11" / "site-packages"
    site.mkdir(parents=True)
    (tmp_path / "site" / "pyvenv.cfg").write_text("version = 3.11.0\n")
    functions = "".join(f"def f{number}() -> float: ...\n" for number in range(9))
    (site / "library.py").write_text(functions)
    folder = tmp_path / "project"
    folder.mkdir()
    options = {"python": str(tmp_path / "site"), "jaxVersion": "0.12.0"}
    editor = await start("helix", fake=False, folders=[folder], options=options)
    uri = (folder / "kernel.py").as_uri()
    server = editor.client._server.pid
    editor.open(uri, "import library\n" + ASKING.format("library.f0()"))
    await editor.rest(uri)
    seen = set()
    for number in range(1, 4):
        running = workers(server)
        assert len(running) == 1, "one at a time"
        seen.add(running[0])
        os.kill(running[0], signal.SIGSTOP if number == 3 else signal.SIGKILL)
        await asyncio.sleep(0.2)
        editor.rewrite(uri, "import library\n" + ASKING.format(f"library.f{number}()"))
        assert len(await editor.rest(uri)) == (1 if number < 3 else 0), "one that hangs is given up for a while"
        editor.rewrite(uri, "import library\n" + ASKING.format(f"library.f{number + 4}()"))
        await editor.rest(uri)
    assert len(seen) == 3
    assert editor.client.messages == [], "nothing lasting has happened"
    assert len(editor.complaints()) >= 2
    assert await editor.quit() == 0
    assert not workers(server)
