"""The parameters of every watched callable, and other names, as a release's source writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from prelower.jaxview.jax import Jax, written_version
from prelower.jaxview.watched import TARGETS

Written: TypeAlias = list[Any]
"""Names by position, names by keyword only, and whether any other keyword is taken."""
NOT_WRITTEN: dict[str, Written] = {"tpu.VMEM": [["shape", "dtype"], [], True]}
"""What is no function or class: the members of an enumeration are called."""


def read(site: Path) -> Jax:
    """The JAX of a folder such as `pip install --target` makes."""
    return Jax(
        written_version(str(site / "jax")),
        "read",
        str(site / "jax"),
        str(site / "jaxlib") if (site / "jaxlib").is_dir() else None,
    )


def parameters(site: Path) -> dict[str, Written]:
    """What each watched callable takes in the JAX of such a folder."""
    jax = read(site)
    found = {target: _written(jax, target) for target in TARGETS}
    return {target: written for target, written in found.items() if written is not None}


def _written(jax: Jax, target: str) -> Written | None:
    found = jax.written(target)
    if found is None:
        return NOT_WRITTEN.get(target)
    by_position = [p for p in found.parameters if p not in found.keyword_only]
    return [by_position, [p for p in found.parameters if p in found.keyword_only], found.var_keyword]


def rows(sites: Path, releases: list[str]) -> dict[str, list[list[Any]]]:
    """The same by release, from a folder with one of them for each; releases that agree are one row."""
    found: dict[str, list[list[Any]]] = {target: [] for target in TARGETS}
    for release in releases:
        for target, written in parameters(sites / release).items():
            known = found[target]
            if known and known[-1][2:] == written:
                known[-1][1] = release
            else:
                known.append([release, release, *written])
    return found
