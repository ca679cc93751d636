"""Which installed packages ask for JAX: they may wrap it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from prelower.jaxview.environment import Environment
from prelower.jaxview.files import entries, is_file, is_folder, read_text

_ASKS = re.compile(r"^Requires-Dist:[ \t]*jax(?:lib)?\b(?![\w-])", re.M)
_MODULE = re.compile(r"([^\W\d]\w*)(?:\.py|/__init__\.py),")
_SKIPPED = frozenset({"jax", "jaxlib"})


def dependents(environment: Environment) -> dict[str, str]:
    """By import name: the folder that holds a package which asks for JAX. Metadata is read, nothing is imported."""
    found: dict[str, str] = {}
    for site in environment.site_packages:
        for name in entries(site):
            if name.endswith(".dist-info") and _asks(os.path.join(site, name)):
                found.update((module, site) for module in _modules(site, name) if module not in found)
    return {name: site for name, site in found.items() if name not in _SKIPPED}


def _asks(folder: str) -> bool:
    return _ASKS.search(read_text(os.path.join(folder, "METADATA")) or "") is not None


def _modules(site: str, dist_info: str) -> Iterator[str]:
    """The import names of a distribution that are there as source."""
    record = read_text(os.path.join(site, dist_info, "RECORD")) or ""
    named = dist_info.partition("-")[0].lower()
    for name in dict.fromkeys([*(match[1] for match in map(_MODULE.match, record.splitlines()) if match), named]):
        package = os.path.join(site, name)
        if is_folder(package) or is_file(f"{package}.py"):
            yield name
