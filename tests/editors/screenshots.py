"""Takes the pictures of the README and the docs, in real editors: `make screenshots`."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from tests.editors.conftest import HERE, ROOT, clean_environment, run
from tests.editors.terminal import Terminal

PICTURES = ROOT / "docs" / "images"
COLUMNS, ROWS = 118, 25
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 18px; background: transparent; }}
.window {{ display: inline-block; background: #14161b; border-radius: 10px; overflow: hidden; }}
.bar {{ height: 30px; background: #2a2e37; color: #9aa3b2; font: 13px/30px Inter, sans-serif; text-align: center; }}
pre {{ margin: 0; padding: 12px 14px; color: #e0e2ea; font: 14px/20px 'JetBrains Mono', monospace; }}
pre {{ font-variant-ligatures: none; }}
</style>
<div class="window"><div class="bar">nvim matmul.py</div><pre>{screen}</pre></div>"""


def workspace(folder: pathlib.Path) -> pathlib.Path:
    """A copy of examples/ with the environment of the real JAX in it."""
    copy = folder / "examples"
    shutil.copytree(ROOT / "examples", copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / ".venv").symlink_to(pathlib.Path(os.environ["PRELOWER_ORACLE_PYTHON"]).parents[1])
    return copy


def vscode(folder: pathlib.Path) -> None:
    """The pictures of VS Code."""
    asked = {"VSIX": os.environ["PRELOWER_VSIX"], "WORKSPACE": workspace(folder), "OUT": folder, "PICTURES": PICTURES}
    print(run(["node", HERE / "screenshots.mjs"], 280, **asked))


def neovim(folder: pathlib.Path) -> None:
    """The picture of Neovim, in a terminal."""
    state = [f"XDG_{kind}_HOME={folder / kind}" for kind in ("STATE", "CACHE", "CONFIG", "DATA")]
    program = folder / "prelower"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT / "server"} exec {sys.executable} -m prelower "$@"\n')
    program.chmod(0o755)
    path = f"PATH={folder}{os.pathsep}{clean_environment()['PATH']}"
    words = [*state, path, "TERM=tmux-256color", f"PRELOWER_EDITORS={ROOT / 'editors' / 'neovim'}"]
    nvim = [os.environ["PRELOWER_NVIM"], "-u", HERE / "neovim_init.lua", "-i", "NONE", "+46", "matmul.py"]
    with Terminal(["env", *words, *nvim], workspace(folder), COLUMNS, ROWS) as terminal:
        terminal.wait_for("must be an int")
        terminal.press("zb", "zz", "f=l")
        terminal.press("gra")
        terminal.wait_for("Convert it with")
        draw(terminal.screen(colours=True), PICTURES / "neovim.png", folder)


def draw(screen: str, picture: pathlib.Path, folder: pathlib.Path) -> None:
    """Draws a terminal's screen in a window."""
    html = subprocess.run(["aha", "--black"], input=screen, capture_output=True, text=True, check=True).stdout
    body = re.search(r"<pre>\n?(.*)</pre>", html, re.S)
    assert body is not None
    page = folder / "screen.html"
    page.write_text(PAGE.format(screen=body[1].rstrip()), encoding="utf-8")
    print(run(["node", HERE / "draw.mjs"], 60, PAGE=page, PICTURE=picture))


def main() -> None:
    """Takes them all."""
    PICTURES.mkdir(exist_ok=True)
    for take in (vscode, neovim):
        with tempfile.TemporaryDirectory() as folder:
            take(pathlib.Path(folder))


if __name__ == "__main__":
    main()
