"""Which JAX a project asks for where none is installed: exact pins in its own files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from prelower.jaxview.files import entries, read_text

_PIN = re.compile(r"\s*jax\s*(?:\[[^\]]*\])?\s*\(?\s*={2,3}\s*v?(\d[\w.+!-]*)\s*\)?\s*(?:$|[;,\s#\\])", re.I)
_ANY = re.compile(r"\s*jax\s*(?:\[[^\]]*\])?\s*(?:$|[^\w.-])", re.I)
_POETRY = re.compile(r"\s*={0,3}\s*v?(\d[\w.+!-]*)\s*")
"""A version alone is an exact one in Poetry."""
_INCLUDED = re.compile(r"\s*(?:-r|--requirement)[ \t=]*([^\s#]+)")
DEEPEST = 5
"""Requirements files that include each other are followed that far."""


class Pin(NamedTuple):
    """An exact version of JAX that a project asks for, and the file that says so."""

    version: str
    file: str


def project_pin(root: str) -> Pin | None:
    """The JAX that a project's pyproject.toml or requirements files pin, where they agree on one."""
    version = _in_pyproject(read_text(os.path.join(root, "pyproject.toml")) or "")
    return Pin(version, "pyproject.toml") if version else _in_requirements(root)


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
    seen: set[str] = set()
    pins = [Pin(version, where) for name in names for where, version in _pins_of(root, name, DEEPEST, seen)]
    return pins[0] if pins and len({pin.version for pin in pins}) == 1 else None


def _pins_of(root: str, name: str, steps: int, seen: set[str]) -> Iterator[tuple[str, str]]:
    """The pins in a requirements file and in those of the project that it includes, with the file of each."""
    outside = os.path.isabs(name) or name.startswith(os.pardir)
    if outside or name in seen or not steps:
        return
    seen.add(name)
    lines = (read_text(os.path.join(root, name)) or "").splitlines()
    yield from ((name, version) for version in _pins(lines))
    for match in filter(None, map(_INCLUDED.match, lines)):
        included = os.path.normpath(os.path.join(os.path.dirname(name), match[1]))
        yield from _pins_of(root, included, steps - 1, seen)


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
    exact = _POETRY.fullmatch(version) if isinstance(version, str) else None
    return [f"jax=={exact[1]}"] if exact else []
