"""The world a run sees: the project's modules, and what is known of names outside the project."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from prelower.values.model import Question, What

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement
    from prelower.text.source import Source
    from prelower.values.outside import Changes
    from prelower.values.remembered import Remembered


FOREIGN = frozenset(
    {"jax", "jaxlib", "numpy", "typing", "functools", "dataclasses", "math", "os", "sys", "enum", "ml_dtypes"}
)
"""Packages that are never followed, even where the opened project is one of them: they are known by name."""
NOTHING: Mapping[str, Changes] = MappingProxyType({})


class Watched(NamedTuple):
    """A callable of JAX's that prelower watches.

    `target` is its stable name whatever the release calls it; `parameters` are in positional
    order; `result` is record (an object with the arguments as fields), callable (calling it
    meets `result_target`) or opaque; `var_keyword`: it takes any further keyword.
    """

    target: str
    parameters: tuple[str, ...]
    keyword_only: frozenset[str] = frozenset()
    result: str = "opaque"
    result_target: str | None = None
    var_keyword: bool = False


class LibraryView(Protocol):
    """What may be known about names outside the project."""

    version: str | None
    """The release of the user's JAX, where that is known."""

    def watched(self, dotted: str) -> Watched | None:
        """The watched callable that a dotted name leads to in any release."""
        ...

    def comes_and_goes(self, dotted: str) -> bool:
        """Whether some release of JAX has this name and another does not, or warns of it."""
        ...

    def exists(self, dotted: str) -> bool | None:
        """Whether the user's JAX or another package has this dotted name; None where that is not known."""
        ...


class ModuleText(NamedTuple):
    """A module of the project: its dotted name, path and statements."""

    name: str
    path: str
    statements: tuple[Statement, ...]
    package: bool


class World:
    """What one run may look at, and a record of what it has read."""

    def __init__(
        self,
        library: LibraryView,
        read: Callable[[str], Source | None],
        parse: Callable[[str], tuple[Statement, ...]],
        roots: tuple[str, ...],
        answers: Callable[[Question], What | None] = lambda question: None,
        remembered: Remembered | None = None,
        answered: int = 0,
        outside: Mapping[str, Changes] = NOTHING,
        libraries: Mapping[str, str] = MappingProxyType({}),
        chosen: bool = False,
    ) -> None:
        self.library = library
        self.chosen = chosen
        """Whether other files may mean the file that is run for other releases of JAX."""
        self._libraries = libraries
        """By import name: the folders of installed packages that are read like the project."""
        self.outside = outside
        """By path of a module: what other files set in it."""
        self.answer = answers
        self.read: dict[str, str | None] = {}
        self._source = read
        self._parse = parse
        self._roots = roots
        self.remembered = remembered
        self.answered = answered
        self._located: dict[str, tuple[str, bool] | None] = {}

    def text(self, path: str) -> str | None:
        """The text of a file, noted as read."""
        source = self._source(path)
        self.read[path] = source.text if source else None
        return source.text if source else None

    def locate(self, name: str) -> tuple[str, bool] | None:
        """Where the project's module of this name is, and whether it is a package; None if it is not the project's."""
        if name not in self._located:
            self._located[name] = self._locate(name)
        return self._located[name]

    def _locate(self, name: str) -> tuple[str, bool] | None:
        if not name or name.split(".")[0] in FOREIGN:
            return None
        installed = self._libraries.get(name.split(".")[0])
        for root in (*self._roots, *([installed] if installed else [])):
            base = os.path.join(root, *name.split("."))
            for path, package in ((os.path.join(base, "__init__.py"), True), (base + ".py", False)):
                if os.path.isfile(path) or self._source(path) is not None:
                    return path, package
                self.read.setdefault(path, None)  # a file that appears there changes the answer
        return None

    def load(self, name: str) -> ModuleText | None:
        """The project's module of this absolute name, or None where it is not the project's."""
        found = self.locate(name)
        text = self.text(found[0]) if found else None
        return ModuleText(name, found[0], self._parse(text), found[1]) if found and text is not None else None

    def parsed(self, text: str) -> tuple[Statement, ...]:
        """The statements of a text."""
        return self._parse(text)

    def is_namespace(self, name: str) -> bool:
        """Whether a name is a folder of the project's without `__init__.py`."""
        parts = name.split(".")
        return parts[0] not in FOREIGN and any(os.path.isdir(os.path.join(root, *parts)) for root in self._roots)


def module_name(path: str, roots: tuple[str, ...]) -> str:
    """The dotted name by which a file of the project is imported."""
    for root in roots:
        inside = os.path.relpath(path, root)
        if not inside.startswith(os.pardir):
            stem = inside[:-3] if inside.endswith(".py") else inside
            name = stem.replace(os.sep, ".")
            return name[: -len(".__init__")] if name.endswith(".__init__") else name
    return os.path.splitext(os.path.basename(path))[0]
