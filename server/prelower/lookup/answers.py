"""Answers kept from run to run, as JSON in the user's cache folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from prelower.lookup import codec
from prelower.values.model import Question, What

_FORMAT = 1
_MOST = 20_000
VARIABLE = "PRELOWER_CACHE_DIR"


class Answers:
    """The answers for one environment; without a folder they are kept in memory only."""

    def __init__(self, folder: str | None, fingerprint: str) -> None:
        self._path = os.path.join(folder, f"answers-{fingerprint}.json") if folder else None
        self._known: dict[str, What] | None = None
        self._fresh: dict[str, What] = {}

    def get(self, question: Question) -> What | None:
        """The answer kept for a question."""
        return self._all().get(codec.key(question))

    def put(self, question: Question, answer: What) -> None:
        """Keep an answer; `save` writes it."""
        self._all()[codec.key(question)] = answer
        self._fresh[codec.key(question)] = answer

    def save(self) -> None:
        """Write new answers, with what another process has written in the meantime; failing is no harm."""
        if not self._path or not self._fresh:
            return
        merged = {**_read(self._path), **self._fresh}
        answers = {name: codec.encode(what) for name, what in list(merged.items())[-_MOST:]}
        import json

        write_atomically(self._path, json.dumps({"format": _FORMAT, "answers": answers}, separators=(",", ":")))
        self._fresh = {}

    def _all(self) -> dict[str, What]:
        if self._known is None:
            self._known = _read(self._path) if self._path else {}
        return self._known


def cache_folder(opened: str, variables: Mapping[str, str] = os.environ) -> str | None:
    """prelower's folder in the user's cache, or None where that would lie inside the opened folder."""
    folder = _wanted_folder(variables)
    if not folder or _lies_in(folder, opened):
        return None
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder


def clear(opened: str, variables: Mapping[str, str] = os.environ) -> None:
    """Remove what is kept in the cache folder; other things in it are left alone."""
    from shutil import rmtree

    folder = cache_folder(opened, variables)
    for name in os.listdir(folder) if folder else ():
        path = os.path.join(folder or "", name)
        if name.startswith("jedi-") and os.path.isdir(path) and not os.path.islink(path):
            rmtree(path, ignore_errors=True)
        elif name.startswith(("answers-", "index-")) and name.endswith(".json"):
            try:
                os.unlink(path)
            except OSError:
                continue


def _wanted_folder(variables: Mapping[str, str]) -> str | None:
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = variables.get("LOCALAPPDATA", os.path.join(home, "AppData", "Local"))
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.path.join(home, ".cache")
    wanted = variables.get("XDG_CACHE_HOME", "")
    default = os.path.join(wanted if os.path.isabs(wanted) else base, "prelower")
    folder = variables.get(VARIABLE) or default
    return folder if os.path.isabs(folder) else None


def _lies_in(folder: str, opened: str) -> bool:
    inner, outer = os.path.realpath(folder), os.path.realpath(opened)
    try:
        return os.path.commonpath([inner, outer]) == outer
    except ValueError:  # different drives
        return False


def _read(path: str) -> dict[str, What]:
    """The answers in a file, none where it is missing, broken or of another format."""
    import json

    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict) or data.get("format") != _FORMAT or not isinstance(data.get("answers"), dict):
        return {}
    decoded = ((name, codec.decode(answer)) for name, answer in data["answers"].items() if isinstance(answer, dict))
    return {name: what for name, what in decoded if what is not None}


def write_atomically(path: str, text: str) -> None:
    """Write a file in one step, so that no one ever reads half of it."""
    from tempfile import mkstemp

    temporary = None
    try:
        descriptor, temporary = mkstemp(dir=os.path.dirname(path), prefix=".answers-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        if temporary and os.path.exists(temporary):
            _remove(temporary)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
