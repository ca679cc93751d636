"""Checks real packages and holds what is found against the table in `tests/realworld/README.md`.

realworld.py [NAME...]            those packages of `tests/realworld/packages.txt`, or all
realworld.py --newest [NAME...]   list what is found in them under the newest release of JAX that is known, instead

Nothing of a package is run or installed: its wheel is downloaded and its Python files are laid out below `.realworld`.
Of each package those files are checked that hold a name of JAX's which prelower watches.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "server"))

from prelower.discover import python_files  # noqa: E402
from prelower.jaxview.facts import facts  # noqa: E402
from prelower.triggers import has_trigger  # noqa: E402

LIST = ROOT / "tests" / "realworld" / "packages.txt"
TABLE = ROOT / "tests" / "realworld" / "README.md"
FILES = ROOT / ".realworld"
_LINE = re.compile(r"(?P<name>[\w.-]+)==(?P<version>[\w.]+)  # jax (?P<jax>[\d.]+)")
_ROW = re.compile(
    r"\| (?P<package>\S+==\S+) \| `(?P<file>[^`]+)` \| `(?P<rule>[\w-]+)` \| (?P<lines>[\d, ]+) "
    r"\| (?P<verdict>\w+) \| (?P<why>.+) \|"
)


class Package(NamedTuple):
    """A release of a package, and the release of JAX that it is checked for."""

    name: str
    version: str
    jax: str

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"


class Found(NamedTuple):
    """A finding: the package, the file in it, the rule, the line."""

    package: str
    file: str
    rule: str
    line: int


class Row(NamedTuple):
    """A row of the table: findings of one kind in one file, whether they are true, and why."""

    findings: tuple[Found, ...]
    verdict: str
    why: str


def packages(text: str) -> list[Package]:
    """The packages of a list; ValueError at a line that is none."""
    found = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            match = _LINE.fullmatch(line)
            if match is None:
                raise ValueError(f"not `name==version  # jax version`: {line}")
            found.append(Package(**match.groupdict()))
    return found


def rows(text: str) -> list[Row]:
    """The rows of the table; ValueError at one that is not as it should be."""
    found = []
    for line in text.splitlines():
        if not line.startswith("|") or line.startswith(("| package |", "| --- |")):
            continue
        match = _ROW.fullmatch(line)
        if match is None or match["verdict"] not in ("true", "false"):
            raise ValueError(f"not a row of the table: {line}")
        lines = [int(number) for number in match["lines"].split(",")]
        findings = tuple(Found(match["package"], match["file"], match["rule"], number) for number in lines)
        found.append(Row(findings, match["verdict"], match["why"]))
    return found


def folder_of(package: Package) -> Path:
    """The folder with the package's Python files, which is filled when it is not there."""
    folder = FILES / f"{package.name}-{package.version}"
    if not folder.is_dir():
        FILES.mkdir(exist_ok=True)
        (FILES / "pyvenv.cfg").touch()  # whoever walks this repository passes it over
        _unpack(_wheel(package), folder)
    return folder


def _wheel(package: Package) -> Path:
    """The wheel of a package, for whatever Python has one."""
    place = FILES / "wheels" / str(package)
    options = ["--no-deps", "--only-binary=:all:", "--python-version", "3.12", "--dest", str(place)]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-q", "download"]
    subprocess.run([*pip, *options, str(package)], check=True)
    return next(place.glob("*.whl"))


def _unpack(wheel: Path, folder: Path) -> None:
    """Lay out a wheel's Python files as a project."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith((".py", ".pyi")):
                archive.extract(name, folder)
    (folder / "pyproject.toml").write_text("")


def relevant(folder: Path) -> list[str]:
    """The files of a folder that hold a watched name."""
    return [path for path in python_files([str(folder)]) if has_trigger(Path(path).read_bytes())]


def check(package: Package) -> Iterator[Found]:
    """What prelower finds in a package."""
    folder = folder_of(package)
    files = relevant(folder)
    if not files:
        return
    options = ["--jax-version", package.jax, "--output-format", "json", "--exit-zero"]
    environment = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
    environment["PYTHONPATH"] = str(ROOT / "server")
    command = [sys.executable, "-m", "prelower", "check", *options, *files]
    ran = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True)
    for finding in json.loads(ran.stdout):
        name = os.path.relpath(finding["filename"], folder).replace(os.sep, "/")
        yield Found(str(package), name, finding["code"], finding["location"]["row"])


def differences(found: Iterable[Found], table: Iterable[Row], checked: Iterable[Package]) -> list[str]:
    """What was found and is in no row, and what is in a row and was not found."""
    names = {str(package) for package in checked}
    seen, wanted = Counter(found), Counter(f for row in table for f in row.findings if f.package in names)
    new = [f"not in the table: {_told(one)}" for one in sorted((seen - wanted).elements())]
    return new + [f"in the table, not found: {_told(one)}" for one in sorted((wanted - seen).elements())]


def _told(found: Found) -> str:
    return f"{found.package} {found.file}:{found.line} {found.rule}"


def listed(names: list[str]) -> int:
    """Lists what the newest JAX would say of packages that ask for an older one: nobody has judged it."""
    newest = facts().last
    chosen = [p for p in packages(LIST.read_text(encoding="utf-8")) if not names or p.name in names]
    for package in (p._replace(jax=newest) for p in chosen if p.jax != newest):
        for (file, rule), count in sorted(Counter((f.file, f.rule) for f in _reported(package)).items()):
            print(f"  {file} {rule} {count}", flush=True)
    return 0


def _reported(package: Package) -> list[Found]:
    """What is found in a package, and a line that says how much that is."""
    start = time.monotonic()
    found = list(check(package))
    print(f"{package} for jax {package.jax}: {len(found)} findings, {time.monotonic() - start:.0f} s", flush=True)
    return found


def main(names: list[str]) -> int:
    """Checks the packages; 1 where something differs from the table, or a row says that a finding is false."""
    table = rows(TABLE.read_text(encoding="utf-8"))
    chosen = [p for p in packages(LIST.read_text(encoding="utf-8")) if not names or p.name in names]
    with ThreadPoolExecutor(max_workers=2) as workers:
        found = [one for here in workers.map(_reported, chosen) for one in here]
    problems = differences(found, table, chosen)
    problems += [f"said to be false: {_told(one)}" for row in table if row.verdict == "false" for one in row.findings]
    print("\n".join(problems) if problems else "All as in the table.")
    return 1 if problems else 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--newest"]
    sys.exit(listed(arguments) if "--newest" in sys.argv else main(arguments))
