"""Names outside the project under one spelling: `jax.numpy`, whatever way the program came by it."""

from __future__ import annotations

_PREFIXES = (
    ("jax._src.numpy", "jax.numpy"),
    ("jax.numpy.linalg", "jax.numpy.linalg"),
    ("numpy.core", "numpy"),
)
_SAME = {
    "jax._src.api.jit": "jax.jit",
    "typing_extensions.NamedTuple": "typing.NamedTuple",
    "typing_extensions.TypedDict": "typing.TypedDict",
    "posixpath": "os.path",
    "attr.dataclass": "attr.s",
}


def canonical(name: str) -> str:
    """The spelling that our tables use for a name outside the project."""
    same = _SAME.get(name)
    if same is not None:
        return same
    for prefix, short in _PREFIXES:
        if name == prefix or name.startswith(prefix + "."):
            return short + name[len(prefix) :]
    return name
