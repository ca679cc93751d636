"""The user's environment is found by reading files, in the order that was promised."""

from __future__ import annotations

import json
import os

import pytest

from prelower.jaxview.environment import find
from prelower.jaxview.jax import view


def test_in_the_server_the_opened_folder_comes_first(tmp_path, make_venv):
    make_venv("project/.venv", "0.8.0")
    shell = make_venv("shell", "0.7.0")
    environment = find(str(tmp_path / "project"), None, {"VIRTUAL_ENV": str(shell)}, server=True)
    assert environment.prefix == str(tmp_path / "project" / ".venv")
    assert environment.how == "`.venv` in the opened folder"
    assert view(environment, str(tmp_path / "project")).version == "0.8.0"


def test_on_the_command_line_the_variables_come_first(tmp_path, make_venv):
    make_venv("project/.venv", "0.8.0")
    shell = make_venv("shell", "0.7.0")
    environment = find(str(tmp_path / "project"), None, {"VIRTUAL_ENV": str(shell)}, server=False)
    assert (environment.prefix, environment.how) == (str(shell), "the variable VIRTUAL_ENV")


def test_an_environment_without_jax_gives_way_to_one_with_it(tmp_path, make_venv):
    make_venv("project/.venv")
    shell = make_venv("shell", "0.7.0")
    environment = find(str(tmp_path / "project"), None, {"CONDA_PREFIX": str(shell)}, server=True)
    assert environment.prefix == str(shell)
    assert "holds no JAX" in environment.notes[0]


def test_pixi_environments_are_found_default_first(tmp_path, make_venv):
    make_venv("project/.pixi/envs/another", "0.7.0")
    make_venv("project/.pixi/envs/default", "0.8.0")
    environment = find(str(tmp_path / "project"), None, {}, server=True)
    assert environment.prefix.endswith("default")


@pytest.mark.parametrize("spelling", ["{env}", "{env}/bin/python", "env", "env/bin/python"])
def test_the_setting_is_a_folder_or_an_interpreter(tmp_path, make_venv, spelling):
    env = make_venv("env", "0.8.0")
    make_venv(".venv", "0.7.0")
    environment = find(str(tmp_path), spelling.format(env=env), {}, server=True)
    assert environment.prefix == str(env)
    assert environment.python_version == (3, 11)


def test_a_command_is_looked_for_on_the_search_path(tmp_path, make_venv):
    env = make_venv("env", "0.8.0")
    os.chmod(env / "bin" / "python", 0o755)
    assert find(str(tmp_path), "python", {"PATH": str(env / "bin")}, server=False).prefix == str(env)


@pytest.mark.parametrize("python", ["missing", "missing/bin/python", "file.txt", ".", "loop", "nul\0l"])
def test_a_setting_that_leads_nowhere_is_said_and_nothing_put_in_its_place(tmp_path, python):
    (tmp_path / "file.txt").write_text("")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    environment = find(str(tmp_path), python, {}, server=False)
    assert environment.site_packages == ()
    assert "holds no Python packages" in environment.how or "neither a folder nor an interpreter" in environment.how
    jax = view(environment, str(tmp_path))
    assert (jax.version, jax.how, jax.place) == (None, "assumed", None)


def test_a_venvs_interpreter_is_not_followed_to_its_base(tmp_path, make_venv):
    base, env = make_venv("base", "0.7.0"), make_venv("env", "0.8.0")
    (env / "bin" / "python").unlink()
    (env / "bin" / "python").symlink_to(base / "bin" / "python")
    assert find(str(tmp_path), str(env / "bin" / "python"), {}, server=False).prefix == str(env)


def test_system_packages_come_after_the_venvs_own(tmp_path, make_venv, make_files, small_jax):
    make_files(small_jax("0.7.0", "lib/python3.11/site-packages/jax/"), below="system")
    home = f"include-system-site-packages = true\nhome = {tmp_path}/system/bin\n"
    env = make_venv("env")
    (env / "pyvenv.cfg").write_text(home + "version = 3.11.4\n")
    environment = find(str(tmp_path), str(env), {}, server=False)
    assert [path.split("/lib/")[0] for path in environment.site_packages] == [str(env), str(tmp_path / "system")]
    assert view(environment, str(tmp_path)).version == "0.7.0"


def test_a_windows_environment(tmp_path, make_files, small_jax):
    make_files(
        {**small_jax("0.8.0", "Lib/site-packages/jax/"), "Scripts/python.exe": "", "pyvenv.cfg": ""}, below="env"
    )
    environment = find(str(tmp_path), str(tmp_path / "env" / "Scripts" / "python.exe"), {}, server=False)
    assert view(environment, str(tmp_path)).version == "0.8.0"


def test_a_conda_environment_takes_its_python_from_its_records(tmp_path, make_files, small_jax):
    make_files({**small_jax("0.8.0", "lib/python3.10/site-packages/jax/")}, below="conda")
    make_files({"conda-meta/python-3.10.14-h1.json": "{}", "lib/python3.9/site-packages/x.py": ""}, below="conda")
    (tmp_path / "conda" / "lib" / "python3.1").symlink_to("python3.10")
    environment = find(str(tmp_path), None, {"CONDA_PREFIX": str(tmp_path / "conda")}, server=False)
    assert environment.python_version == (3, 10)
    assert len(environment.site_packages) == 1
    assert view(environment, str(tmp_path)).version == "0.8.0"


def test_links_in_a_circle_and_folders_that_cannot_be_read(tmp_path, make_venv):
    env = make_venv("project/.venv", "0.8.0")
    (env / "lib" / "python3.12").symlink_to(env / "lib" / "python3.12")
    (env / "lib" / "python3.11" / "site-packages" / "loop").symlink_to(env)
    (tmp_path / "project" / "venv").symlink_to(tmp_path / "project" / "venv")
    assert view(find(str(tmp_path / "project"), None, {}, server=True), str(tmp_path / "project")).version == "0.8.0"


class TestEditable:
    """JAX installed from a folder of sources."""

    def test_a_path_line(self, tmp_path, make_venv, make_files, small_jax):
        env = make_venv("env")
        make_files(small_jax("0.9.0"), below="source")
        make_files({"lib/python3.11/site-packages/jax.pth": f"# a comment\n{tmp_path}/source\n"}, below="env")
        environment = find(str(tmp_path), str(env), {}, server=False)
        assert str(tmp_path / "source") in environment.search
        jax = view(environment, str(tmp_path))
        assert (jax.version, jax.how, jax.place) == ("0.9.0", "editable", str(tmp_path / "source" / "jax"))

    def test_an_import_line_is_not_run(self, tmp_path, make_venv, make_files):
        env = make_venv("env", "0.8.0")
        mark = tmp_path / "mark"
        line = f"import sys; open({str(mark)!r}, 'w').close()\n"
        make_files({"lib/python3.11/site-packages/trap.pth": line}, below="env")
        assert view(find(str(tmp_path), str(env), {}, server=False), str(tmp_path)).version == "0.8.0"
        assert not mark.exists()

    def test_a_finder_is_read_as_a_literal(self, tmp_path, make_venv, make_files, small_jax):
        env = make_venv("env")
        make_files(small_jax("0.9.0"), below="source")
        finder = (
            f"from __future__ import annotations\nMAPPING: dict[str, str] = {{'jax': '{tmp_path}/source/jax'}}\n"
            f"NAMESPACES: dict[str, list[str]] = {{}}\nopen({str(tmp_path / 'mark')!r}, 'w')\n"
        )
        make_files({"lib/python3.11/site-packages/__editable___jax_0_9_0_finder.py": finder}, below="env")
        jax = view(find(str(tmp_path), str(env), {}, server=False), str(tmp_path))
        assert (jax.version, jax.how) == ("0.9.0", "editable")
        assert not (tmp_path / "mark").exists()

    @pytest.mark.parametrize("mapping", ["= __import__('os')", "= {1: 2}", "= {'jax':", "= {**x}"])
    def test_a_finder_of_another_kind_says_nothing(self, tmp_path, make_venv, make_files, mapping):
        env = make_venv("env")
        make_files({"lib/python3.11/site-packages/__editable___jax_finder.py": f"MAPPING {mapping}\n"}, below="env")
        assert view(find(str(tmp_path), str(env), {}, server=False), str(tmp_path)).version is None

    def test_a_recorded_address(self, tmp_path, make_venv, make_files, small_jax):
        env = make_venv("env")
        make_files(small_jax("0.9.0"), below="a source")
        record = {"url": f"file://{tmp_path}/a%20source", "dir_info": {"editable": True}}
        name = "lib/python3.11/site-packages/jax-0.9.0.dist-info/direct_url.json"
        make_files({name: json.dumps(record)}, below="env")
        assert view(find(str(tmp_path), str(env), {}, server=False), str(tmp_path)).how == "editable"


class TestProjectItself:
    """The opened folder is JAX's own."""

    def test_it_comes_before_an_installed_one(self, tmp_path, make_venv, make_files, small_jax):
        make_files(small_jax("0.13.0"))
        make_venv(".venv", "0.8.0")
        environment = find(str(tmp_path), None, {}, server=True)
        jax = view(environment, str(tmp_path))
        assert (jax.version, jax.how) == ("0.13.0", "the project itself")
        assert environment.search[0] == str(tmp_path)

    def test_a_folder_inside_it_counts(self, tmp_path, make_files, small_jax):
        make_files(small_jax("0.13.0"))
        assert view(find(str(tmp_path / "jax" / "_src"), None, {}, server=True), str(tmp_path)).version == "0.13.0"

    def test_a_module_named_jax_is_not_enough(self, tmp_path, make_files, make_venv):
        make_files({"jax/__init__.py": "", "jax/ffi.py": "def ffi_call(): ...\n"})
        make_venv(".venv", "0.8.0")
        assert view(find(str(tmp_path), None, {}, server=True), str(tmp_path)).version == "0.8.0"

    def test_an_installed_one_is_no_project(self, tmp_path, make_venv):
        env = make_venv("env", "0.8.0")
        inside = env / "lib" / "python3.11" / "site-packages" / "jax" / "_src"
        assert find(str(inside), None, {}, server=True).project is None
