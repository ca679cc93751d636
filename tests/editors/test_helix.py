"""A session in a real Helix, with the configuration that we ship; Helix has a terminal as its only face."""

from __future__ import annotations

import os
import shutil

import pytest

from .conftest import FIXED, MESSAGE, ROOT, lowers
from .terminal import Terminal

SHOW_MESSAGES = '[editor]\nend-of-line-diagnostics = "hint"\n'


@pytest.mark.skipif(not os.environ.get("PRELOWER_HX"), reason="no Helix on this machine")
def test_seen_explained_fixed_written_and_lowered(workspace, prelower_on_path, oracle):
    configuration = workspace.parent / "config" / "helix"
    configuration.mkdir(parents=True)
    shutil.copy(ROOT / "editors" / "helix" / "languages.toml", configuration)
    (configuration / "config.toml").write_text(SHOW_MESSAGES)
    home = {"HOME": workspace.parent, "XDG_CONFIG_HOME": configuration.parent, "XDG_CACHE_HOME": workspace.parent}
    variables = [f"{name}={value}" for name, value in {**home, "PATH": prelower_on_path, "LANG": "C.UTF-8"}.items()]
    with Terminal(["env", *variables, os.environ["PRELOWER_HX"], "matmul.py:46"], workspace, 150, 40) as terminal:
        terminal.wait_for(MESSAGE)
        terminal.press("]", "d")
        terminal.press("Space", "k")
        terminal.wait_for("JAX accepts")
        terminal.press("Escape")
        terminal.wait_without("JAX accepts")
        terminal.press("Space", "a")
        terminal.wait_for("Convert it with")
        terminal.press("Enter")
        terminal.wait_for(FIXED)
        terminal.wait_without(MESSAGE)
        terminal.press(":write", "Enter")
        terminal.wait_for("written")
    assert FIXED in (workspace / "matmul.py").read_text()
    assert lowers(oracle, workspace / "matmul.py")
