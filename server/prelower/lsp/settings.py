"""The settings an editor gives: from `initializationOptions` and from its configuration's section `prelower`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from prelower.config.model import SEVERITIES

SECTION = "prelower"


class Settings(NamedTuple):
    """What an engine is made with; the defaults find everything by themselves."""

    python: str | None = None
    jax_version: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()


DEFAULTS = Settings()


def read(raw: object, base: Settings = DEFAULTS) -> tuple[Settings, tuple[str, ...]]:
    """The settings in a JSON value over those in `base`, and what is wrong with it, a line each."""
    if raw is None or raw == []:  # What Neovim makes of an empty table.
        return base, ()
    if not isinstance(raw, Mapping):
        return base, (f"the settings must be an object, not {_shown(raw)}",)
    section = raw.get(SECTION)
    given = section if isinstance(section, Mapping) else raw
    problems: list[str] = []
    settings = Settings(
        python=_text(given, "python", base.python, problems),
        jax_version=_text(given, "jaxVersion", base.jax_version, problems),
        select=_names(given, "select", base.select, problems),
        ignore=_names(given, "ignore", base.ignore, problems),
        severity=_severities(given, base.severity, problems),
    )
    return settings, tuple(problems)


def _text(given: Mapping[str, object], key: str, default: str | None, problems: list[str]) -> str | None:
    value = given.get(key)
    if isinstance(value, str):
        return value or None
    if value is not None:
        problems.append(f"`{key}` must be a string, not {_shown(value)}")
    return default


def _names(given: Mapping[str, object], key: str, default: tuple[str, ...], problems: list[str]) -> tuple[str, ...]:
    value = given.get(key)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if value is not None:
        problems.append(f"`{key}` must be a list of strings, not {_shown(value)}")
    return default


def _severities(
    given: Mapping[str, object], default: tuple[tuple[str, str], ...], problems: list[str]
) -> tuple[tuple[str, str], ...]:
    value = given.get("severity")
    if value is None or value == []:  # What Neovim makes of an empty table.
        return default if value is None else ()
    if isinstance(value, Mapping) and all(severity in SEVERITIES for severity in value.values()):
        return tuple((str(rule), str(severity)) for rule, severity in value.items())
    words = ", ".join(SEVERITIES)
    problems.append(f"`severity` must be an object whose values are of {words}, not {_shown(value)}")
    return default


def python_path(settings: Settings, root: str) -> str | None:
    """The interpreter or environment that is set, as a path; relative ones are the folder's."""
    if settings.python is None:
        return None
    path = settings.python.replace("${workspaceFolder}", root)
    return os.path.join(root, os.path.expanduser(path))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
