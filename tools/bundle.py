"""Puts what the VS Code extension carries into vscode-client/bundled: prelower, its dependencies and the rules' pages.

The dependencies are those of requirements/bundle.txt, without anything compiled, so that one
extension serves every platform and every Python from 3.10 on.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "vscode-client"
LIBS, PAGES = CLIENT / "bundled" / "libs", CLIENT / "bundled" / "rules"
REQUIREMENTS = ROOT / "requirements" / "bundle.txt"
PURE = ("--only-binary=:all:", "--python-version=3.10", "--implementation=py", "--abi=none", "--platform=any")
# Programs are not run from there, and jedi reads Django's stubs in Django projects only, which ours never is.
DROPPED = ("bin", "jedi/third_party/django-stubs")
COMPILED = ("*.so", "*.pyd", "*.dylib", "*.dll")


def install(target: Path) -> None:
    """Installs the dependencies into a folder."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", "install", "--no-compile"]
    subprocess.run([*pip, "--no-deps", "--require-hashes", *PURE, "-r", REQUIREMENTS, "-t", target], check=True)
    for name in DROPPED:
        shutil.rmtree(target / name, ignore_errors=True)
    compiled = [path.name for pattern in COMPILED for path in target.rglob(pattern)]
    if compiled:
        raise SystemExit(f"compiled files in a bundle for every platform: {', '.join(compiled)}")


def copy_own(target: Path) -> None:
    """Copies prelower into a folder."""
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "server" / "prelower", target / "prelower", ignore=without)


def replace(new: Path, old: Path) -> None:
    """Puts a folder in the place of another."""
    shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(new, old)


def main() -> None:
    """Makes the bundle anew."""
    with tempfile.TemporaryDirectory() as made:
        target = Path(made) / "libs"
        install(target)
        copy_own(target)
        replace(target, LIBS)
    replace(ROOT / "docs" / "rules", PAGES)
    shutil.copyfile(ROOT / "LICENSE", CLIENT / "LICENSE")


if __name__ == "__main__":
    main()
