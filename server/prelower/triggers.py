"""The words without which a file cannot hold anything that is watched."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable

TRIGGERS = (
    "CompilerParams",
    "TPUCompilerParams",
    "TritonCompilerParams",
    "GPUCompilerParams",
    "pallas_call",
    "compiler_params",
    "CostEstimate",
    "register_ffi_target",
    "register_custom_call_target",
    "hlo_helpers",
    "custom_call",
    "ffi_call",
    "ffi_lowering",
    "build_ffi_lowering_function",
    "vmem_limit_bytes",
    "backend_config",
)
"""Names of the watched callables, and parameters that lead to them through the user's own functions."""
_GATES = (*TRIGGERS, "pallas", "xla_client", "jax.extend")
"""What tells a file that may hold something watched: `kernel` alone is what anybody calls anything."""
_BYTES = tuple(word.encode() for word in _GATES)


def has_trigger(text: str | bytes) -> bool:
    """Whether a text holds one of the words."""
    if isinstance(text, bytes):
        return any(word in text for word in _BYTES)
    return any(word in text for word in _GATES)


def watched_words(text: str) -> frozenset[str]:
    """The words by which a text can reach something watched: also `kernel`, where it is that of an imported module."""
    imported = imported_words(text) if "kernel" in text else frozenset()
    if "kernel" in imported or not imported.isdisjoint(_KERNEL.findall(text)):
        return frozenset((*TRIGGERS, "kernel"))
    return frozenset(TRIGGERS)


_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t][^#\n(]*(?:\([^)]*\))?", re.M)
_FIRST = re.compile(
    r"^[ \t]*(?:from|import)[ \t]+(\.|[^\W\d]\w*)|\b(?:import_module|__import__)\(\s*[\w=\s]*[\"'](\.|[^\W\d]\w*)", re.M
)
_KERNEL = re.compile(r"\b([^\W\d]\w*)\.kernel\b")
_WORD = re.compile(r"[^\W\d]\w*")
_USED = re.compile(r"(?<![\w\"'])[^\W\d]\w*")


_KNOWN = frozenset(sys.stdlib_module_names) | frozenset(". jax jaxlib numpy scipy ml_dtypes absl pytest".split())
_NUMERIC = frozenset(("jnp", "np", "numpy", "lax", "self", "cls"))
"""Names whose attributes are never meant where a name of JAX's kernels is looked for: `jnp.dot` is no `pl.dot`."""


def words_of_jax(text: str, words: Iterable[str]) -> frozenset[str]:
    """Those words that a text may use as names of JAX: imported, in quotes, or as an attribute of a module."""
    whole = "|".join(sorted(map(re.escape, words)))
    if not whole:
        return frozenset()
    attribute = re.compile(rf"\b([^\W\d]\w*)\s*\.\s*({whole})\b|[\"']({whole})[\"']")
    found = {a or b for owner, a, b in attribute.findall(text) if owner not in _NUMERIC}
    return frozenset(found) | (imported_words(text) & frozenset(words))


def imported_words(text: str) -> frozenset[str]:
    """All words of a text's import statements."""
    return frozenset(w for line in _IMPORT.findall(text) for w in _WORD.findall(line)) - {"from", "import", "as"}


def used_names(text: str) -> frozenset[str]:
    """All words of a text but those that only its imports and its quoted texts hold."""
    return frozenset(_USED.findall(_IMPORT.sub("", text)))


def imported_firsts(text: str) -> frozenset[str]:
    """The first names of all that a text imports; a dot for what is relative."""
    return frozenset(statement or literal for statement, literal in _FIRST.findall(text))


def imports_libraries(text: str) -> bool:
    """Whether a text imports a package that may wrap JAX: neither Python's nor one that is known by name."""
    return not imported_firsts(text) <= _KNOWN


def may_wrap(text: str, roots: Iterable[str]) -> bool:
    """Whether a text without such a word may come to something watched by what it imports."""
    if "import" not in text:
        return False
    return "jax" in text and imports_libraries(text) or imports_project(text, roots)


def imports_project(text: str, roots: Iterable[str]) -> bool:
    """Whether a text imports something that lies in one of these folders."""
    firsts = imported_firsts(text)
    return "." in firsts or any(
        os.path.exists(os.path.join(root, name)) or os.path.exists(os.path.join(root, name + ".py"))
        for name in firsts
        for root in roots
    )


def import_roots(path: str, project: str) -> tuple[str, ...]:
    """Where a file's absolute imports are looked for: its script folder or package root, the project, `src`."""
    folder = os.path.dirname(path)
    while os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    roots = [folder, project, os.path.join(project, "src")]
    return tuple(dict.fromkeys(os.path.abspath(root) for root in roots if root))
