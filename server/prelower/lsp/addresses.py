"""Which file, and which project, a document's address stands for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from pygls.uris import from_fs_path, to_fs_path

from prelower.discover import marked

DRIVE = re.compile(r"^/[A-Za-z]:(?=/|$)")

NOWHERE = os.path.join(os.path.abspath(os.sep), "no-folder")
"""The root of documents that belong to no folder; it does not exist, so nothing is read there."""


def document_key(uri: str) -> str:
    """One key for all spellings of a document's address."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return uri
    path = unquote(parts.path)
    if parts.scheme == "file" and DRIVE.match(path):
        path = path[:2].lower() + path[2:]
    tail = f"?{parts.query}" * bool(parts.query) + f"#{parts.fragment}" * bool(parts.fragment)
    return f"{parts.scheme}://{parts.netloc.lower()}{path}{unquote(tail)}"


def file_path(uri: str) -> str | None:
    """The path of a document that is a file."""
    try:
        return to_fs_path(uri)
    except ValueError:
        return None


def file_uri(path: str) -> str:
    """The address of a file."""
    return from_fs_path(path) or path


def virtual_path(uri: str, root: str) -> str:
    """A path for a document that is no file: its last name, in the folder it would be saved to."""
    name = os.path.basename(document_key(uri).split("://", 1)[-1].rstrip("/"))
    return os.path.join(root, name or "untitled")


def root_of(path: str | None, folders: Iterable[str]) -> str:
    """The project that a file belongs to: the innermost opened folder, else the first one, else its own project."""
    known = list(folders)
    if path is not None:
        around = [folder for folder in known if _holds(folder, path)]
        if around:
            return max(around, key=len)
    if known:
        return known[0]
    return NOWHERE if path is None else _marked_folder(os.path.dirname(path))


def _holds(folder: str, path: str) -> bool:
    return path.startswith(folder.rstrip("/\\") + os.sep)


def _marked_folder(folder: str) -> str:
    """The nearest folder upwards that looks like a project, else the folder itself."""
    here = folder
    while True:
        if marked(here):
            return here
        if (above := os.path.dirname(here)) == here:
            return folder
        here = above
