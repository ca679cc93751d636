"""A session in a real Emacs, with Eglot and the configuration that we ship."""

from __future__ import annotations

import shutil

import pytest

from .conftest import FIXED, HERE, MESSAGE, ROOT, lowers, run


@pytest.mark.skipif(shutil.which("emacs") is None, reason="no Emacs on this machine")
def test_seen_explained_fixed_written_and_lowered(workspace, prelower_on_path, oracle):
    asked = {
        "PRELOWER_CONFIG": ROOT / "editors" / "emacs" / "prelower.el",
        "PRELOWER_FILE": workspace / "matmul.py",
        "PRELOWER_MESSAGE": MESSAGE,
        "PRELOWER_FIXED": FIXED,
    }
    command = ["emacs", "-q", "--batch", "-l", HERE / "emacs.el"]
    print(run(command, 120, PATH=prelower_on_path, HOME=workspace.parent, **asked))
    assert FIXED in (workspace / "matmul.py").read_text()
    assert lowers(oracle, workspace / "matmul.py")
