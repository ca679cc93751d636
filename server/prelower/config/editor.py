"""The settings of the editors, under `prelower.`: what the VS Code manifest and the page of settings are made from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from prelower.config.model import OPTIONS, Option
from prelower.config.schema import Json, values

ANYWHERE, FOLDER, MACHINE = "window", "resource", "machine-overridable"
"""Where VS Code lets a setting be set: per window, per folder, or per machine with the folder's last word."""


class Setting(NamedTuple):
    """One setting: `client` ones are the editor extension's own; `restricted` ones count in trusted folders only."""

    key: str
    scope: str
    description: str
    values: Json
    default: object
    client: bool = False
    restricted: bool = False


def settings(rules: Iterable[str]) -> tuple[Setting, ...]:
    """All settings: those that `[tool.prelower]` has too, and those of the VS Code extension alone."""
    rule: Json = {"type": "string", "enum": sorted(rules)}
    shared = {option.key: option for option in OPTIONS}
    return (
        Setting("enable", ANYWHERE, "Whether prelower checks Python files.", {"type": "boolean"}, True, client=True),
        # A path may name another machine's share, so that even looking at it tells who looks.
        _shared(shared["python"], rule, "", MACHINE, PYTHON, restricted=True),
        _shared(shared["jax-version"], rule, "", FOLDER, JAX_VERSION),
        _shared(shared["select"], rule, [], FOLDER),
        _shared(shared["ignore"], rule, [], FOLDER),
        _shared(shared["severity"], rule, {}, FOLDER),
        Setting("workspaceDiagnostics", ANYWHERE, EVERYWHERE, {"type": "boolean"}, False),
        Setting("logLevel", ANYWHERE, "How much the server logs.", LEVELS, "info"),
        Setting("logFile", MACHINE, LOG_FILE, {"type": "string"}, "", restricted=True),
        Setting("server.interpreter", MACHINE, INTERPRETER, {"type": "string"}, "", client=True, restricted=True),
        Setting("server.command", MACHINE, COMMAND, TEXTS, [], client=True, restricted=True),
        Setting("trace.server", ANYWHERE, TRACE, TRACES, "off", client=True),
    )


PYTHON = "Empty: what the Python extension has chosen, then the folder's `.venv`, then the active environment."
JAX_VERSION = "Such as `0.7.2`."
INTERPRETER = (
    "The Python, 3.10 or newer, that runs prelower. It needs nothing installed. "
    "Empty: the one that the Python extension has chosen, then `python3`, `python` or `py -3`."
)
COMMAND = (
    'A command that starts the server, such as `["prelower", "server"]`, instead of the prelower '
    "that comes with the extension."
)
EVERYWHERE = "Whether all files of the opened folders are checked, not only those that are open."
LOG_FILE = "A file that the server's log is written to as well. Empty: none."
LEVELS: Json = {"type": "string", "enum": ["error", "warning", "info", "debug"]}
TRACE = "What of the talk with the server is logged."
TEXTS: Json = {"type": "array", "items": {"type": "string"}}
TRACES: Json = {"type": "string", "enum": ["off", "messages", "verbose"]}


def camel(key: str) -> str:
    """The editors' spelling of a key of `[tool.prelower]`."""
    first, *rest = key.split("-")
    return first + "".join(word.capitalize() for word in rest)


def _shared(
    option: Option, rule: Json, default: object, scope: str, more: str = "", restricted: bool = False
) -> Setting:
    description = f"{option.description} {more}".strip()
    return Setting(camel(option.key), scope, description, values(option, rule), default, restricted=restricted)
