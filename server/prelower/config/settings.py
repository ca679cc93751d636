"""The settings of an editor: some are keys of the configuration too, some are the server's own."""

from __future__ import annotations

from typing import NamedTuple

from prelower.config.model import OPTIONS, TEXT, Option

FLAG, CHOICE = "flag", "choice"
LEVELS = ("error", "warning", "info", "debug")
"""How much is logged, from little to much."""


class Setting(NamedTuple):
    """One setting under `prelower.`: its name, what values it takes, its default, and VS Code's scope for it."""

    name: str
    kind: str
    description: str
    default: object
    scope: str
    choices: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The name of its field in the server's settings."""
        return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in self.name)


def _shared(key: str, scope: str, empty: str) -> Setting:
    option = next(option for option in OPTIONS if option.key == key)
    default: object = "" if option.kind == TEXT else []
    return Setting(_camel(option), option.kind, f"{option.description} Empty: {empty}", default, scope)


def _camel(option: Option) -> str:
    first, *rest = option.key.split("-")
    return first + "".join(word.capitalize() for word in rest)


SETTINGS = (
    _shared("python", "machine-overridable", "the folder's `.venv`, then the active environment."),
    _shared("jax-version", "resource", "the installed one."),
    _shared("select", "resource", "all."),
    _shared("ignore", "resource", "none."),
    Setting(
        "workspaceDiagnostics",
        FLAG,
        "Whether all files of the opened folders are checked, not only those that are open.",
        False,
        "window",
    ),
    Setting("logLevel", CHOICE, "How much the server logs.", "info", "window", LEVELS),
    Setting("logFile", TEXT, "A file that the server's log is also written to. Empty: none.", "", "machine"),
)
"""What the server takes from the editor; the configuration file wins where it has the same key."""
