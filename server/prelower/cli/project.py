"""Which project a path belongs to, its configuration, and the engine that checks it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from prelower.cli.arguments import Options
from prelower.cli.problems import Stop, say
from prelower.config.find import find
from prelower.config.model import EXAMPLE, Config, is_release, placed
from prelower.discover import marked

if TYPE_CHECKING:
    from prelower.engine import Engine


class Project(NamedTuple):
    """A folder that is checked as one, and its configuration; `sound` says that the latter has no mistake."""

    root: str
    config: Config
    sound: bool


def root_of(path: str) -> str:
    """The nearest folder, from a path upwards, that looks like a project's; else the path's own folder."""
    path = os.path.abspath(path)
    start = folder = path if os.path.isdir(path) else os.path.dirname(path)
    while not marked(folder):
        parent = os.path.dirname(folder)
        if parent == folder:
            return start
        folder = parent
    return folder


def project_of(path: str) -> Project:
    """The project of a path; mistakes in its configuration are told."""
    return project_at(root_of(path))


def project_at(root: str) -> Project:
    """The project in a folder; mistakes in its configuration are told."""
    if find(root) is None:
        return Project(root, Config(root), True)
    from prelower.config.load import load

    loaded = load(root, rule_names())
    for problem in loaded.problems:
        row, column = problem.span.line + 1, problem.span.column + 1
        say(f"{display(problem.path)}:{row}:{column}: {problem.message}")
    return Project(root, loaded.config, not loaded.problems)


def engine_of(project: Project, options: Options) -> Engine:
    """The engine for a project; what the command line says wins over the configuration."""
    from prelower.engine import make_engine

    config = project.config
    return make_engine(
        project.root,
        python=python_given(options, config),
        jax_version=version_given(options, config),
        variables=os.environ,
        select=rules_given(options.select) or config.select,
        ignore=rules_given(options.ignore) or config.ignore,
    )


def rules_given(lists: Sequence[str] | None) -> tuple[str, ...]:
    """The rules of repeated, comma-separated options; Stop where one does not exist."""
    names = tuple(name for text in lists or () for name in text.replace(",", " ").split())
    check_rules(names)
    return names


def check_rules(names: Iterable[str]) -> None:
    """Stops at a name that is no rule's."""
    names = tuple(names)
    if not names:
        return
    known = rule_names()
    for name in names:
        if name not in known:
            raise Stop(f"there is no rule {name!r}; {hint(name, known)}")


def hint(name: str, known: Iterable[str]) -> str:
    """What may have been meant, or all that there is."""
    from difflib import get_close_matches

    known = sorted(known)
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"


def rule_names() -> frozenset[str]:
    """The names of all rules."""
    from prelower.rules import pages

    return frozenset(page.name for page in pages())


def display(path: str) -> str:
    """A path as it is shown: relative where it lies in the current folder."""
    folder = os.path.join(os.getcwd(), "")
    return path[len(folder) :] if path.startswith(folder) else path


def python_given(options: Options, config: Config) -> str | None:
    """The environment that was asked for: a path counts from the current folder, or from the configuration's."""
    refuse_environment(options)
    return placed(options.python, os.getcwd()) if options.python else config.python_path()


def version_given(options: Options, config: Config) -> str | None:
    """The release of JAX that was asked for."""
    refuse_environment(options)
    return options.jax_version or config.jax_version


def refuse_environment(options: Options) -> None:
    """Stops at an environment or a release that nobody can look at, whatever the files hold."""
    if options.jax_version is not None and not is_release(options.jax_version):
        raise Stop(f"--jax-version: {options.jax_version!r} is no release of JAX; write one such as {EXAMPLE}")
    if not options.python:
        return
    from prelower.jaxview.layout import prefix_of

    if prefix_of(placed(options.python, os.getcwd()), os.environ.get("PATH")) is None:
        raise Stop(f"--python: {options.python!r} is neither an environment's folder nor an interpreter")
