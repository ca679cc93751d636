"""Whatever is done in whatever order: at rest, what is shown equals what `prelower check` says of the same texts.

`make soak` does it for long, and looks at what the server holds on to meanwhile.
"""

from __future__ import annotations

import json
import os
import pathlib
import random
import time
from collections.abc import Callable

import pytest
from lsprotocol import types

from prelower.cli.main import main

from .editor import Editor
from .positions import offset

pytestmark = pytest.mark.asyncio

JAX = "0.12.0"
HEAD = "from jax.experimental.pallas import tpu as pltpu\n"
VALUES = ["64", "64e6", "0.5 * 2**20", "limits.LIMIT", "helper(1.5)", "100.5", "True", "jax.device_count()"]
LINE = "P{0} = pltpu.CompilerParams(vmem_limit_bytes={1}){2}\n"
TAILS = ["", "", "", "  # prelower: ignore[vmem-limit-not-int]", "  # prelower: ignore", "  # 🦕"]
JUNK = ["", "def half(:\n    (\n", "x = (\n", "s = '\u2028'\n", "# prelower: file-ignore[vmem-limit-not-int]\n", "\n"]
LIMITS = ["LIMIT = 1\n", "LIMIT = 1.5\n", "LIMIT = 2e6\n", "LIMIT = unknown()\n", "LIMIT = (\n", ""]
HELPER = HEAD + "def helper(n):\n    return n{0}\n"
CONFIGURATIONS = [
    *("", "", "", ""),
    'severity = { "vmem-limit-not-int" = "hint" }',
    'ignore = ["vmem-limit-not-int"]',
    'ignore = ["unused-suppression"]',
    'exclude = ["kernel1.py"]',
    'per-file-ignores = { "kernel0.py" = ["vmem-limit-not-int"] }',
    'jax-version = "0.7.2"',
]
SEED = os.environ.get("PRELOWER_SEED", "0")
SOAK = float(os.environ.get("PRELOWER_SOAK", "600"))
SLACK = 60_000
"""Kilobytes by which a server may grow once it is warm."""

Row = tuple[str, str, str, tuple[int, int], tuple[int, int]]


class Author:
    """Somebody who does random things in a folder of four files."""

    def __init__(self, editor: Editor, folder: pathlib.Path, chance: random.Random) -> None:
        self.editor = editor
        self.folder = folder
        self.chance = chance
        self.seen = 0
        self.done: list[str] = []
        self.disk = {"limits.py": LIMITS[0], "helpers.py": HELPER.format("")}
        self.disk |= {f"kernel{n}.py": self._kernel() for n in range(2)}
        for name, text in self.disk.items():
            self._write(name, text)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def is_open(self, name: str) -> bool:
        return self.uri(name) in self.editor.texts

    def arguments(self) -> list[str]:
        """What the command line is told in place of the editor's settings, which the file wins over."""
        given = "jax-version" in (self.folder / "pyproject.toml").read_text()
        return [] if given else ["--jax-version", JAX]

    async def act(self) -> None:
        """One thing, told to the server as an editor would."""
        actions: list[Callable] = [self.type, self.type, self.paste, self.paste, self.paste, self.save, self.fix]
        actions += [self.toggle, self.toggle, self.toggle_limits, self.write_elsewhere, self.configure]
        action = self.chance.choice(actions)
        self.done.append(action.__name__)
        result = action()
        if result is not None:
            await result

    def type(self) -> None:
        name = self._opened()
        if name is not None:
            text = self.editor.texts[self.uri(name)]
            begin = self.chance.randint(0, len(text))
            end = min(len(text), begin + self.chance.choice([0, 0, 1, 3]))
            if "\r" not in text:
                self.editor.edit(
                    self.uri(name), begin, end, self.chance.choice(["", "1", "e6", ".5", "(", "#", "\n", "🦕"])
                )

    def paste(self) -> None:
        name = self._opened()
        if name is not None:
            self.editor.rewrite(self.uri(name), self._text(name))

    def toggle(self) -> None:
        self._toggle(self.chance.choice(["kernel0.py", "kernel1.py"]))

    def toggle_limits(self) -> None:
        self._toggle(self.chance.choice(["limits.py", "helpers.py"]))

    def save(self) -> None:
        name = self._opened()
        if name is not None:
            self._write(name, self.editor.texts[self.uri(name)])
            saved = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(self.uri(name)))
            self.editor.client.text_document_did_save(saved)

    async def fix(self) -> None:
        name = self._opened()
        if name is None:
            return
        uri = self.uri(name)
        for piece in ("64e6", "100.5", "0.5 * 2**20", "prelower: ignore"):
            if piece in self.editor.texts[uri]:
                offered = await self.editor.actions(uri, piece)
                if offered:
                    self.editor.perform(self.chance.choice(offered))
                return

    def configure(self) -> None:
        text = self.chance.choice(CONFIGURATIONS)
        self._write("pyproject.toml", f"[tool.prelower]\n{text}\n")
        self._tell("pyproject.toml")

    def write_elsewhere(self) -> None:
        name = self.chance.choice(sorted(self.disk))
        if not self.is_open(name):
            self._write(name, self._text(name))
            self._tell(name)

    async def rest(self) -> None:
        """Return when the server has nothing more to say and the editor has asked what it was asked to ask."""
        while True:
            await self.editor.ask("prelower/rest")
            if not self.editor.pulls:
                return
            fresh = [uri for uri in self.editor.texts if self.editor.pulled_at.get(uri) != self.editor.versions[uri]]
            if self.seen == self.editor.refreshes and not fresh:
                return
            again = list(self.editor.texts) if self.seen != self.editor.refreshes else fresh
            self.seen = self.editor.refreshes
            for uri in again:
                await self.editor.pull(uri)

    def shown(self) -> dict[str, list[Row]]:
        """What the editor shows, by file."""
        shown = {}
        for uri, text in self.editor.texts.items():
            if self.editor.pulls:
                told = self.editor.pulled[uri][1]
            else:
                told = next((list(p.diagnostics) for p in reversed(self.editor.published) if p.uri == uri), [])
            shown[uri.rpartition("/")[2]] = sorted(self._row(text, one) for one in told)
        return shown

    def _row(self, text: str, one: types.Diagnostic) -> Row:
        places = [offset(text, place, self.editor.encoding) for place in (one.range.start, one.range.end)]
        severity = types.DiagnosticSeverity(one.severity).name.lower()
        return (one.code, severity, one.message.partition("\n")[0], *(row_and_column(text, at) for at in places))

    def _opened(self) -> str | None:
        opened = [name for name in sorted(self.disk) if self.is_open(name)]
        return self.chance.choice(opened) if opened else None

    def _toggle(self, name: str) -> None:
        if self.is_open(name) and self.chance.random() < 0.3:
            self.editor.close(self.uri(name))
        elif not self.is_open(name):
            self.editor.open(self.uri(name), self.disk[name])

    def _write(self, name: str, text: str) -> None:
        if name != "pyproject.toml":
            self.disk[name] = text
        (self.folder / name).write_text(text, encoding="utf-8", newline="")

    def _tell(self, name: str) -> None:
        changed = types.FileEvent(self.uri(name), types.FileChangeType.Changed)
        self.editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([changed]))

    def _text(self, name: str) -> str:
        if name == "limits.py":
            return self.chance.choice(LIMITS)
        if name == "helpers.py":
            return HELPER.format(self.chance.choice(["", " + 1", " * 2.5", ", n", ""]))
        return self._kernel()

    def _kernel(self) -> str:
        chance = self.chance
        rows = [LINE.format(n, chance.choice(VALUES), chance.choice(TAILS)) for n in range(chance.randint(1, 4))]
        imports = HEAD + "import jax, numpy\nimport limits\nfrom helpers import helper\n"
        return imports + "".join(f"{row}{chance.choice(JUNK) if chance.random() < 0.2 else ''}" for row in rows)


def row_and_column(text: str, at: int) -> tuple[int, int]:
    """The place of an offset as the command line counts."""
    before = text[:at].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def checked(author: Author, folder: pathlib.Path, capsys) -> dict[str, list[Row]]:
    """What `prelower check` says of what the editor has, by file."""
    for name, text in author.disk.items():
        text = author.editor.texts.get(author.uri(name), text)
        (folder / name).write_text(text, encoding="utf-8", newline="", errors="surrogatepass")
    configuration = author.folder / "pyproject.toml"
    if configuration.exists():
        (folder / "pyproject.toml").write_text(configuration.read_text())
    capsys.readouterr()
    main(["check", str(folder), "--output-format", "json", "--exit-zero", *author.arguments()])
    rows: dict[str, list[Row]] = {name: [] for name in author.disk if author.is_open(name)}
    for one in json.loads(capsys.readouterr().out):
        places = ((one[where]["row"], one[where]["column"]) for where in ("location", "end_location"))
        row = (one["code"], one["severity"], one["message"].partition("\n")[0], *places)
        rows.setdefault(pathlib.Path(one["filename"]).name, []).append(row)
    return {name: sorted(found) for name, found in rows.items() if author.is_open(name)}


async def lived(start, tmp_path, capsys, name: str, go_on: Callable[[int], bool], steps: int) -> Editor:
    """Random things, and a comparison whenever some of them are done."""
    (tmp_path / "project").mkdir()
    (tmp_path / "mirror").mkdir()
    for folder in ("project", "mirror"):
        (tmp_path / folder / "pyproject.toml").write_text("[tool.prelower]\n")
    editor = await start(name, False, folders=[tmp_path / "project"], options={"jaxVersion": JAX})
    author = Author(editor, tmp_path / "project", random.Random(f"{name} {SEED}"))
    turn = findings = 0
    while go_on(turn):
        for _ in range(author.chance.randint(1, steps)):
            await author.act()
        await author.rest()
        shown = author.shown()
        assert shown == checked(author, tmp_path / "mirror", capsys), author.done[-30:]
        findings += sum(map(len, shown.values()))
        turn += 1
    assert findings > turn / 10, "there was something to be stale"
    # On a busy machine a look-up may take too long, which is said and is no fault.
    assert [text for text in editor.complaints() if not text.startswith("A look-up failed")] == []
    return editor


@pytest.mark.parametrize("name", ["vscode", "emacs-29", "neovim-0.11"])
async def test_nothing_is_stale_at_rest(start, tmp_path, capsys, name):
    await lived(start, tmp_path, capsys, name, lambda turn: turn < 40, 5)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.skipif("PRELOWER_SOAK" not in os.environ, reason="`make soak` takes minutes")
@pytest.mark.parametrize("name", ["vscode", "emacs-29"])
async def test_a_long_session_holds_on_to_nothing(start, tmp_path, capsys, name):
    end = time.monotonic() + SOAK / 2
    marks: list[tuple[int, int, int]] = []
    process: list[int] = []

    def go_on(turn: int) -> bool:
        if turn and turn % 50 == 0 and process:
            marks.append(held(process[0]))
        return time.monotonic() < end

    process.append(0)
    editor = await lived_with(start, tmp_path, capsys, name, go_on, process)
    warm, last = marks[min(2, len(marks) - 1)], held(process[0])
    print(f"{name}: kilobytes, descriptors, threads: warm {warm}, after {len(marks) * 50} turns {last}")
    assert last[0] - warm[0] < SLACK
    assert last[1] <= warm[1] + 2
    assert last[2] <= warm[2] + 1
    assert await editor.quit() == 0


async def lived_with(start, tmp_path, capsys, name, go_on, process) -> Editor:
    async def starting(*arguments, **options):
        editor = await start(*arguments, **options)
        process[0] = editor.client._server.pid
        return editor

    return await lived(starting, tmp_path, capsys, name, go_on, 8)


def held(process: int) -> tuple[int, int, int]:
    """Memory in kilobytes, open descriptors and threads of a process."""
    status = dict(
        line.split(":", 1) for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines() if ":" in line
    )
    descriptors = len(os.listdir(f"/proc/{process}/fd"))
    return int(status["VmRSS"].split()[0]), descriptors, int(status["Threads"])
