"""The settings an editor gives: from `initializationOptions` and from its configuration's section `prelower`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from prelower.config.editor import Setting, settings
from prelower.config.model import SEVERITIES

SECTION = "prelower"
KNOWN = tuple(setting for setting in settings(()) if not setting.client)


class Settings(NamedTuple):
    """What the server does differently when it is told so; the defaults find everything by themselves."""

    python: str | None = None
    jax_version: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    workspace_diagnostics: bool = False
    log_level: str = "info"
    log_file: str | None = None


DEFAULTS = Settings()


class _Wrong(Exception):
    """A value that a setting does not take: what it takes."""


def read(raw: object, base: Settings = DEFAULTS) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a JSON value over those in `base`, and what is wrong with it, a line each."""
    if raw is None or raw == []:  # What Neovim makes of an empty table.
        return base, ()
    if not isinstance(raw, Mapping):
        return base, (f"the settings must be an object, not {_shown(raw)}",)
    section = raw.get(SECTION)
    if section not in (None, []) and not isinstance(section, Mapping):
        return base, (f"the settings must be an object, not {_shown(section)}",)
    given = section if isinstance(section, Mapping) else raw
    problems: list[str] = []
    values: dict[str, object] = {}
    for setting in KNOWN:
        value = given.get(setting.key)
        try:
            if value is not None:
                values[_field(setting)] = _value(setting, value)
        except _Wrong as wrong:
            problems.append(f"`{setting.key}` must be {wrong}, not {_shown(value)}")
    return base._replace(**values), tuple(problems)  # type: ignore[arg-type]


def _field(setting: Setting) -> str:
    """The name of a setting's field in `Settings`."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", setting.key)


def _value(setting: Setting, value: object) -> object:
    """The value of a setting as `Settings` holds it; rules that do not exist are nothing to it."""
    kind, choices = setting.values["type"], setting.values.get("enum")
    if isinstance(choices, list):
        if value not in choices:
            raise _Wrong(f"one of {', '.join(choices)}")
        return value
    if kind == "string":
        if not isinstance(value, str):
            raise _Wrong("a string")
        return value or None
    if kind == "boolean":
        if not isinstance(value, bool):
            raise _Wrong("true or false")
        return value
    return _texts(value) if kind == "array" else _severities(value)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _Wrong("a list of strings")
    return tuple(value)


def _severities(value: object) -> tuple[tuple[str, str], ...]:
    if value == []:  # What Neovim makes of an empty table.
        return ()
    if not isinstance(value, Mapping) or not all(severity in SEVERITIES for severity in value.values()):
        raise _Wrong(f"an object whose values are of {', '.join(SEVERITIES)}")
    return tuple((str(rule), str(severity)) for rule, severity in value.items())


def python_path(settings: Settings, root: str) -> str | None:
    """The interpreter or environment that is set, as a path; relative ones are the folder's."""
    if settings.python is None:
        return None
    path = settings.python.replace("${workspaceFolder}", root)
    return os.path.join(root, os.path.expanduser(path))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
