"""Globs of paths, as in a .gitignore: `**` spans folders, a glob without a slash matches at any depth."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache


def matches(path: str, globs: Iterable[str], root: str) -> bool:
    """Whether a path, or a folder that it lies in, is matched by one of the globs relative to the root."""
    relative = os.path.relpath(os.path.abspath(path), root).replace(os.sep, "/")
    if relative.startswith("../"):
        return False
    parts = relative.split("/")
    places = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return any(_pattern(glob).fullmatch(place) for glob in globs for place in places)


@lru_cache(maxsize=256)
def _pattern(glob: str) -> re.Pattern[str]:
    """The regular expression of a glob."""
    body = glob.strip("/")
    prefix = "" if "/" in glob.rstrip("/") else "(?:.*/)?"
    return re.compile(prefix + "".join(_piece(token) for token in _TOKEN.findall(body)), re.S)


_TOKEN = re.compile(r"/\*\*/|\*\*/|/\*\*|\*+|\?|\[[^\]]+\]|[^*?\[/]+|.", re.S)


def _piece(token: str) -> str:
    fixed = {"/**/": "/(?:.*/)?", "**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    if token in fixed:
        return fixed[token]
    if token.startswith("[") and len(token) > 2:
        inside = token[1:-1].replace("\\", r"\\")
        return f"[^{inside[1:]}]" if inside.startswith("!") else f"[{inside}]"
    return re.escape(token)
