"""What is said in several places is the same everywhere, and what the README shows is true."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from prelower import __version__
from prelower.rules import pages


@pytest.fixture(scope="module")
def readme(repository):
    """The README's text."""
    return (repository / "README.md").read_text("utf-8")


def test_versions_agree(repository):
    client = json.loads((repository / "vscode-client" / "package.json").read_text("utf-8"))
    assert client["version"] == __version__


def test_the_example_is_found_as_the_readme_says(run, readme, tmp_path):
    code = re.search(r"```python\n# scale\.py\n(.*?)```", readme, re.S)
    shown = re.search(r"```console\n\$ prelower check scale\.py\n(.*?)```", readme, re.S)
    (tmp_path / "scale.py").write_text(f"# scale.py\n{code[1]}", "utf-8")
    assert run("check", "scale.py") == (1, shown[1], "")


def test_explain_in_the_readme_names_the_line_of_the_call(run, readme, tmp_path):
    line = int(re.search(r"prelower explain scale\.py:(\d+)", readme)[1])
    code = re.search(r"```python\n(.*?)```", readme, re.S)[1]
    assert "CompilerParams(" in code.split("\n")[line - 1]
    (tmp_path / "scale.py").write_text(code, "utf-8")
    ran = run("explain", f"scale.py:{line}")
    assert (ran.code, ran.err) == (0, "")
    assert "vmem_limit_bytes" in ran.out


def test_links_in_the_documents_lead_somewhere(repository):
    for name in ("README.md", "CONTRIBUTING.md", "docs/how-it-works.md", "vscode-client/README.md"):
        path = repository / name
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf-8")):
            assert (path.parent / link).exists(), f"{name}: {link}"


def test_the_rules_in_the_readme_are_those_that_there_are(readme):
    rows = re.findall(r"^\| \[`([^`]+)`\]\(docs/rules/([^)]+)\.md\) \| \S", readme, re.M)
    names = [page.name for page in pages()]
    assert rows == [(name, name) for name in names]


def test_generated_files_are_fresh(repository):
    command = [sys.executable, str(repository / "tools" / "generate.py"), "--check"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_forbidden_strings_are_found(repository, tmp_path):
    host = ".".join(("files", "pythonhosted", "org"))
    path = "/".join(("", "root", "x"))
    (tmp_path / "a.txt").write_text(f"a\nfrom https://{host}/x\nsee ~{path} and\n'{path}'\n", "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "a.txt"], cwd=tmp_path, check=True)
    command = [sys.executable, str(repository / "tools" / "check_strings.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert [row.split(":")[1] for row in done.stdout.splitlines()[:-1]] == ["2", "4"]


def test_a_python_is_found(repository):
    command = [sys.executable, str(repository / "tools" / "find_python.py"), "3.10", "3.19"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    version = subprocess.run([found, "-c", "import sys; print(sys.version_info[:2] >= (3, 10))"], capture_output=True)
    assert version.stdout.strip() == b"True"
