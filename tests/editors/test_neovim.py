"""Sessions in a real Neovim, with the configurations that we ship."""

from __future__ import annotations

import os

import pytest

from .conftest import FIXED, HERE, MESSAGE, ROOT, lowers, run

CONFIGURATIONS = ROOT / "editors" / "neovim"


def session(file, config: str, prelower_on_path: str, beside: str = "", which: str = "PRELOWER_NVIM") -> str:
    """Runs the session; gives what it said."""
    nvim = os.environ.get(which) or pytest.skip(f"{which} names no Neovim on this machine")
    state = {f"XDG_{kind}_HOME": file.parents[1] / kind for kind in ("STATE", "CACHE", "CONFIG", "DATA")}
    asked = {
        "PRELOWER_CONFIG": CONFIGURATIONS / config,
        "PRELOWER_FILE": file,
        "PRELOWER_PIECE": "VMEM_BUDGET",
        "PRELOWER_MESSAGE": MESSAGE,
        "PRELOWER_BESIDE": beside,
    }
    command = [nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", HERE / "neovim.lua"]
    return run(command, 90, PATH=prelower_on_path, **state, **asked)


@pytest.mark.parametrize(
    ("config", "which"),
    [
        ("lsp/prelower.lua", "PRELOWER_NVIM"),
        ("prelower-0.10.lua", "PRELOWER_NVIM"),
        ("prelower-0.10.lua", "PRELOWER_OLD_NVIM"),
    ],
)
def test_seen_explained_fixed_written_and_lowered(config, which, workspace, prelower_on_path, oracle):
    print(session(workspace / "matmul.py", config, prelower_on_path, which=which))
    assert FIXED in (workspace / "matmul.py").read_text()
    assert lowers(oracle, workspace / "matmul.py")


def test_beside_ruff_nothing_is_doubled_or_lost(workspace, prelower_on_path, oracle):
    file = workspace / "matmul.py"
    text = file.read_text()
    file.write_text(text.replace("import functools\n", "import functools\nimport os\n"))
    print(session(file, "lsp/prelower.lua", prelower_on_path, os.environ["PRELOWER_RUFF"]))
    assert file.read_text() == text.replace("vmem_limit_bytes=VMEM_BUDGET", FIXED)
    assert lowers(oracle, file)
