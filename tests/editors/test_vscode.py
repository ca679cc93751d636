"""The extension in real VS Code: as a person uses it, in Restricted Mode, and inside the extension host."""

from __future__ import annotations

import json
import pathlib

from .conftest import FIXED, HERE, lowers, run

NODE = "node"


def test_a_person_sees_fixes_and_saves_and_jax_lowers_it(vsix, workspace, out, oracle):
    assert not lowers(oracle, workspace / "matmul.py")
    print(run([NODE, HERE / "vscode_drive.mjs"], 280, VSIX=vsix, WORKSPACE=workspace, OUT=out))
    assert FIXED in (workspace / "matmul.py").read_text()
    assert lowers(oracle, workspace / "matmul.py")


def test_in_restricted_mode_nothing_of_the_folder_is_run(vsix, workspace, out):
    ran = booby_trapped(workspace)
    print(run([NODE, HERE / "vscode_restricted.mjs"], 280, VSIX=vsix, WORKSPACE=workspace, OUT=out))
    assert not ran.exists(), ran.read_text()


def booby_trapped(workspace: pathlib.Path) -> pathlib.Path:
    """Lays programs that must not be run into a folder; gives the file that they would write."""
    ran = workspace.parent / "ran"
    program = workspace / "python3"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >>{ran}\n')
    program.chmod(0o755)
    for name in ("json.py", "ast.py", "jedi.py", "sitecustomize.py"):
        (workspace / name).write_text(f"open({str(ran)!r}, 'a').write(__file__)\n")
    (workspace / ".vscode").mkdir()
    settings = {
        "prelower.server.interpreter": str(program),
        "prelower.server.command": [str(program), "server"],
        "prelower.python": str(program),
    }
    (workspace / ".vscode" / "settings.json").write_text(json.dumps(settings))
    return ran


def test_in_the_extension_host(extension, workspace, out, oracle):
    chosen = workspace.parent / "chosen"
    chosen.symlink_to(pathlib.Path(oracle).parents[1], target_is_directory=True)
    asked = {"EXTENSION": extension, "WORKSPACE": workspace, "OUT": out, "PRELOWER_CHOSEN": chosen}
    print(run([NODE, HERE / "vscode_host.mjs"], 380, **asked))
