"""The index of wrappers: what it finds, what it reads for that, and that it keeps up with the files."""

from __future__ import annotations

import os
import shutil

import pytest

from prelower import freshness
from prelower import index as indexing
from prelower.index import Index
from prelower.text.source import MAX_BYTES

from .making import make, source

OPS = """from jax.experimental.pallas import tpu as pltpu


def launch(limit):
    return pltpu.CompilerParams(vmem_limit_bytes=limit)


def area(width):
    return width * width
"""
WRAPS = "from ops import launch\n\n\ndef launch_wide(limit):\n    return launch(limit)\n"
USES = "from wraps import launch_wide\n\nPARAMS = launch_wide(1.5)\n"
OTHER = "import os\n\nHOME = os.sep\n"
FILES = {"ops.py": OPS, "wraps.py": WRAPS, "uses.py": USES, "other.py": OTHER}


class Project:
    """A folder of files with an index, whose cache lies beside the folder."""

    def __init__(self, top) -> None:
        self.root = top / "project"
        self.cache = top / "cache"
        self.root.mkdir()
        self.cache.mkdir()
        self.open: dict[str, str] = {}
        self._time = 0

    def write(self, name: str, data: str | bytes) -> None:
        """Write a file, at a later time than any before."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        self._time += 1
        os.utime(path, (self._time, self._time))

    def index(self) -> Index:
        """An index as a new process has it, after a first look."""
        index = Index(str(self.root), self.open.get, str(self.cache))
        index.refresh()
        index.words(USES)
        return index


@pytest.fixture
def project(tmp_path):
    """A project of four files, two of which lead to a watched call."""
    made = Project(tmp_path)
    for name, text in FILES.items():
        made.write(name, text)
    return made


@pytest.fixture
def read(monkeypatch):
    """The paths of the files that an index reads."""
    paths: list[str] = []
    original = indexing.read_bytes
    monkeypatch.setattr(indexing, "read_bytes", lambda path: paths.append(path) or original(path))
    return paths


def again(index: Index) -> tuple[int, int]:
    """How many files another look reads, and how many it parses."""
    before = index.scanned, index.parsed
    index.refresh()
    index.words(USES)
    return index.scanned - before[0], index.parsed - before[1]


def test_wrappers_of_wrappers_are_found(project):
    index = project.index()
    assert index.words(USES) == {"launch_wide"}
    assert index.words(WRAPS) == {"launch"}


@pytest.mark.parametrize("text", [OTHER, "launch_wide(1)\n", "from os import path\nlaunch = path\n", ""])
def test_a_file_that_imports_no_wrapper_has_none(project, text):
    assert project.index().words(text) == frozenset()


def test_what_leads_nowhere_is_no_wrapper(project):
    assert project.index().words("from ops import area\n") == frozenset()


def test_names_of_a_module_are_found_through_the_module(project):
    assert project.index().words("import ops as o\n\nPARAMS = o.launch(1)\n") == {"launch"}


def test_a_package_is_known_by_its_folder(project):
    project.write("kit/__init__.py", OPS)
    assert project.index().words("from kit import launch\n") == {"launch"}


def test_each_file_is_read_once_and_parsed_if_it_may_matter(project, read):
    index = project.index()
    assert index.scanned == len(FILES)
    assert index.parsed == 3
    assert "other.py" not in {os.path.basename(path) for path in read[len(FILES) :]}


def test_nothing_is_read_while_nothing_changes(project, read):
    index = project.index()
    read.clear()
    assert again(index) == (0, 0)
    assert read == []


def test_what_was_read_is_kept_for_the_next_process(project):
    project.index()
    index = project.index()
    assert index.scanned == 0
    assert index.words(USES) == {"launch_wide"}


def test_only_what_changed_is_read_again(project):
    index = project.index()
    project.write("other.py", OTHER + "# more\n")
    assert again(index) == (1, 0)
    project.write("ops.py", OPS.replace("area", "square"))
    assert again(index) == (1, 1)
    assert index.words(USES) == {"launch_wide"}


def test_a_wrapper_that_wraps_no_more_is_forgotten(project):
    index = project.index()
    project.write("ops.py", "def launch(limit):\n    return limit\n")
    index.refresh()
    assert index.words(USES) == frozenset()


def test_a_wrapper_that_is_new_is_found(project):
    index = project.index()
    project.write("other.py", "from ops import launch\n\nstart = launch\n")
    index.refresh()
    assert index.words("from other import start\n") == {"start"}


def test_a_deleted_file_is_forgotten(project):
    index = project.index()
    (project.root / "ops.py").unlink()
    assert again(index)[0] == 0
    assert index.words(USES) == frozenset()
    assert project.index().words(USES) == frozenset()


def test_unsaved_text_counts(project):
    index = project.index()
    ops = str(project.root / "ops.py")
    project.open[ops] = OPS.replace("launch", "begin")
    index.refresh()
    assert index.words("from ops import begin\n") == {"begin"}
    assert index.words(USES) == frozenset()
    del project.open[ops]
    index.refresh()
    assert index.words("from ops import begin\n") == frozenset()
    assert index.words(USES) == {"launch_wide"}


@pytest.mark.parametrize(
    "broken",
    [b"import jax\ncustom_call = '\xff'\n", b"import jax # custom_call\n" + b"#" * MAX_BYTES, b"import x\0custom_call"],
    ids=["undecodable", "too large", "a zero byte"],
)
def test_a_broken_file_harms_no_other(project, broken):
    project.write("broken.py", broken)
    (project.root / "folder.py").mkdir()
    (project.root / "dangling.py").symlink_to(project.root / "missing.py")
    assert project.index().words(USES) == {"launch_wide"}


def test_a_half_typed_function_harms_no_other(project):
    project.write("ops.py", OPS + "\n\ndef half(:\n    custom_call(\n")
    assert project.index().words(USES) == {"launch_wide"}


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "{",
        "[]",
        "null",
        '{"format": 0, "files": {}}',
        '{"format": 1}',
        '{"format": 1, "files": []}',
        '{"format": 1, "files": {"a": [1]}}',
        '{"format": 1, "files": {"a": ["x", 2, true, []]}}',
        "[" * 100_000,
    ],
)
def test_a_broken_cache_is_as_if_it_were_not_there(project, kept):
    project.index()
    [path] = project.cache.iterdir()
    path.write_text(kept)
    index = project.index()
    assert index.scanned == len(FILES)
    assert index.words(USES) == {"launch_wide"}


def test_no_file_outside_the_project_is_read(project, read, tmp_path):
    for place in ("outside", "project/.venv/lib", "project/env/lib", "project/node_modules"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "ops2.py").write_text(OPS)
    (tmp_path / "project/env/pyvenv.cfg").write_text("home = /nowhere\n")
    (project.root / "link").symlink_to(tmp_path / "outside", target_is_directory=True)
    (project.root / "loop").symlink_to(project.root, target_is_directory=True)
    project.write("uses.py", "from outside import ops2\nfrom ops2 import launch\nimport ops\n")
    index = project.index()
    assert {os.path.relpath(path, project.root) for path in read} == set(FILES)
    assert index.scanned == len(FILES)


def test_nothing_is_written_into_the_project(project, monkeypatch):
    monkeypatch.setenv("PRELOWER_CACHE_DIR", str(project.root / "cache"))
    before = sorted(project.root.rglob("*"))
    index = Index(str(project.root), project.open.get)
    index.refresh()
    assert index.words(USES) == {"launch_wide"}
    assert sorted(project.root.rglob("*")) == before


def test_the_engine_checks_a_file_that_only_calls_a_wrapper(project):
    engine = make(project.root, index=project.index())
    [finding] = engine.check(source(project.root, USES, "uses.py")).findings
    assert finding.code == "vmem-limit-not-int"
    assert not engine.has_trigger(OTHER, str(project.root / "other.py"))
    assert not make(project.root).has_trigger(USES)


def test_the_engine_looks_again_after_a_while(project, monkeypatch):
    now = 1000.0
    monkeypatch.setattr(freshness.time, "monotonic", lambda: now)
    index = project.index()
    engine = make(project.root, index=index)
    uses = str(project.root / "uses.py")
    assert engine.has_trigger(USES, uses)
    project.write("ops.py", OTHER)
    assert engine.has_trigger(USES, uses)
    now += freshness.SECONDS + 1
    assert not engine.has_trigger(USES, uses)


def test_the_folders_of_its_files_are_known_when_they_are_gone(project):
    index = freshness.FreshIndex(project.index())
    project.write("deep/er.py/new.py", OPS)
    names = ["deep", os.path.join("deep", "er.py"), "elsewhere"]
    assert not any(index.holds_files(str(project.root / name)) for name in names)
    index.changed(str(project.root / "deep" / "er.py" / "new.py"))
    assert [index.holds_files(str(project.root / name)) for name in names] == [True, True, False]
    index.refresh()
    shutil.rmtree(project.root / "deep")
    assert [index.holds_files(str(project.root / name)) for name in names] == [True, True, False]
    index.refresh()
    assert not any(index.holds_files(str(project.root / name)) for name in names)
