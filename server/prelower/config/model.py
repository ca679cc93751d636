"""The configuration: `[tool.prelower]` of a pyproject.toml, as a frozen value."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from prelower.config.baseline import Baseline

EXAMPLE = "0.12.0.1"
"""A release of JAX."""
SEVERITIES = ("error", "warning", "information", "hint", "off")
"""What a rule can be set to; off silences it."""

TEXT, TEXTS, SEVERITY_BY_RULE, RULES_BY_GLOB = "text", "texts", "severity by rule", "rules by glob"


def is_release(text: str) -> bool:
    """Whether a text can be the number of a release: digits and dots, and what a pre-release adds."""
    return re.fullmatch(r"\d+(\.\d+)+[\w.+-]*", text) is not None


class Option(NamedTuple):
    """One key of the configuration: its kind says what values it takes, `rules` that it names rules."""

    key: str
    kind: str
    description: str
    example: str
    rules: bool = False

    @property
    def field(self) -> str:
        """The name of its field in `Config`."""
        return self.key.replace("-", "_")


OPTIONS = (
    Option(
        "python",
        TEXT,
        "The environment whose JAX is looked at: its folder, or the path of its interpreter. It is read, never run.",
        '".venv"',
    ),
    Option("jax-version", TEXT, "The JAX release to assume, instead of the installed one.", '"0.7.2"'),
    Option("select", TEXTS, "The rules to check. Without it, all are.", '["vmem-limit-not-int"]', rules=True),
    Option("ignore", TEXTS, "The rules not to check.", '["flag-value-not-scalar"]', rules=True),
    Option(
        "severity",
        SEVERITY_BY_RULE,
        "The severity of a rule's findings, by rule. `off` silences the rule.",
        '{ "flag-value-not-scalar" = "warning" }',
        rules=True,
    ),
    Option(
        "per-file-ignores",
        RULES_BY_GLOB,
        "The rules not to check in the files that a glob matches.",
        '{ "tests/**" = ["vmem-limit-not-int"] }',
        rules=True,
    ),
    Option("exclude", TEXTS, "Globs of files and folders that are not checked.", '["third_party/**"]'),
    Option(
        "baseline",
        TEXT,
        "A file of findings that were there before and are not reported; `prelower check --write-baseline` writes it.",
        '".prelower-baseline.json"',
    ),
)


class Config(NamedTuple):
    """What `[tool.prelower]` says; `root` is the folder of the file, and paths and globs are relative to it."""

    root: str
    python: str | None = None
    jax_version: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: tuple[tuple[str, str], ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    baseline: Baseline | None = None

    def python_path(self) -> str | None:
        """The environment that is named, as a path; relative ones are those of the configuration's folder."""
        return placed(self.python, self.root) if self.python else None


def placed(python: str, folder: str) -> str:
    """An environment that is named in a folder; a bare name that is not there, such as python3.12, stays one."""
    path = os.path.join(folder, os.path.expanduser(python))
    return path if os.path.dirname(python) or os.path.exists(path) else python
