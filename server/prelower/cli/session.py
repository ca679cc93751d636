"""One run of `prelower check`: the projects and engines that it needs, made when first needed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from prelower.cli.arguments import Options
from prelower.cli.project import Project, engine_of, project_at, root_of
from prelower.config.find import nearest
from prelower.findings import Finding
from prelower.text.source import Source
from prelower.triggers import has_trigger, import_roots, may_wrap

if TYPE_CHECKING:
    from prelower.cli.baselines import Baselines
    from prelower.config.model import Config
    from prelower.engine import Engine


def _baselines(options: Options) -> Baselines | None:
    """The baselines, where an option asks for one: most runs need nothing of them."""
    return _made(options) if options.baseline is not None or options.write_baseline else None


def _made(options: Options) -> Baselines:
    from prelower.cli.baselines import Baselines

    return Baselines(options)


class Session:
    """Knows the project of each file under the paths that were named, and checks it."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._projects: dict[str, Project] = {}
        self._roots: dict[str, str] = {}
        self._homes: dict[tuple[str, str], str] = {}
        self._engines: dict[str, Engine] = {}
        self._baselines = _baselines(options)

    @property
    def unsound(self) -> bool:
        """Whether a configuration has a mistake."""
        return not all(project.sound for project in self._projects.values())

    def may_concern(self, data: bytes, path: str, top: str) -> bool:
        """Whether a file of a named path can hold anything that is watched, by its bytes alone."""
        self._project(top, path)
        return has_trigger(data) or self._wraps(data, path, top)

    def _wraps(self, data: bytes, path: str, top: str) -> bool:
        """Whether a file may come to something watched through other files of its project."""
        if b"import" not in data:
            return False
        text = data.decode("utf-8", "replace")
        wraps = may_wrap(text, import_roots(path, self._project(top, path).root))
        return wraps and self._engine(top, path).has_trigger(text, path)

    def check(self, source: Source, top: str) -> tuple[Finding, ...]:
        """The findings in a file of a named path."""
        from prelower.config.apply import applied

        config = self._project(top, source.path).config
        found = applied(self._engine(top, source.path).settle(source).findings, config._replace(baseline=None))
        return self._new(found, source.path, config)

    def clean(self, path: str, top: str) -> None:
        """Take note that a file of a named path holds nothing that is watched."""
        self._new((), path, self._project(top, path).config)

    def finish(self, tell: bool) -> None:
        """Write the baseline, if that is what was asked for; else `tell` what is gone from it."""
        if self._baselines is not None:
            self._baselines.finish(tell)

    def _new(self, found: tuple[Finding, ...], path: str, config: Config) -> tuple[Finding, ...]:
        """What no baseline knows."""
        if self._baselines is None:
            if config.baseline is None:
                return found
            self._baselines = _made(self._options)
        return self._baselines.new(found, path, config)

    def leaves_out(self, path: str) -> bool:
        """Whether a configuration excludes a named path, or a folder that it lies in."""
        root, here = self._root(path), os.path.abspath(path)
        while not self.excluded(here, path):
            if here == root or os.path.dirname(here) == here:
                return False
            here = os.path.dirname(here)
        return True

    def excluded(self, path: str, top: str) -> bool:
        """Whether a configuration excludes a path that was named, or met under a named one."""
        config = self._project(top, os.path.abspath(path)).config
        if not config.exclude:
            return False
        from prelower.config.apply import excluded

        return excluded(path, config)

    def close(self) -> None:
        """Ends what the engines started."""
        for engine in self._engines.values():
            engine.close()

    def _project(self, top: str, path: str) -> Project:
        """The project of a file or folder under a named path: the nearest one that is configured, else the path's."""
        folder = os.path.dirname(path)
        root = self._homes.get((top, folder))
        if root is None:
            root = self._homes[top, folder] = nearest(folder, self._root(top))
        if root not in self._projects:
            self._projects[root] = project_at(root)
        return self._projects[root]

    def _root(self, top: str) -> str:
        return self._roots.get(top) or self._roots.setdefault(top, root_of(top))

    def _engine(self, top: str, path: str) -> Engine:
        project = self._project(top, path)
        if project.root not in self._engines:
            self._engines[project.root] = engine_of(project, self._options)
        return self._engines[project.root]
