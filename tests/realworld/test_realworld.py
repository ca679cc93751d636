"""The table of findings in real packages is in order, and the tool that checks them sees what differs from it."""

from __future__ import annotations

import importlib.util
import pathlib
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("realworld_tool", ROOT / "tools" / "realworld.py")
tool = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tool)

KERNEL = """from jax.experimental.pallas import tpu as pltpu

from .sizes import share

PARAMS = pltpu.CompilerParams(vmem_limit_bytes=share(0.9))
FINE = pltpu.CompilerParams(vmem_limit_bytes=int(share(0.9)))
"""
SIZES = "import missing_everywhere\n\n\ndef share(part):\n    return part * 128 * 2**20\n"
PACKAGE = tool.Package("tinykernels", "1.0", "0.12.0.1")
FOUND = tool.Found("tinykernels==1.0", "tinykernels/kernel.py", "vmem-limit-not-int", 5)
ROW = "| tinykernels==1.0 | `tinykernels/kernel.py` | `vmem-limit-not-int` | 5 | true | A float. |"


def packages():
    """The packages of the list."""
    return tool.packages(tool.LIST.read_text(encoding="utf-8"))


def test_the_list_has_packages_enough():
    names = [package.name for package in packages()]
    assert len(set(names)) >= 20
    assert names.count("jax") == 2
    assert len({str(package) for package in packages()}) == len(names)


def test_the_table_says_of_each_finding_why_it_is_true():
    rows = tool.rows(tool.TABLE.read_text(encoding="utf-8"))
    listed = {str(package) for package in packages()}
    assert {finding.package for row in rows for finding in row.findings} <= listed
    assert all(row.verdict == "true" and len(row.why) > 5 for row in rows)
    findings = [finding for row in rows for finding in row.findings]
    assert len(set(findings)) == len(findings)


@pytest.mark.parametrize("line", ["tokamax", "tokamax==1", "tokamax>=1  # jax 0.9.0", "tokamax==1 # jax 0.9.0"])
def test_a_line_of_the_list_that_is_not_as_it_should_be_is_refused(line):
    with pytest.raises(ValueError, match="tokamax"):
        tool.packages(f"# ours\n{line}\n")


@pytest.mark.parametrize(
    "change", [("true", "maybe"), (" 5 ", " five "), ("`vmem-limit-not-int`", ""), ("A float.", "")]
)
def test_a_row_that_is_not_as_it_should_be_is_refused(change):
    with pytest.raises(ValueError, match="not a row"):
        tool.rows(ROW.replace(*change))


def test_what_differs_from_the_table_is_told():
    [row] = tool.rows(ROW)
    assert row.findings == (FOUND,)
    assert tool.differences([FOUND], [row], [PACKAGE]) == []
    assert tool.differences([], [row], [PACKAGE]) == [
        "in the table, not found: tinykernels==1.0 tinykernels/kernel.py:5 vmem-limit-not-int"
    ]
    [new] = tool.differences([FOUND, FOUND._replace(line=6)], [row], [PACKAGE])
    assert new == "not in the table: tinykernels==1.0 tinykernels/kernel.py:6 vmem-limit-not-int"
    assert tool.differences([], [row], []) == []


def test_a_package_is_laid_out_and_checked_without_running_it(tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "FILES", tmp_path)
    wheel = tmp_path / "tinykernels-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tinykernels/__init__.py", f"open({str(tmp_path / 'ran')!r}, 'w')\n")
        archive.writestr("tinykernels/kernel.py", KERNEL)
        archive.writestr("tinykernels/sizes.py", SIZES)
        archive.writestr("tinykernels/native.so", b"\x7fELF")
    monkeypatch.setattr(tool, "_wheel", lambda package: wheel)
    assert list(tool.check(PACKAGE)) == [FOUND]
    folder = tool.folder_of(PACKAGE)
    assert [pathlib.Path(path).name for path in tool.relevant(folder)] == ["kernel.py"]
    assert not (folder / "tinykernels" / "native.so").exists()
    assert not (tmp_path / "ran").exists()
