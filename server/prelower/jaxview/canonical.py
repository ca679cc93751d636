"""What a dotted name of the installed JAX leads to: its re-exports, deprecations and removals followed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from prelower.jaxview.files import entries, is_file, is_folder
from prelower.jaxview.source import DEPRECATED, REMOVED, Module, read_module

_DEPTH = 12


class Resolved(NamedTuple):
    """Whether a name exists (None: not known), where it is defined, and JAX's words on its deprecation or removal."""

    exists: bool | None
    canonical: str | None = None
    message: str | None = None
    deprecated: bool = False


NOT_KNOWN = Resolved(None)


class Sources:
    """The installed packages that may be read, by name: `jax`, `jaxlib`."""

    def __init__(self, folders: Mapping[str, str]) -> None:
        self._folders = dict(folders)
        self.read: set[str] = set()

    def resolve(self, dotted: str, depth: int = 0) -> Resolved:
        """What a dotted name leads to in the installed source."""
        parts = dotted.split(".")
        if parts[0] not in self._folders or depth > _DEPTH:
            return NOT_KNOWN
        count, path = self._module_path(parts)
        if path is None:
            return NOT_KNOWN
        if count == len(parts):
            return Resolved(True, dotted)
        module = self._read(".".join(parts[:count]), path) if path.endswith(".py") else None
        return self._member(module, parts[count:], depth) if module else NOT_KNOWN

    def module(self, dotted: str) -> Module | None:
        """The module of a dotted name, where it is one with Python source."""
        parts = dotted.split(".")
        if parts[0] not in self._folders:
            return None
        count, path = self._module_path(parts)
        return self._read(dotted, path) if count == len(parts) and path and path.endswith(".py") else None

    def _read(self, name: str, path: str) -> Module | None:
        self.read.add(path)
        return read_module(name, path)

    def _module_path(self, parts: list[str]) -> tuple[int, str | None]:
        """How many of the parts name a module, and that module's file (a folder for a namespace package)."""
        base = self._folders[parts[0]]
        path = _file_of(base)
        for count, part in enumerate(parts[1:], 1):
            base = os.path.join(base, part)
            deeper = _file_of(base)
            if deeper is None:
                return count, path
            path = deeper
        return len(parts), path

    def _member(self, module: Module, rest: list[str], depth: int) -> Resolved:
        name = rest[0]
        binding = module.binding(name)
        if binding is None:
            return self._unbound(module, rest, depth)
        if binding.kind == REMOVED:
            return Resolved(False, None, binding.message)
        if binding.target is None:
            found = Resolved(True, f"{module.name}.{name}") if len(rest) == 1 else NOT_KNOWN
        else:
            target = ".".join([binding.target, *rest[1:]])
            found = NOT_KNOWN if target == f"{module.name}.{name}" else self.resolve(target, depth + 1)
            if len(rest) == 1:  # the module imports it, so it is there, whatever is known of its origin
                found = found._replace(exists=True, canonical=found.canonical or target)
        if binding.kind == DEPRECATED:
            return found._replace(message=binding.message, deprecated=True)
        return found

    def _unbound(self, module: Module, rest: list[str], depth: int) -> Resolved:
        for star in module.stars:
            found = self.resolve(".".join([star, *rest]), depth + 1)
            if found.exists is not False:
                return found
        return NOT_KNOWN if module.guesses(rest[0]) else Resolved(False)


def _file_of(base: str) -> str | None:
    """The file of the module at a path without ending; an extension module's or a folder's is no `.py`."""
    for path in (os.path.join(base, "__init__.py"), base + ".py"):
        if is_file(path):
            return path
    if is_folder(base):
        return base
    folder, name = os.path.split(base)
    compiled = (entry for entry in entries(folder) if entry.startswith(name + ".") and entry.endswith((".so", ".pyd")))
    return next((os.path.join(folder, entry) for entry in compiled), None)
