"""The index of wrappers on disk: what was found in each file, by its size and time of change."""

from __future__ import annotations

import hashlib
import json
import os
from typing import NamedTuple

from prelower.imports import Import, imports_of, read_import
from prelower.lookup.answers import write_atomically
from prelower.triggers import has_trigger

FORMAT = 5


class Entry(NamedTuple):
    """What is kept of a file: its stamp, whether it has a trigger word, and its imports."""

    stamp: tuple[int, int]
    trigger: bool
    imports: tuple[Import, ...]


def entry_of(stamp: tuple[int, int], text: str, trigger: bool | None = None) -> Entry:
    """What is kept of a text; `trigger` is given where it is known already."""
    return Entry(stamp, has_trigger(text) if trigger is None else trigger, imports_of(text))


class Led(NamedTuple):
    """Which names of a file lead to something watched, given such names of the files that it imports."""

    stamp: tuple[int, int]
    words: frozenset[str]
    names: frozenset[str]


class Kept(NamedTuple):
    """All that is kept."""

    entries: dict[str, Entry]
    led: dict[str, Led]


def file_in(folder: str | None, root: str) -> str | None:
    """The file for a project."""
    if folder is None:
        return None
    return os.path.join(folder, f"index-{hashlib.sha256(os.path.abspath(root).encode()).hexdigest()[:16]}.json")


def read(path: str | None) -> Kept:
    """What was kept; nothing where the file is not there or not as it should be."""
    kept = Kept({}, {})
    if path is None:
        return kept
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if data.get("format") != FORMAT:
            return kept
        entries = {p: _entry(row) for p, row in data["files"].items()}
        led = {p: _led(entries[p].stamp, row) for p, row in data["led"].items()}
        return Kept(entries, led)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
        return kept


def write(path: str, kept: Kept) -> None:
    """Keep what was found."""
    files = {p: [*e.stamp, e.trigger, list(map(str, e.imports))] for p, e in kept.entries.items()}
    led = {
        p: [sorted(one.words), sorted(one.names)]
        for p, one in kept.led.items()
        if p in kept.entries and kept.entries[p].stamp == one.stamp
    }
    write_atomically(path, json.dumps({"format": FORMAT, "files": files, "led": led}, separators=(",", ":")))


def _entry(row: list[object]) -> Entry:
    time, size, trigger, imports = row
    if not (isinstance(time, int) and isinstance(size, int) and isinstance(imports, list)):
        raise TypeError(row)
    return Entry((time, size), bool(trigger), tuple(read_import(str(text)) for text in imports))


def _led(stamp: tuple[int, int], row: list[list[object]]) -> Led:
    words, names = row
    return Led(stamp, frozenset(map(str, words)), frozenset(map(str, names)))
