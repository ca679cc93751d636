"""What tells that another JAX would be looked at now, or the same one in another state."""

from __future__ import annotations

import os
from collections.abc import Mapping

from prelower.jaxview import environment, jax


def stamp(
    root: str, python: str | None, jax_version: str | None, variables: Mapping[str, str] = os.environ
) -> tuple[object, ...]:
    """Which JAX a server would look at for a project, and when that one or its neighbours last changed.

    The choice is made anew: it takes a few small files, and so rests on all that it ever rests on,
    environments and pins alike.
    """
    found = environment.find(root, python, variables, server=True)
    view = jax.view(found, root, jax_version)
    # What an installer does always changes the packages' folder, and a new release its own version file.
    places = [*found.site_packages, os.path.join(view.place, "version.py")] if view.place else found.site_packages
    return (found, view.version, view.how, view.place, *map(_state, places))


def _state(path: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
