"""The names that come and go in the modules a kernel's author uses, as the sources of all releases write them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from read_parameters import read

from prelower.jaxview.jax import Jax

Row: TypeAlias = list[str | None]
MODULES = (
    "jax.experimental.pallas",
    "jax.experimental.pallas.tpu",
    "jax.experimental.pallas.triton",
    "jax.experimental.pallas.mosaic_gpu",
    "jax.ffi",
    "jax.extend.ffi",
)


def rows(sites: Path, releases: list[str]) -> dict[str, list[Row]]:
    """Of each public name that not every release has, or of which one warns: since, until, state, JAX's words."""
    found: dict[str, list[Row]] = {}
    jaxes = {release: read(sites / release) for release in releases}
    for name in sorted({name for release in releases for name in _written(sites / release)}):
        states = [(release, *_state(jax, name)) for release, jax in jaxes.items()]
        if all(state != "unknown" for _, state, _ in states) and len({state for _, state, _ in states}) > 1:
            found[name] = _merged(states)
    return found


def _state(jax: Jax, name: str) -> tuple[str, str | None]:
    found = jax.resolve_in_source(name)
    if found.exists is None:
        return "unknown", None
    state = "deprecated" if found.exists and found.deprecated else "yes" if found.exists else "no"
    return state, None if state == "yes" else found.message


def _merged(states: list[tuple[str, str, str | None]]) -> list[Row]:
    merged: list[Row] = []
    for release, state, words in states:
        if merged and merged[-1][2:] == [state, words]:
            merged[-1][1] = release
        else:
            merged.append([release, release, state, words])
    return merged


def _written(site: Path) -> Iterator[str]:
    """The public names in the text of the modules: what they import, define, or warn of."""
    for module in MODULES:
        base = site / module.replace(".", "/")
        path = next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()), None)
        names = _names(ast.parse(path.read_text(encoding="utf-8"))) if path else ()
        yield from (f"{module}.{name}" for name in names if not name.startswith("_"))


def _names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname for alias in node.names if alias.asname)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
            if isinstance(node.value, ast.Dict):
                keys = [key.value for key in node.value.keys if isinstance(key, ast.Constant)]
                yield from (key for key in keys if isinstance(key, str))
