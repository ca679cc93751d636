"""Whether an environment has a package at all, as its files tell."""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache

from prelower.jaxview.environment import FOLDER, SETTING, VARIABLE, Environment
from prelower.jaxview.files import entries, read_text

_CHOSEN = (SETTING, FOLDER, VARIABLE)
_MODULE = re.compile(r"([^\W\d]\w*)(?:\.py|\.[\w.-]*(?:so|pyd))?")
_PLAIN_PTH = re.compile(r"distutils-precedence\.pth|_virtualenv\.pth|a1_coverage\.pth")
_SYSTEM = re.compile(r"^\s*include-system-site-packages\s*=\s*true\s*$", re.M | re.I)


def installed(dotted: str, environment: Environment) -> bool | None:
    """Whether importing this name succeeds; None where that is not known.

    False only in a virtual environment of the user's choice that nothing else adds packages to.
    """
    first, _, rest = dotted.partition(".")
    if first in sys.stdlib_module_names or environment.origin not in _CHOSEN or not environment.prefix:
        return None
    names = _names(environment.search)
    if first in names:
        return None if rest else True
    return False if _closed(environment.prefix, environment.site_packages) else None


@lru_cache(16)
def _names(folders: tuple[str, ...]) -> frozenset[str]:
    """The names that can be imported from these folders."""
    found = (match[1] for folder in folders for name in entries(folder) if (match := _MODULE.fullmatch(name)))
    return frozenset(found)


@lru_cache(16)
def _closed(prefix: str, site_packages: tuple[str, ...]) -> bool:
    """Whether all that can be imported lies in the package folders of a virtual environment."""
    settings = read_text(os.path.join(prefix, "pyvenv.cfg"))
    if settings is None or _SYSTEM.search(settings):
        return False
    return not any(_adds(site, name) for site in site_packages for name in entries(site))


def _adds(site: str, name: str) -> bool:
    """Whether a file of a package folder may run code that finds further packages."""
    if name.startswith("__editable__"):
        return True
    if not name.endswith(".pth") or _PLAIN_PTH.fullmatch(name):
        return False
    lines = (read_text(os.path.join(site, name)) or "").splitlines()
    return any(line.startswith(("import ", "import\t")) for line in lines)
