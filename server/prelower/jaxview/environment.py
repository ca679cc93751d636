"""Which Python environment the user's program runs in, found by reading files only."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from prelower.jaxview.editable import locate, search_folders
from prelower.jaxview.files import entries, is_file, is_folder
from prelower.jaxview.layout import Layout, layout, prefix_of

SETTING, FOLDER, VARIABLE, OWN, NONE = "setting", "folder", "variable", "own", "none"


class Environment(NamedTuple):
    """The user's environment: its package folders and, in words, why it is this one.

    `search` adds the folders of `.pth` lines and editable installs, and comes first with the
    opened project where that is JAX itself (`project` is then its folder).  `origin` is
    setting, folder, variable, own (prelower's own environment) or none.
    """

    site_packages: tuple[str, ...]
    how: str
    python_version: tuple[int, int] | None = None
    prefix: str | None = None
    origin: str = NONE
    search: tuple[str, ...] = ()
    project: str | None = None
    notes: tuple[str, ...] = ()


def find(root: str, python: str | None, variables: Mapping[str, str], server: bool) -> Environment:
    """The environment to look at: the setting, else the first known one that holds JAX, else the first."""
    project = jax_project(root)
    found = _by_setting(python, root, variables) if python else _by_search(root, variables, server)
    if not project:
        return found
    return found._replace(project=project, search=(project, *found.search))


def own_environment() -> Environment:
    """The environment that prelower itself is installed in."""
    sites = [path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")]
    folders = tuple(path for path in dict.fromkeys(sites) if is_folder(path))
    how = "the environment that prelower is installed in"
    return Environment(folders, how, sys.version_info[:2], sys.prefix, OWN, search_folders(folders))


def jax_project(root: str) -> str | None:
    """The folder of the JAX project that a folder is or lies in, else None."""
    folder = os.path.abspath(root)
    if is_file(os.path.join(folder, "jax", "version.py")):
        return folder
    while os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        if os.path.basename(folder) in ("site-packages", "dist-packages"):
            return None
        if is_file(os.path.join(folder, "jax", "version.py")) and is_folder(os.path.join(folder, "jax", "_src")):
            return folder
    return None


def _by_setting(python: str, root: str, variables: Mapping[str, str]) -> Environment:
    path = os.path.expanduser(python)
    inside = path if os.path.isabs(path) or not os.path.dirname(path) else os.path.join(root, path)
    if is_folder(os.path.join(root, path)):
        inside = os.path.join(root, path)
    prefix = prefix_of(inside, variables.get("PATH"))
    if prefix is None:
        return Environment((), f"`{python}` is neither a folder nor an interpreter", origin=SETTING)
    placed = layout(prefix)
    if placed is None:
        return Environment((), f"`{python}` holds no Python packages", prefix=prefix, origin=SETTING)
    return _environment(placed, f"`{python}` was asked for", SETTING)


def _by_search(root: str, variables: Mapping[str, str], server: bool) -> Environment:
    """The first candidate that holds JAX; where none does, the first one."""
    first: Environment | None = None
    notes: list[str] = []
    for prefix, why, origin in _candidates(root, variables, server):
        placed = layout(prefix)
        if placed is None:
            notes.append(f"{prefix} ({why}) holds no Python packages")
            continue
        candidate = _environment(placed, why, origin)
        if locate("jax", candidate.site_packages):
            return candidate._replace(notes=tuple(notes))
        notes.append(f"{prefix} ({why}) holds no JAX")
        first = first or candidate
    return (first or own_environment())._replace(notes=tuple(notes))


def _environment(placed: Layout, why: str, origin: str) -> Environment:
    search = search_folders(placed.site_packages)
    return Environment(placed.site_packages, why, placed.python_version, placed.prefix, origin, search)


def _candidates(root: str, variables: Mapping[str, str], server: bool) -> Iterator[tuple[str, str, str]]:
    folders, named = list(_in_folder(root)), list(_in_variables(variables))
    # An editor's variables are those of the shell that launched it; a terminal's are the user's choice.
    yield from (folders + named) if server else (named + folders)


def _in_folder(root: str) -> Iterator[tuple[str, str, str]]:
    for name in (".venv", "venv"):
        if is_folder(os.path.join(root, name)):
            yield os.path.join(root, name), f"`{name}` in the opened folder", FOLDER
    pixi = os.path.join(root, ".pixi", "envs")
    for name in sorted(entries(pixi), key=lambda name: name != "default"):
        if is_folder(os.path.join(pixi, name)):
            yield os.path.join(pixi, name), f"`.pixi/envs/{name}` in the opened folder", FOLDER


def _in_variables(variables: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if variables.get(name):
            yield variables[name], f"the variable {name}", VARIABLE
