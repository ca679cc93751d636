"""Exact pins in a project's files say which JAX is meant where none is installed."""

from __future__ import annotations

import os

import pytest

from prelower.jaxview.environment import Environment
from prelower.jaxview.jax import view
from prelower.jaxview.pins import Pin, project_pin

NOTHING = Environment((), "none")


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('[project]\ndependencies = ["jax[tpu]==0.4.35"]', "0.4.35"),
        ('[project]\ndependencies = ["numpy", "jax == 0.9.0.1 ; python_version > \'3.10\'"]', "0.9.0.1"),
        ('[dependency-groups]\ndev = ["jax==0.7.0", {include-group = "x"}]', "0.7.0"),
        ('[tool.poetry.dependencies]\njax = {version = "==0.6.2", extras = ["cuda"]}', "0.6.2"),
        ('[tool.poetry.dependencies]\njax = "0.6.2"', "0.6.2"),
        ('[tool.poetry.dependencies]\njax = {version = "0.5.3"}', "0.5.3"),
        ('[tool.poetry.dependencies]\njax = "=0.5.3"', "0.5.3"),
        ('[tool.poetry.dependencies]\njax = "^0.5.3"', None),
        ('[tool.poetry.dependencies]\njax = "~0.5.3"', None),
        ('[tool.poetry.dependencies]\njax = "0.5.*"', None),
        ('[tool.poetry.dependencies]\njax = "0.5.3 || 0.6.0"', None),
        ('[tool.poetry.dependencies]\njax = ">=0.5,<0.6"', None),
        ('[project]\ndependencies = ["jax>=0.4.35"]', None),
        ('[project]\ndependencies = ["jax==0.4.*"]', None),
        ('[project]\ndependencies = ["jaxlib==0.4.35", "jax-metal==0.1"]', None),
        ('[project]\ndependencies = ["jax>=0.4"]\noptional-dependencies = {oldest = ["jax==0.4.30"]}', None),
        ('[project]\noptional-dependencies = {tpu = ["jax[tpu]==0.8.0"]}', "0.8.0"),
        ('[project]\noptional-dependencies = {a = ["jax==0.8.0"], b = ["jax==0.7.0"]}', None),
        ('[project\ndependencies = ["jax==0.4.35"]', None),
        ("[project]\ndependencies = 'jax==0.4.35'", None),
    ],
)
def test_pyproject(tmp_path, text, version):
    (tmp_path / "pyproject.toml").write_text(text)
    assert project_pin(str(tmp_path)) == (Pin(version, "pyproject.toml") if version else None)


def test_requirements(tmp_path):
    (tmp_path / "requirements-tpu.txt").write_text(
        "# jax==0.1\n-r other.txt\njax[tpu]==0.8.3 \\\n    --hash=sha256:00\n"
    )
    assert project_pin(str(tmp_path)) == Pin("0.8.3", "requirements-tpu.txt")
    (tmp_path / "requirements.txt").write_text("jax==0.7.0\n")
    assert project_pin(str(tmp_path)) is None


@pytest.mark.parametrize(
    ("files", "pin"),
    [
        ({"requirements.txt": "-r base.txt\n", "base.txt": "jax==0.5.3\n"}, Pin("0.5.3", "base.txt")),
        (
            {"requirements/tpu.in": "--requirement=../deps/base.txt # all\n", "deps/base.txt": "jax==0.5.3\n"},
            Pin("0.5.3", os.path.join("deps", "base.txt")),
        ),
        ({"requirements.txt": "-r a.txt\njax==0.7.2\n", "a.txt": "jax==0.5.3\n"}, None),
        ({"requirements.txt": "-r requirements.txt\njax==0.7.2\n"}, Pin("0.7.2", "requirements.txt")),
        ({"requirements.txt": "-r ../base.txt\n", "../base.txt": "jax==0.5.3\n"}, None),
        ({"requirements.txt": "-r gone.txt\n"}, None),
        ({"requirements.txt": "-r https://example.org/base.txt\n"}, None),
    ],
)
def test_included_requirements(tmp_path, files, pin):
    project = tmp_path / "project"
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    assert project_pin(str(project)) == pin


def test_a_pinned_release_is_known_by_the_facts(tmp_path):
    (tmp_path / "requirements.txt").write_text("jax==0.4.35\n")
    jax = view(NOTHING, str(tmp_path))
    assert (jax.version, jax.how, jax.place) == ("0.4.35", "pinned in requirements.txt", None)
    assert jax.exists("jax.experimental.pallas.tpu.TPUCompilerParams") is True
    assert jax.exists("jax.experimental.pallas.tpu.CompilerParams") is False
    assert jax.exists("jax.numpy.float32") is None
