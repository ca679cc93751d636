"""Asks a real JAX what comes of programs: finds the oracle's Python and talks with `judge.py`."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
"""The facts and the corpus that several projects share; tests that need them skip where they are not."""
VARIABLE = "PRELOWER_ORACLE_PYTHON"
BATCH = 64
"""Programs a line; the pipe is never full on both sides, because each line is answered before the next."""

Files = Mapping[str, str]


class Result(NamedTuple):
    """What came of a program: `outcome` is "raises", "lowers" or "died"; of one compiled, "compiles" or "refused".

    `in_jax`: JAX itself raised, not the program. `silent`: how the serialized config is broken although it lowers.
    """

    outcome: str
    exception: str | None
    message: str | None
    in_jax: bool
    silent: str | None

    @property
    def lowers(self) -> bool:
        """Does it lower into a config that the compiler can read?"""
        return self.outcome == "lowers" and not self.silent


class Oracle:
    """One process with a JAX in it."""

    def __init__(self, python: str, *options: str):
        command = [python, str(ROOT / "tests" / "oracle" / "judge.py"), *options]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8")

    def judge(self, programs: Mapping[str, Files]) -> dict[str, Result]:
        """What JAX says of each program; a program is the texts of its files by name."""
        waiting = [{"id": name, "files": dict(files)} for name, files in programs.items()]
        results: dict[str, Result] = {}
        for start in range(0, len(waiting), BATCH):
            for answer in self._ask(waiting[start : start + BATCH]):
                name = answer.pop("id")
                results[name] = Result(**answer)
        return results

    def judge_one(self, files: Files) -> Result:
        """What JAX says of this program."""
        return self.judge({"it": files})["it"]

    def _ask(self, batch: list[dict]) -> list[dict]:
        self._process.stdin.write(json.dumps(batch) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the oracle ended with status {self._process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        """Ends the process."""
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


def find_python() -> str | None:
    """The Python that has the JAX to ask: from the environment, else from the repository's own oracle folders."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    candidates = sorted(ROOT.glob(".venv-oracle*/bin/python"))
    return str(candidates[-1]) if candidates else None


def start() -> Oracle:
    """A running oracle; skips the test where there is none."""
    python = find_python()
    if python is None:
        pytest.skip(f"no JAX to ask: set {VARIABLE} or make .venv-oracle")
    return Oracle(python)


@pytest.fixture(scope="session")
def oracle() -> Iterator[Oracle]:
    """The session's oracle; a folder's conftest.py imports this name."""
    running = start()
    yield running
    running.close()


def read_case(folder: pathlib.Path) -> dict[str, str]:
    """The texts of a case's files by name, without its label."""
    files = (f for f in sorted(folder.rglob("*")) if f.is_file() and f.name != "label.json")
    return {
        f.relative_to(folder).as_posix(): f.read_bytes().decode("utf-8") for f in files if "__pycache__" not in f.parts
    }


def shared(*parts: str) -> pathlib.Path:
    """A shared file or folder; skips the test where it is not."""
    place = SHARED.joinpath(*parts)
    if not place.exists():
        pytest.skip(f"the shared {'/'.join(parts)} is not beside this repository")
    return place
