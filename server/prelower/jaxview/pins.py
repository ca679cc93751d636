"""Which JAX a project asks for where none is installed: exact pins in its own files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from prelower.jaxview.files import entries, read_text

_PIN = re.compile(r"\s*jax\s*(?:\[[^\]]*\])?\s*\(?\s*={2,3}\s*v?(\d[\w.+!-]*)\s*\)?\s*(?:$|[;,\s#\\])", re.I)
_ANY = re.compile(r"\s*jax\s*(?:\[[^\]]*\])?\s*(?:$|[^\w.-])", re.I)
_SCRIPT = re.compile(r"^# /// script\s*$\n((?:^#(?: .*)?$\n?)*?)^# ///\s*$", re.M)


class Pin(NamedTuple):
    """An exact version of JAX that a project asks for, and the file that says so."""

    version: str
    file: str


def project_pin(root: str) -> Pin | None:
    """The JAX that a project's pyproject.toml or requirements files pin, where they agree on one."""
    version = _in_pyproject(read_text(os.path.join(root, "pyproject.toml")) or "")
    return Pin(version, "pyproject.toml") if version else _in_requirements(root)


def script_pin(text: str) -> str | None:
    """The JAX that a script's inline metadata (PEP 723) pins."""
    match = _SCRIPT.search(text) if "# /// script" in text else None
    if not match:
        return None
    block = "\n".join(line[2:] if line.startswith("# ") else line[1:] for line in match[1].splitlines())
    return _agreed(_strings(_toml(block), "dependencies"))


def _in_pyproject(text: str) -> str | None:
    if "jax" not in text:
        return None
    data = _toml(text)
    project = _table(data, "project")
    main = _strings(project, "dependencies")
    if pinned := _agreed(main):
        return pinned
    if pinned := _agreed(_all_strings(_table(data, "dependency-groups"))):
        return pinned
    if pinned := _agreed(_poetry(data)):
        return pinned
    # An extra such as `oldest = ["jax==0.4.30"]` does not say what runs here where the project allows a range.
    return None if any(map(_ANY.match, main)) else _agreed(_all_strings(_table(project, "optional-dependencies")))


def _in_requirements(root: str) -> Pin | None:
    folder = os.path.join(root, "requirements")
    names = [name for name in entries(root) if name.startswith("requirements") and name.endswith((".txt", ".in"))]
    names += [os.path.join("requirements", name) for name in entries(folder) if name.endswith((".txt", ".in"))]
    texts = [(name, read_text(os.path.join(root, name)) or "") for name in names]
    pins = [Pin(version, name) for name, text in texts for version in _pins(text.splitlines())]
    return pins[0] if pins and len({pin.version for pin in pins}) == 1 else None


def _pins(requirements: Iterable[str]) -> list[str]:
    matches = (_PIN.match(line) for line in requirements)
    return [match[1] for match in matches if match]


def _agreed(requirements: Iterable[str]) -> str | None:
    versions = set(_pins(requirements))
    return versions.pop() if len(versions) == 1 else None


def _toml(text: str) -> dict[str, object]:
    try:
        import tomllib as toml
    except ImportError:
        import tomli as toml  # type: ignore[no-redef]
    try:
        return toml.loads(text)
    except (ValueError, RecursionError):
        return {}


def _table(data: dict[str, object], *keys: str) -> dict[str, object]:
    for key in keys:
        value = data.get(key)
        data = value if isinstance(value, dict) else {}
    return data


def _strings(data: dict[str, object], key: str) -> list[str]:
    value = data.get(key)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _all_strings(data: dict[str, object]) -> list[str]:
    return [item for key in data for item in _strings(data, key)]


def _poetry(data: dict[str, object]) -> list[str]:
    wanted = _table(data, "tool", "poetry", "dependencies").get("jax")
    version = wanted.get("version") if isinstance(wanted, dict) else wanted
    return ["jax" + version] if isinstance(version, str) else []
