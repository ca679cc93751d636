"""Packages that an environment finds outside its own folder: `.pth` lines and editable installs, read as data."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from prelower.jaxview.files import entries, is_file, is_folder, read_text

_FINDER = re.compile(r"__editable__\w*_finder\.py")
_MAPPING = re.compile(r"^MAPPING\b[^=\n]*=\s*(\{.*?\})\s*$", re.M | re.S)
_DIST_INFO = re.compile(r"(?P<name>[A-Za-z0-9_.]+)-(?P<version>[^-]+)\.dist-info")


class Found(NamedTuple):
    """A package's folder, and whether it is an editable install (it lies outside the environment)."""

    folder: str
    editable: bool


def search_folders(site_packages: tuple[str, ...]) -> tuple[str, ...]:
    """The folders where an environment's packages are found: its own and those of `.pth` lines and finders."""
    beyond = [folder for site in site_packages for folder in _beyond(site)]
    return tuple(dict.fromkeys((*site_packages, *beyond)))


def locate(package: str, site_packages: tuple[str, ...]) -> Found | None:
    """Where an environment finds a package, or None."""
    for site in site_packages:
        if _is_package(os.path.join(site, package)):
            return Found(os.path.join(site, package), False)
    for site in site_packages:
        for folder in (*_beyond(site), *_recorded(site, package)):
            if _is_package(os.path.join(folder, package)):
                return Found(os.path.join(folder, package), True)
    return None


def distribution_version(package: str, site_packages: tuple[str, ...]) -> str | None:
    """The version that a package's dist-info folder is named for."""
    for site in site_packages:
        for name in entries(site):
            match = _DIST_INFO.fullmatch(name)
            if match and match["name"].lower().replace("-", "_") == package:
                return match["version"]
    return None


def _is_package(folder: str) -> bool:
    return is_file(os.path.join(folder, "__init__.py"))


def _beyond(site: str) -> list[str]:
    """The folders that `.pth` lines and editable finders of one package folder add, in their order."""
    folders: list[str] = []
    names = entries(site)
    for name in names:
        if name.endswith(".pth"):
            folders += _pth_folders(site, read_text(os.path.join(site, name)) or "")
    for name in names:
        if _FINDER.fullmatch(name):
            folders += _finder_folders(read_text(os.path.join(site, name)) or "")
    return folders


def _pth_folders(site: str, text: str) -> list[str]:
    # Python executes a line that starts with `import`; here such a line is skipped.
    lines = (line.strip() for line in text.splitlines())
    paths = (os.path.join(site, line) for line in lines if line and not line.startswith(("#", "import ", "import\t")))
    return [os.path.normpath(path) for path in paths if is_folder(path)]


def _finder_folders(text: str) -> list[str]:
    """The folders that hold the packages of an editable finder's MAPPING, which is a literal."""
    match = _MAPPING.search(text)
    if not match:
        return []
    import ast

    try:
        mapping = ast.literal_eval(match[1])
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return []
    pairs = mapping.items() if isinstance(mapping, dict) else ()
    # A package mapped to a folder of another name cannot be found by its folder's name: left out.
    return [
        os.path.dirname(path)
        for name, path in pairs
        if isinstance(name, str) and isinstance(path, str) and os.path.basename(path) == name
    ]


def _recorded(site: str, package: str) -> list[str]:
    """The source folders that a package's `direct_url.json` names as an editable install."""
    for name in entries(site):
        match = _DIST_INFO.fullmatch(name)
        if match and match["name"].lower().replace("-", "_") == package:
            folder = _editable_source(read_text(os.path.join(site, name, "direct_url.json")))
            return [folder, os.path.join(folder, "src")] if folder else []
    return []


def _editable_source(text: str | None) -> str | None:
    if not text:
        return None
    import json
    from urllib.request import url2pathname

    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    url = record.get("url") if isinstance(record, dict) else None
    information = record.get("dir_info") if isinstance(record, dict) else None
    if not isinstance(url, str) or not isinstance(information, dict) or information.get("editable") is not True:
        return None
    return url2pathname(url[len("file://") :]) if url.startswith("file://") else None
