"""Where an environment's packages lie, read from its folders alone; no interpreter is ever run."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from prelower.jaxview.files import entries, is_folder, read_text

_PYTHON = re.compile(r"(?:python|pypy)(\d+)\.(\d+)")
_VERSION = re.compile(r"(\d+)\.(\d+)")


class Layout(NamedTuple):
    """The package folders of one environment, in the order in which Python searches them."""

    prefix: str
    site_packages: tuple[str, ...]
    python_version: tuple[int, int] | None


def layout(prefix: str) -> Layout | None:
    """The layout of an environment's folder, or None where it holds no Python packages."""
    settings = venv_settings(prefix)
    version = _version_in(settings.get("version_info") or settings.get("version", "")) or _conda_version(prefix)
    folders, found = _package_folders(prefix, version)
    version = version or found
    if settings.get("include-system-site-packages", "").lower() == "true" and settings.get("home"):
        folders += _package_folders(_prefix_above(settings["home"]), version)[0]
    if not folders:
        return None
    return Layout(os.path.abspath(prefix), tuple(dict.fromkeys(folders)), version)


def prefix_of(python: str, search: str | None) -> str | None:
    """The environment's folder for a setting: a folder, an interpreter's path, or a command on the search path."""
    path = os.path.expanduser(python)
    if is_folder(path):
        return path
    if os.path.dirname(path) == "":
        from shutil import which

        path = which(path, path=search) or ""
    if not os.path.isfile(path):
        return None
    # A venv's interpreter is a link to the base one: the folder it stands in counts, not what it points to.
    standing = _prefix_above(os.path.dirname(os.path.abspath(path)))
    return standing if layout(standing) else _prefix_above(os.path.dirname(os.path.realpath(path)))


def venv_settings(prefix: str) -> dict[str, str]:
    """The keys of a `pyvenv.cfg`, empty where there is none."""
    text = read_text(os.path.join(prefix, "pyvenv.cfg")) or ""
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line)
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def _prefix_above(folder: str) -> str:
    """The environment's folder of an interpreter's folder: `bin` and `Scripts` are one below it."""
    return os.path.dirname(folder) if os.path.basename(folder).lower() in ("bin", "scripts") else folder


def _version_in(text: str) -> tuple[int, int] | None:
    match = _VERSION.match(text)
    return (int(match[1]), int(match[2])) if match else None


def _conda_version(prefix: str) -> tuple[int, int] | None:
    # Conda links lib/python3.1 to lib/python3.10, so that the folder's name does not say the version.
    for name in entries(os.path.join(prefix, "conda-meta")):
        if re.match(r"python-\d", name):
            return _version_in(name[len("python-") :])
    return None


def _package_folders(prefix: str, version: tuple[int, int] | None) -> tuple[list[str], tuple[int, int] | None]:
    """The package folders below a prefix, of one Python version, and that version."""
    found: dict[tuple[int, int], list[str]] = {}
    for library in ("lib", "lib64", os.path.join("local", "lib")):
        for name in entries(os.path.join(prefix, library)):
            match = _PYTHON.fullmatch(name)
            key = (int(match[1]), int(match[2])) if match else (0, 0) if name == "python3" else None
            if key is not None:
                found.setdefault(key, []).extend(_existing(os.path.join(prefix, library, name)))
    chosen = version or max((key for key, folders in found.items() if folders), default=None)
    folders = found.get(chosen or (0, 0), []) + (found.get((0, 0), []) if chosen else [])
    windows = [path for path in (os.path.join(prefix, "Lib", "site-packages"),) if not folders and is_folder(path)]
    return _distinct(folders + windows), chosen if chosen != (0, 0) else None


def _existing(library: str) -> list[str]:
    paths = (os.path.join(library, name) for name in ("site-packages", "dist-packages"))
    return [path for path in paths if is_folder(path)]


def _distinct(folders: list[str]) -> list[str]:
    """The folders without those that are links to an earlier one (`lib64` is often a link to `lib`)."""
    seen: dict[str, str] = {}
    for folder in folders:
        seen.setdefault(os.path.realpath(folder), folder)
    return list(seen.values())
