"""Which paths are folders, or were some before they went."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from prelower.discover import folders_around

if TYPE_CHECKING:
    from prelower.lsp.session import Session


def folders_among(paths: list[str], session: Session) -> set[str]:
    """Those of the paths that are folders, or were some; what nobody has seen is taken for one by its name."""
    gone = [path for path in paths if not os.path.lexists(path)]
    return {path for path in paths if os.path.isdir(path)} | _gone(gone, session)


def _gone(gone: list[str], session: Session) -> set[str]:
    entries = list(session.entries.values()) if gone else []
    read = {path for entry in entries if entry.analysis is not None for path in entry.analysis.read}
    around = folders_around(read | set(map(session.real_path, read)))  # a link may lead to what is gone
    return {
        path
        for path in gone
        if path in around
        or session.real_path(path) in around
        or any(index.holds_files(path) for index in session.indexes())
        or not os.path.splitext(path)[1]
    }
