"""What the VS Code manifest and the page of settings say, made from the settings of `prelower.config`."""

from __future__ import annotations

import json
from collections.abc import Iterable

from prelower.config.editor import Setting, settings
from prelower.config.model import OPTIONS

MANIFEST = "vscode-client/package.json"
PAGE = "docs/settings.md"
SCOPES = {"window": "window", "resource": "folder", "machine-overridable": "machine, or trusted folder"}


def manifest(text: str, rules: Iterable[str]) -> str:
    """The manifest with the settings written in."""
    package = json.loads(text)
    known = settings(rules)
    properties = {f"prelower.{setting.key}": _property(setting) for setting in known}
    package["contributes"]["configuration"]["properties"] = properties
    restricted = [f"prelower.{setting.key}" for setting in known if setting.restricted]
    package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] = restricted
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


def page(rules: Iterable[str]) -> str:
    """The page of settings: those of the project's file, then those of the editors."""
    options = "".join(f"| `{option.key}` | {option.description} | `{option.example}` |\n" for option in OPTIONS)
    editor = "".join(_row(setting) for setting in settings(rules))
    return f"{HEAD}{options}{EDITORS}{editor}"


def _property(setting: Setting) -> dict[str, object]:
    return {
        **setting.values,
        "default": setting.default,
        "scope": setting.scope,
        "markdownDescription": setting.description,
    }


def _row(setting: Setting) -> str:
    default = json.dumps(setting.default)
    where = "VS Code" if setting.client else "all"
    return f"| `{setting.key}` | {setting.description} | `{default}` | {where} | {SCOPES[setting.scope]} |\n"


HEAD = """\
<!-- Written by `make generate` from `server/prelower/config`. -->

# Settings

## Of the project

The table `[tool.prelower]` of the nearest `pyproject.toml`, from a file upwards. It holds for the command line \
and for every editor, and wins over the editor's settings.

| key | what it says | example |
| --- | --- | --- |
"""

EDITORS = """
## Of the editor

In VS Code under `prelower.`; other editors send those marked "all" as the section `prelower` \
or as `initializationOptions`.

| key | what it says | default | editors | where it can be set |
| --- | --- | --- | --- | --- |
"""
