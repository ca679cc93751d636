"""A change in one file is felt by the open files that it means something to, and by no other: runs are counted."""

from __future__ import annotations

import os

import pytest

from prelower.index import Index

from .making import make, source

HEAD = "from jax.experimental.pallas import tpu as pltpu\n"
MADE = "pltpu.CompilerParams(vmem_limit_bytes={})\n"
PARAMS = "\nPARAMS = " + MADE
FILES = {
    "sizes.py": "LIMIT = 2**20\nSHARE = 0.5\n",
    "kit/__init__.py": "from .ops import launch\n",
    "kit/ops.py": HEAD + "from sizes import LIMIT\n\n\ndef launch(limit=LIMIT):\n    return " + MADE.format("limit"),
    "other.py": "NUMBER = 1\n",
    "direct.py": HEAD + "from sizes import LIMIT\n" + PARAMS.format("LIMIT"),
    "whole.py": HEAD + "import sizes\n" + PARAMS.format("sizes.LIMIT"),
    "star.py": HEAD + "from sizes import *\n" + PARAMS.format("LIMIT"),
    "caller.py": "from kit import launch\n\nPARAMS = launch(2**21)\n",
    "broken.py": HEAD + "import settings\n" + PARAMS.format("settings.LIMIT"),
    "settings.py": "LIMIT = 1.5e6\n",
    "alone.py": HEAD + PARAMS.format("2**20"),
    "numbers_only.py": "from other import NUMBER\n\nTWICE = 2 * NUMBER\n",
}
OPEN = ("direct.py", "whole.py", "star.py", "caller.py", "broken.py", "alone.py", "numbers_only.py")
CHANGES = {
    "a constant": ("sizes.py", "LIMIT = 2**20", "LIMIT = 1.5", {"direct.py", "whole.py", "star.py", "caller.py"}),
    "a wrapper": ("kit/ops.py", "limit=LIMIT", "limit=LIMIT + 1", {"caller.py"}),
    "what hands a wrapper on": ("kit/__init__.py", "import launch", "import launch as launch", {"caller.py"}),
    "what is no wrapper any more": ("kit/ops.py", "pltpu.CompilerParams(vmem_limit_bytes=limit)", "limit", set()),
    "what no open file comes to": ("other.py", "1", "2", set()),
    "a file that becomes a wrapper": (
        "other.py",
        "NUMBER = 1",
        "from kit import launch as NUMBER",
        {"numbers_only.py"},
    ),
    "a file that sets what another reads": (
        "other.py",
        "NUMBER = 1",
        "import settings\n\nsettings.LIMIT = 2",
        {"broken.py"},
    ),
    "a new file": ("more.py", "", "import sizes\n", set()),
    "a file that is open itself": ("alone.py", "2**20", "2**21", {"alone.py"}),
}


class Opened:
    """A project of which some files are open in an editor."""

    def __init__(self, root, cache) -> None:
        self.root = root
        self.texts: dict[str, str] = {}
        for name, text in FILES.items():
            self.write(name, text)
        self.engine = make(root, texts=self.texts.get, index=Index(str(root), self.texts.get, str(cache)))
        for name in OPEN:
            self.texts[str(root / name)] = FILES[name]

    def write(self, name: str, text: str) -> None:
        """Write a file to disk."""
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def change(self, name: str, old: str, new: str) -> None:
        """Change a file where it is: in the editor, or on disk at a later time."""
        path = self.root / name
        text = FILES.get(name, "").replace(old, new, 1) if old else new
        if str(path) in self.texts:
            self.texts[str(path)] = text
        else:
            self.write(name, text)
            os.utime(path, (2_000_000_000, 2_000_000_000))
        self.engine.index.update(str(path))

    def check(self) -> tuple[set[str], dict[str, int]]:
        """Check each open file: those that were run for it, and how many findings each has."""
        ran, found = set(), {}
        for name in OPEN:
            before = self.engine.ran
            text = self.texts[str(self.root / name)]
            found[name] = len(self.engine.check(source(self.root, text, name)).findings)
            if self.engine.ran > before:
                ran.add(name)
        return ran, found


@pytest.fixture
def opened(tmp_path):
    """The project after each open file was checked once."""
    project, cache = tmp_path / "project", tmp_path / "cache"
    project.mkdir()
    cache.mkdir()
    made = Opened(project, cache)
    _, found = made.check()
    assert found == {name: int(name == "broken.py") for name in OPEN}
    return made


def test_nothing_is_run_again_where_nothing_changed(opened):
    assert opened.check()[0] == set()


@pytest.mark.parametrize(("name", "old", "new", "felt"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_felt_where_it_is_read(opened, name, old, new, felt):
    opened.change(name, old, new)
    assert opened.check()[0] == felt
    assert opened.check()[0] == set()


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("sizes.py", "2**20", "1.5"), {"direct.py", "whole.py", "star.py", "broken.py"}),
        (("settings.py", "1.5e6", "2**20"), set()),
        (("other.py", "NUMBER = 1", "import settings\n\nsettings.LIMIT = 2"), set()),
    ],
    ids=["bad now", "mended", "mended from elsewhere"],
)
def test_what_is_found_follows(opened, change, found):
    opened.change(*change)
    assert {name for name, count in opened.check()[1].items() if count} == found


def test_the_editors_text_of_another_file_comes_before_the_disks(opened):
    opened.texts[str(opened.root / "sizes.py")] = "LIMIT = 1.5\nSHARE = 0.5\n"
    ran, found = opened.check()
    assert ran == {"direct.py", "whole.py", "star.py", "caller.py"}
    assert {name for name, count in found.items() if count} == {"direct.py", "whole.py", "star.py", "broken.py"}
