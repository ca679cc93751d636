"""The settings an editor gives: from `initializationOptions` and from its configuration's section `prelower`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from prelower.config.model import TEXT, TEXTS
from prelower.config.settings import CHOICE, FLAG, SETTINGS, Setting

SECTION = "prelower"


class Settings(NamedTuple):
    """What the server does differently when it is told so; the defaults find everything by themselves."""

    python: str | None = None
    jax_version: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
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
    given = section if isinstance(section, Mapping) else raw
    problems: list[str] = []
    values: dict[str, object] = {}
    for setting in SETTINGS:
        value = given.get(setting.name)
        try:
            if value is not None:
                values[setting.field] = _value(setting, value)
        except _Wrong as wrong:
            problems.append(f"`{setting.name}` must be {wrong}, not {_shown(value)}")
    return base._replace(**values), tuple(problems)  # type: ignore[arg-type]


def _value(setting: Setting, value: object) -> object:
    """The value of a setting as `Settings` holds it."""
    if setting.kind == TEXT:
        if not isinstance(value, str):
            raise _Wrong("a string")
        return value or None
    if setting.kind == TEXTS:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise _Wrong("a list of strings")
        return tuple(value)
    if setting.kind == FLAG:
        if not isinstance(value, bool):
            raise _Wrong("true or false")
        return value
    assert setting.kind == CHOICE
    if value not in setting.choices:
        raise _Wrong(f"one of {', '.join(setting.choices)}")
    return value


def python_path(settings: Settings, root: str) -> str | None:
    """The interpreter or environment that is set, as a path; relative ones are the folder's."""
    if settings.python is None:
        return None
    path = settings.python.replace("${workspaceFolder}", root)
    return os.path.join(root, os.path.expanduser(path))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
