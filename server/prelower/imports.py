"""What a text imports, found without parsing it, and where the project would have it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from prelower.values.world import FOREIGN

_STATEMENT = re.compile(
    r"^[ \t]*(?:from[ \t]*(?P<origin>[.\w \t]*?)[ \t]*\bimport\b[ \t]*(?P<names>\([^)]*\)|(?:[^\\\n;#]|\\\r?\n)*)"
    r"|import[ \t]+(?P<modules>(?:[^\\\n;#]|\\\r?\n)*))"
    r"|\b(?:import_module|__import__)\(\s*(?:name\s*=\s*)?[\"'](?P<literal>[\w.]+)[\"'](?!\s*\+)"
    r"|\b(?:import_module|__import__)\(\s*(?:f[\"'](?P<below>\.*[\w.]*?)\.?\{|[\"'](?P<under>\.*[\w.]*?)\.?[\"']\s*\+)"
    r"|[\"'](?P<lazy>\.*[^\W\d][\w.]*)[\"']",
    re.M,
)
_LAZY = ("import_module", "__getattr__")
"""Words of a file whose texts may name modules: `{"launch": ".ops"}`, `import_module("new" if NEW else "old")`."""
BELOW = "**"
"""In place of a name: any module of that package, whose name is made up at run time."""
_COMMENT = re.compile(r"#[^\n]*")
_NAME = re.compile(r"(\*|[^\W\d]\w*)(?:[ \t\\\r\n]+as[ \t\\\r\n]+(\w+))?")
_MODULE = re.compile(r"([^\W\d][\w.]*)(?:[ \t\\\r\n]+as[ \t\\\r\n]+(\w+))?")
_AROUND = os.sep + "__init__.py"


class Import(NamedTuple):
    """A module that is imported, dots before it if relative, and what of it; no names: the module itself.

    `renamed` has what gets another name, and that name; the module itself is the empty text.
    """

    module: str
    names: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        renamed = ",".join("=".join(pair) for pair in self.renamed)
        return ":".join((self.module, ",".join(self.names), renamed)).rstrip(":")


def read_import(text: str) -> Import:
    """An import from what `str` makes of it."""
    module, names, renamed = (*text.split(":"), "", "")[:3]
    pairs = (pair.partition("=") for pair in renamed.split(",") if pair)
    return Import(module, tuple(filter(None, names.split(","))), tuple((old, new) for old, _, new in pairs))


def imports_of(text: str) -> tuple[Import, ...]:
    """All imports of a text that may be of the project's modules, each once."""
    if "import" not in text:
        return ()
    lazy = any(word in text for word in _LAZY)
    found = (item for match in _STATEMENT.finditer(text) if lazy or not match["lazy"] for item in _imports(match))
    return tuple(dict.fromkeys(item for item in found if item.module.split(".")[0] not in FOREIGN))


def _imports(match: re.Match[str]) -> Iterator[Import]:
    if match["below"] is not None or match["under"] is not None:
        yield Import(match["below"] or match["under"] or ".", (BELOW,))
    elif (literal := match["literal"] or match["lazy"]) is not None:
        yield Import(literal)
    elif (modules := match["modules"]) is not None:
        yield from (Import(name, (), (("", new),) if new else ()) for name, new in _MODULE.findall(modules))
    elif module := re.sub(r"\s", "", match["origin"]):
        names = _NAME.findall(_COMMENT.sub("", match["names"]))
        yield Import(module, tuple(dict.fromkeys(old for old, _ in names)), tuple(p for p in names if p[1]))


def stem(path: str) -> str:
    """The path of a module without its ending; that of a package is its folder's."""
    return path[: -len(_AROUND)] if path.endswith(_AROUND) else os.path.splitext(path)[0]


def bases(path: str, item: Import, roots: Iterable[str]) -> Iterator[str]:
    """The stems that an import of a file may mean."""
    module = item.module.lstrip(".")
    level = len(item.module) - len(module)
    if level:
        folder = os.path.dirname(path)
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        roots = (folder,)
    for root in roots:
        yield os.path.join(root, *module.split(".")) if module else root


def above(base: str, item: Import) -> Iterator[str]:
    """The packages around a module that `import a.b.c` binds too."""
    for _ in range(item.module.strip(".").count(".")):
        base = os.path.dirname(base)
        yield base


def around(place: str, root: str) -> Iterator[str]:
    """A stem and the folders around it, up to the project's."""
    while len(place) > len(root) and os.path.dirname(place) != place:
        yield place
        place = os.path.dirname(place)


def closure(start: str, step: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """All that is come to from a start by one step after another."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = set(step(waiting.pop())) - found
        found |= new
        waiting += new
    return frozenset(found)
