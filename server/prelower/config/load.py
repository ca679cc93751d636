"""Reads `[tool.prelower]`; a wrong key is told with its place and what is accepted."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from prelower.config.baseline import BadBaseline, Baseline
from prelower.config.baseline import read as read_baseline
from prelower.config.find import find
from prelower.config.model import (
    OPTIONS,
    RULES_BY_GLOB,
    SEVERITIES,
    SEVERITY_BY_RULE,
    TEXT,
    TEXTS,
    Config,
    Option,
    is_release,
)
from prelower.text.lines import Lines
from prelower.text.span import Span

_START = Span(0, 0, 0, 0)


class Problem(NamedTuple):
    """What is wrong in a configuration, and where."""

    message: str
    path: str
    span: Span


class Loaded(NamedTuple):
    """A configuration and what is wrong with it; the wrong parts are as if they were not written."""

    config: Config
    path: str | None = None
    problems: tuple[Problem, ...] = ()


class _Wrong(Exception):
    """A value that an option does not take: what it takes, and the key or text to point at."""

    def __init__(self, message: str, at: str | None = None) -> None:
        super().__init__(message)
        self.at = at


def load(folder: str, rules: Iterable[str] | None = None) -> Loaded:
    """The configuration that holds in a folder; with the rules' names, those it names are checked too."""
    path = find(folder)
    if path is None:
        return Loaded(Config(os.path.abspath(folder)))
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        return Loaded(Config(os.path.dirname(path)), path, (Problem(f"cannot be read: {error}", path, _START),))
    return read(text, path, rules)


def read(text: str, path: str, rules: Iterable[str] | None = None) -> Loaded:
    """The configuration that the text of a pyproject.toml gives."""
    empty = Config(os.path.dirname(path))
    try:
        document = _parsed(text)
    except (ValueError, RecursionError) as error:
        return Loaded(empty, path, (Problem(f"is not valid TOML: {error}", path, _START),))
    tools = document.get("tool")
    table = tools.get("prelower") if isinstance(tools, dict) else None
    if table is None:
        return Loaded(empty, path)
    if not isinstance(table, dict):
        return Loaded(empty, path, (Problem("`tool.prelower` must be a table", path, _place(text, "prelower")),))
    return _from_table(table, text, path, frozenset(rules) if rules is not None else None)


def _parsed(text: str) -> dict[str, object]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads(text)


def _from_table(table: Mapping[str, object], text: str, path: str, rules: frozenset[str] | None) -> Loaded:
    options = {option.key: option for option in OPTIONS}
    values: dict[str, object] = {}
    problems: list[Problem] = []
    for key, value in table.items():
        try:
            if key not in options:
                raise _Wrong(f"unknown key `{key}`; there are: {', '.join(sorted(options))}")
            values[options[key].field] = _value(options[key], value, rules, os.path.dirname(path))
        except _Wrong as wrong:
            if key == "baseline" and isinstance(value, str):  # it is looked at again when it changes
                values[key] = Baseline(os.path.join(os.path.dirname(path), os.path.expanduser(value)))
            problems.append(Problem(str(wrong), path, _place(text, key, wrong.at)))
    return Loaded(Config(os.path.dirname(path))._replace(**values), path, tuple(problems))  # type: ignore[arg-type]


def _value(option: Option, value: object, rules: frozenset[str] | None, folder: str) -> object:
    """The value of an option as `Config` holds it; paths are those of a folder."""
    known = rules if option.rules else None
    if option.kind == TEXT:
        if not isinstance(value, str) or not value:
            raise _Wrong(f"`{option.key}` must be a string, such as {option.example}")
        if option.key == "jax-version" and not is_release(value):
            raise _Wrong(f"`{option.key}` must be a release, such as {option.example}")
        return _baseline(value, folder) if option.key == "baseline" else value
    if option.kind == TEXTS:
        return _texts(option, value, known)
    assert option.kind in (SEVERITY_BY_RULE, RULES_BY_GLOB)
    if not isinstance(value, dict):
        raise _Wrong(f"`{option.key}` must be a table, such as {option.example}")
    if option.kind == RULES_BY_GLOB:
        return tuple((glob, _texts(option, codes, known)) for glob, codes in value.items())
    return tuple((_rule(option, rule, known), _severity(rule, severity)) for rule, severity in value.items())


def _baseline(name: str, folder: str) -> Baseline:
    try:
        return read_baseline(os.path.join(folder, os.path.expanduser(name)))
    except BadBaseline as error:
        raise _Wrong(f"`baseline`: {name} {error}") from error


def _texts(option: Option, value: object, known: frozenset[str] | None) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _Wrong(f"`{option.key}` must be given lists of strings, such as {option.example}")
    return tuple(_rule(option, item, known) for item in value)


def _rule(option: Option, name: str, known: frozenset[str] | None) -> str:
    if known is not None and name not in known:
        raise _Wrong(f"unknown rule `{name}` in `{option.key}`; there are: {', '.join(sorted(known))}", name)
    return name


def _severity(rule: str, value: object) -> str:
    if not isinstance(value, str) or value not in SEVERITIES:
        raise _Wrong(f"the severity of `{rule}` must be one of: {', '.join(SEVERITIES)}", rule)
    return value


def _place(text: str, key: str, at: str | None = None) -> Span:
    """Where a key, or a text in its value, is written; the parser tells no places, so it is looked for."""
    table = re.search(r"^[ \t]*\[+[ \t]*tool[ \t]*\.[ \t]*prelower\b", text, re.M)
    start = table.start() if table else 0
    found = _search(text, key, start) or _search(text, key, 0)
    if found is None:
        return _START
    if at is not None and at != key:
        found = _search(text, at, found.start()) or found
    return Lines(text).span(*found.span())


def _search(text: str, word: str, start: int) -> re.Match[str] | None:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(text, start)
