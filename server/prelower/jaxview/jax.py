"""The user's JAX as rules and interpreter see it: its version, names, signatures and messages."""

from __future__ import annotations

import os
import re

from prelower.jaxview import versions
from prelower.jaxview.canonical import Resolved, Sources
from prelower.jaxview.documented import Described, described
from prelower.jaxview.editable import distribution_version, locate
from prelower.jaxview.environment import OWN, SETTING, Environment, own_environment
from prelower.jaxview.facts import changing_names, facts, gone_in, gone_words, known_signature, known_state
from prelower.jaxview.files import is_file, read_text
from prelower.jaxview.guards import GUARDS, read_template
from prelower.jaxview.installed import installed
from prelower.jaxview.pins import project_pin
from prelower.jaxview.signatures import Signature, signature
from prelower.jaxview.source import Module
from prelower.jaxview.watched import FFI_CALLED, TARGETS, may_be_watched, target_of
from prelower.values.world import Watched

INSTALLED, ITSELF, EDITABLE, ASKED, ASSUMED = "installed", "the project itself", "editable", "--jax-version", "assumed"
_EVER = frozenset("jax jaxlib jax.numpy jax.lax jax.experimental jax.experimental.pallas jax.interpreters".split())
"""Packages that every release has."""
_RELEASE_VERSION = re.compile(r"^_release_version\b[^=\n]*=\s*[\"']([^\"']+)[\"']", re.M)
_VERSION = re.compile(r"^(?:_version|__version__)\s*=\s*[\"']([^\"']+)[\"']", re.M)


class Jax:
    """The user's JAX: read from its installed source where there is one, else from the bundled facts by version.

    `how` says how it was found; `place` is the package's folder, None where none is installed.
    Nothing is known of names where neither is there (`version` None).
    """

    def __init__(self, version: str | None, how: str, place: str | None = None, jaxlib: str | None = None) -> None:
        self.version = version
        self.how = how
        self.place = place
        self.environment: Environment | None = None
        folders = {"jax": place, "jaxlib": jaxlib}
        self._sources = Sources({name: folder for name, folder in folders.items() if folder}) if place else None
        self._used_facts: set[str] = set()
        self._resolved: dict[str, Resolved] = {}
        self._watched: dict[str, Watched | None] = {}
        self._templates: dict[str, str | None] = {}

    @property
    def facts_read(self) -> tuple[str, ...]:
        """What was looked at so far: files of the installed JAX, and bundled facts by name."""
        read = self._sources.read if self._sources else set()
        return (*sorted(read), *sorted(self._used_facts))

    def exists(self, dotted: str) -> bool | None:
        """Whether the user's environment has this name, of JAX or another package; None where that is not known."""
        if self.environment is not None and dotted.partition(".")[0] not in ("jax", "jaxlib"):
            return installed(dotted, self.environment)
        return True if self.version is not None and dotted in _EVER else self.resolve(dotted).exists

    def said(self, dotted: str) -> str | None:
        """What JAX says on using a name that is deprecated or was removed."""
        return self.resolve(dotted).message

    def deprecated(self, dotted: str) -> bool:
        """Whether the user's JAX has this name and warns of it."""
        found = self.resolve(dotted)
        return bool(found.exists) and found.deprecated

    def gone_in(self, dotted: str) -> str | None:
        """The first known release after the user's that does not have this name."""
        return gone_in(dotted, self.version) if self.version else None

    def comes_and_goes(self, dotted: str) -> bool:
        """Whether some release has this name and another does not, or warns of it."""
        return dotted in changing_names()

    def gone_words(self) -> frozenset[str]:
        """The last parts of the names that some release has and the user's JAX has not, or warns of."""
        return gone_words(self.version) if self.version else frozenset()

    def canonical(self, dotted: str) -> str | None:
        """The name under which the thing is defined in the installed JAX."""
        return self.resolve(dotted).canonical

    def resolve(self, dotted: str) -> Resolved:
        """All that is known of a name."""
        if dotted not in self._resolved:
            self._resolved[dotted] = self._look(dotted)
        return self._resolved[dotted]

    def watched(self, dotted: str) -> Watched | None:
        """The watched callable that a name leads to in any release; `NAME()` is what calling NAME returns."""
        if dotted not in self._watched:
            self._watched[dotted] = self._watch(dotted)
        return self._watched[dotted]

    def template(self, guard_id: str) -> str | None:
        """The message of a check as this JAX words it, placeholders in braces."""
        if guard_id not in self._templates:
            self._templates[guard_id] = self._template(guard_id)
        return self._templates[guard_id]

    def at_least(self, version: str) -> bool | None:
        """Whether the user's JAX is that release or a newer one; None where its version is not known."""
        mine, other = versions.key(self.version or ""), versions.key(version)
        return None if mine is None or other is None else mine >= other

    def resolve_in_source(self, dotted: str) -> Resolved:
        """What the installed source alone says of a name."""
        return self._sources.resolve(dotted) if self._sources else Resolved(None)

    def read_template(self, guard_id: str) -> str | None:
        """The message of a check in the installed source alone."""
        return read_template(guard_id, self._sources) if self._sources else None

    def _look(self, dotted: str) -> Resolved:
        found = self.resolve_in_source(dotted)
        # Modules of jaxlib warn when they are imported: that cannot be seen at the name.
        certain = found.exists is not None and not (found.exists and dotted.startswith("jaxlib."))
        if certain or self.version is None or not dotted.startswith(("jax.", "jaxlib.")):
            return found
        self._used_facts.add("names by release")
        known = known_state(dotted, self.version)._replace(canonical=found.canonical)
        return found if found.exists and not known.deprecated else known

    def _watch(self, dotted: str) -> Watched | None:
        if dotted.endswith("()"):
            called = self.watched(dotted[:-2])
            return Watched(FFI_CALLED, (), var_keyword=True) if called and called.result_target == FFI_CALLED else None
        target = target_of(dotted)
        if target is None and self._sources and may_be_watched(dotted):
            target = target_of(self.resolve(dotted).canonical or "")
        return self._describe(target, dotted) if target else None

    def _describe(self, target: str, dotted: str) -> Watched:
        known = TARGETS[target]
        found = self._signature(target, dotted) or known_signature(target, self.version)
        parameters, keyword_only, var_keyword = found or Signature((), frozenset(), True)
        return Watched(target, parameters, keyword_only, known.result, known.result_target, var_keyword)

    def described(self, dotted: str) -> dict[str, Described]:
        """What the installed source says of each parameter of a watched callable; empty where none is installed."""
        watched = self.watched(dotted)
        defined = self._defined(watched.target, dotted) if watched and watched.target in TARGETS else None
        return described(*defined) if defined else {}

    def written(self, target: str) -> Signature | None:
        """The signature of a watched callable as the installed source writes it, by the name that this release has."""
        names = (name for name in TARGETS[target].names if self.resolve(name).exists)
        return next(filter(None, (self._signature(target, name) for name in names)), None)

    def _signature(self, target: str, dotted: str) -> Signature | None:
        """The signature that the installed source writes."""
        defined = self._defined(target, dotted)
        if defined is not None:
            return self._read_signature(*defined)
        if self._sources is not None:
            self._used_facts.add("parameters by release")
        return None

    def _read_signature(self, module: Module, name: str, above: tuple[str, ...] = ()) -> Signature | None:
        """The signature of what a module defines, with the fields of the bases that JAX defines."""
        definition = module.heading(name)
        line = (*above, f"{module.name}.{name}")
        return signature(definition, lambda base: self._of_base(module, base, line)) if definition else None

    def _of_base(self, module: Module, name: str, line: tuple[str, ...]) -> Signature | None:
        canonical = self.resolve(f"{module.name}.{name}").canonical or ""
        home, _, last = canonical.rpartition(".")
        source = self._sources.module(home) if self._sources and home and canonical not in line else None
        return self._read_signature(source, last, line) if source else None

    def _defined(self, target: str, dotted: str) -> tuple[Module, str] | None:
        """The module and name under which a watched callable is defined: the name itself, else its successor."""
        if self._sources is None:
            return None
        known = TARGETS[target]
        here = [self.resolve(dotted).canonical] if dotted not in known.homes else [dotted]
        for name in dict.fromkeys((*here, *known.homes, *(self.resolve(name).canonical for name in known.names[:1]))):
            module, _, last = (name or "").rpartition(".")
            source = self._sources.module(module) if module else None
            if source is not None and source.heading(last) is not None:
                return source, last
        return None

    def _template(self, guard_id: str) -> str | None:
        if guard_id not in GUARDS:
            return None
        found = self.read_template(guard_id)
        if found is None:
            self._used_facts.add("messages")
            found = facts().templates.get(guard_id)
        return found


def view(environment: Environment, root: str, jax_version: str | None = None) -> Jax:
    """The user's JAX: a version asked for, the opened project, the environment's, a pinned one, prelower's own."""
    found = _chosen(environment, root, jax_version)
    found.environment = environment
    return found


def _chosen(environment: Environment, root: str, jax_version: str | None) -> Jax:
    if jax_version:
        return _of_version(jax_version, ASKED, environment)
    if environment.project:
        return _read(os.path.join(environment.project, "jax"), ITSELF, environment.site_packages)
    if environment.origin != OWN and (found := _installed(environment)):
        return found
    if environment.origin == SETTING:  # the user said where to look: nothing else is put in its place
        return Jax(None, ASSUMED)
    pin = project_pin(root)
    if pin:
        return _of_version(pin.version, f"pinned in {pin.file}", environment)
    return _installed(own_environment()) or Jax(None, ASSUMED)


def _of_version(version: str, how: str, environment: Environment) -> Jax:
    """A JAX of that version: the installed one where it is the same release."""
    near = _installed(environment)
    if near and near.version and versions.same(near.version, version):
        near.how = how
        return near
    return Jax(version, how)


def _installed(environment: Environment) -> Jax | None:
    found = locate("jax", environment.site_packages)
    return _read(found.folder, EDITABLE if found.editable else INSTALLED, environment.site_packages) if found else None


def _read(place: str, how: str, site_packages: tuple[str, ...]) -> Jax:
    jaxlib = locate("jaxlib", site_packages)
    beside = os.path.join(os.path.dirname(place), "jaxlib")
    folder = jaxlib.folder if jaxlib else beside if is_file(os.path.join(beside, "__init__.py")) else None
    return Jax(written_version(place) or distribution_version("jax", site_packages), how, place, folder)


def written_version(place: str) -> str | None:
    """The version that a JAX writes of itself."""
    text = read_text(os.path.join(place, "version.py")) or ""
    match = _RELEASE_VERSION.search(text) or _VERSION.search(text)
    return match[1] if match else None
