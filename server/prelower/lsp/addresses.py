"""Which file, and which project, a document's address stands for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from pygls.uris import from_fs_path, to_fs_path

from prelower.config.find import nearest
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
    """The project that a file belongs to: the nearest configured folder in the innermost opened one, else that one.

    A file outside all opened folders has its own project, a document that is no file the first folder's.
    """
    known = list(folders)
    if path is None or not os.path.isabs(path):
        return known[0] if known else NOWHERE
    around = _innermost(path, known)
    return _marked_folder(os.path.dirname(path)) if around is None else nearest(os.path.dirname(path), around)


def top_of(root: str, folders: Iterable[str]) -> str:
    """The folder that a project is looked at from: the opened one around it, else its own.

    Where it is a lone file's folder that nothing marks as a project's, it is the first opened folder.
    """
    known = list(folders)
    around = root if root in known else _innermost(root, known)
    return around or (known[0] if known and not marked(root) else root)


def lies_in(root: str, folders: Iterable[str]) -> bool:
    """Whether a folder is one of some folders, or lies in one."""
    return any(root == folder or _holds(folder, root) for folder in folders)


def _innermost(path: str, folders: Iterable[str]) -> str | None:
    return max((folder for folder in folders if _holds(folder, path)), key=len, default=None)


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
