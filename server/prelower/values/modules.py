"""Imports: modules of the project are run, everything else is a name outside it."""

from __future__ import annotations

import ast
import math

from prelower.values.acting import acts
from prelower.values.canonical import canonical
from prelower.values.frames import Frame
from prelower.values.library.stars import star_of_numpy
from prelower.values.machine import Machine, module_of
from prelower.values.model import Known, Library, Value
from prelower.values.names import STAR, undeferred
from prelower.values.objects import Deferred, ModuleRef, Scope, Unit
from prelower.values.possible import one, unknown
from prelower.values.program import run_statements
from prelower.values.registry import statement
from prelower.values.sequences import items_of
from prelower.values.watching import record_name
from prelower.values.world import ModuleText

NESTED = 16
"""How deep modules that import modules are followed."""


@statement(ast.Import)
def import_(m: Machine, node: ast.Import) -> None:
    """`import a.b as c`."""
    for alias in node.names:
        value = deferred_module(m, alias.name)
        if m.state.dead:
            return
        _note_modules(m, alias.name, node)
        if alias.asname:
            m.bind(alias.asname, value)
        else:
            first = alias.name.split(".")[0]
            m.bind(first, deferred_module(m, first))


@statement(ast.ImportFrom)
def import_from(m: Machine, node: ast.ImportFrom) -> None:
    """`from a.b import c as d`."""
    name = absolute(m, node)
    if name is None:
        _bind_all(m, node, unknown("a relative import that leaves the project"))
        return
    _note_modules(m, name, node)
    for alias in node.names:
        if m.state.dead:
            return
        record_name(m, f"{name}.{alias.name}", "imported", alias)
        if alias.name == "*":
            _star(m, name)
            continue
        bound = alias.asname or alias.name
        m.bind(bound, deferred_member(m, name, alias.name))
        m.pending.append((m.scope_of(bound).number, bound))


def _note_modules(m: Machine, name: str, node: ast.stmt) -> None:
    """The modules on the way to one that is imported."""
    parts = name.split(".")
    if parts[0] in ("jax", "jaxlib"):
        for count in range(2, len(parts) + 1):
            record_name(m, ".".join(parts[:count]), "module", node)


def _bind_all(m: Machine, node: ast.ImportFrom, value: Value) -> None:
    for alias in node.names:
        m.bind(alias.asname or alias.name if alias.name != "*" else STAR, value)


def absolute(m: Machine, node: ast.ImportFrom) -> str | None:
    """The absolute name of the module that is imported from."""
    if not node.level:
        return node.module or ""
    here = m.names.get(module_of(m.frame.scope).number)
    if here is None:
        return None
    name, package = here
    parts = name.split(".") if name else []
    if not package:
        parts = parts[:-1]
    drop = node.level - 1
    if drop > len(parts):
        return None
    parts = parts[: len(parts) - drop] if drop else parts
    return ".".join([*parts, *([node.module] if node.module else [])]) or None


def deferred_module(m: Machine, name: str) -> Value:
    """The module of an absolute name; one of the project's is run when it is needed."""
    if name in m.modules or m.world.locate(name) is None:
        return imported_module(m, name)
    return one(_soon(m, Deferred(name)))


def deferred_member(m: Machine, module: str, name: str) -> Value:
    """What `from module import name` binds, worked out when it is needed."""
    if module in m.modules or m.world.locate(module) is None:
        return member(m, module, name)
    return one(_soon(m, Deferred(module, name)))


def _soon(m: Machine, deferred: Deferred) -> Deferred:
    """A module that does more than define is run at once, as Python does."""
    if acts(m, deferred.module):
        _settle_pending(m)
        project_module(m, deferred.module)
    return deferred


def _settle_pending(m: Machine) -> None:
    """What was put off is worked out before a module acts: it may change it."""
    pending, m.pending = m.pending, []
    for scope, name in pending:
        value = m.state.value(scope, name)
        if value is not None:
            m.state.delta[(scope, name)] = undeferred(m, value)


def resolved(m: Machine, deferred: Deferred) -> Value:
    """What was put off, now that it is needed."""
    if deferred.name is None:
        return imported_module(m, deferred.module)
    return member(m, deferred.module, deferred.name)


def imported_module(m: Machine, name: str) -> Value:
    """The module of an absolute name."""
    module = project_module(m, name)
    if module is not None:
        return one(module)
    if m.world.is_namespace(name):
        return one(ModuleRef(name, _empty_scope(m, name)))
    _may_be_missing(m, name, "ModuleNotFoundError")
    m.imported.add(canonical(name))
    return one(Library(canonical(name)))


def _empty_scope(m: Machine, name: str) -> Scope:
    known = m.modules.get(name)
    if isinstance(known, ModuleRef):
        return known.scope
    scope = Scope(m.fresh(), "module", None)
    m.modules[name] = ModuleRef(name, scope)
    m.names[scope.number] = (name, True)
    return scope


def member(m: Machine, module: str, name: str) -> Value:
    """What `from module import name` binds."""
    found = project_module(m, module)
    if found is None and m.world.is_namespace(module):
        return imported_module(m, f"{module}.{name}")
    if found is not None:
        from prelower.values.access import module_attribute

        return module_attribute(m, found, name)
    dotted = f"{canonical(module)}.{name}"
    if name == "TYPE_CHECKING":
        return one(Known(False))
    _may_be_missing(m, canonical(module), "ModuleNotFoundError")
    if m.state.dead:
        return unknown(f"`{module}` cannot be imported")
    _may_be_missing(m, dotted, "ImportError")
    from prelower.values.export import taken
    from prelower.values.library import attribute as table_attribute

    constant = table_attribute(Library(canonical(module)), name)
    return taken(m, constant) if constant is not None else one(Library(canonical(dotted)))


def _may_be_missing(m: Machine, dotted: str, kind: str) -> None:
    """Inside a `try` that would catch it, an import that fails in this JAX goes to the handler."""
    if not m.catches(kind):
        return
    exists = m.world.library.exists(dotted)
    if exists is False:
        m.throw(kind)
    elif exists is None:
        m.mark(kind)


def submodule(m: Machine, name: str) -> Value | None:
    """A module below a package of the project, where there is one."""
    module = project_module(m, name)
    return one(module) if module is not None else None


def project_module(m: Machine, name: str) -> ModuleRef | None:
    """The project's module of this name, run once; None where it is not the project's."""
    known = m.modules.get(name)
    if isinstance(known, ModuleRef):
        return known
    if not name or name in m.foreign or len(m.loading) >= NESTED:
        return None
    text = m.world.load(name)
    if text is None:
        m.foreign.add(name)
        return None
    scope = Scope(m.fresh(), "module", None)
    module = ModuleRef(name, scope)
    m.modules[name] = module
    m.names[scope.number] = (name, text.package)
    _run_module(m, name, scope, text)
    return module


def _run_module(m: Machine, name: str, scope: Scope, text: ModuleText) -> None:
    """Run a module on the ground that all states stand on, so that every one sees it."""
    from prelower.values.imported import doubt_imported
    from prelower.values.outside import doubt_outside

    before = m.frame, m.unit, m.guards, m.quiet, m.state, m.steps, m.owner, m.sites
    m.frame, m.unit, m.guards, m.quiet = Frame(scope), Unit(text.path, 0), [], []
    m.state, m.steps, m.owner, m.sites = m.ground.child(), 0, None, []
    m.loading.append(name)
    try:
        run_statements(m, text.path, text.statements)
        if not m.state.dead:
            doubt_imported(m, text.path, scope.number)
            doubt_outside(m, text.path, scope.number)
    finally:
        m.loading.pop()
        end = m.state
        for key in end.changed_since(m.ground):
            found = end.find(key)
            if found is not None:
                m.ground.delta[key] = found
        m.frame, m.unit, m.guards, m.quiet, m.state, m.steps, m.owner, m.sites = before


def _star(m: Machine, name: str) -> None:
    module = project_module(m, name)
    scope = m.frame.scope
    if module is None and name == "math":  # all that is in there has a table
        for key in dir(math):
            if not key.startswith("_"):
                m.bind(key, one(Library(f"math.{key}")), scope)
        return
    if module is None and name == "numpy":
        for key, what in star_of_numpy().items():
            m.bind(key, one(what), scope)
    if module is None:
        m.bind(STAR, unknown(f"from {name} import *"), scope)
        return
    listed = _listed(m, module)
    if listed is None:
        m.bind(STAR, unknown(f"`__all__` of `{name}` is not known"), scope)
        return
    for key in m.visible(module.scope.number):
        value = m.state.value(module.scope.number, key)
        public = key in listed if listed else not key.startswith("_")
        if value is not None and (public or key == STAR):
            m.bind(key, value, scope)


def _listed(m: Machine, module: ModuleRef) -> frozenset[str] | None:
    """The names in a module's `__all__`; empty where it has none, None where it is not known."""
    value = m.state.value(module.scope.number, "__all__")
    if value is None:
        return frozenset()
    items = items_of(m, value)
    names = [v[0].what.value if len(v) == 1 and isinstance(v[0].what, Known) else None for v in items or ()]
    return frozenset(n for n in names if isinstance(n, str)) if items is not None and None not in names else None
