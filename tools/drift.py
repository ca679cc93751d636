"""List what an installed JAX has that the bundled facts do not say: `drift.py SITE_PACKAGES`.

Messages, names, and the parameters of what is watched are read from its source, and held against what the facts say
of the newest release they know. Each line is something to look at; the exit status is 0 all the same, unless the
folder holds no JAX.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import read_parameters

from prelower.jaxview.facts import facts, known_signature, known_state
from prelower.jaxview.guards import GUARDS
from prelower.jaxview.jax import Jax


def main(site: str) -> int:
    """Print the differences."""
    folder = Path(site)
    jax = read_parameters.read(folder)
    if jax.version is None or not (folder / "jax").is_dir():
        print(f"no JAX in {site}", file=sys.stderr)
        return 1
    lines = [*messages(jax), *names(jax), *parameters(folder)]
    print(f"jax {jax.version} against the facts of {facts().last}: {len(lines)} to look at")
    print("\n".join(f"- {line}" for line in lines))
    return 0


def messages(jax: Jax) -> Iterator[str]:
    """The checks whose message reads otherwise, or cannot be found any more."""
    for guard in GUARDS:
        found, known = jax.read_template(guard), facts().templates[guard]
        if found is None:
            yield f"message of {guard}: not found"
        elif found != known:
            yield f"message of {guard}: {found!r}, was {known!r}"


def names(jax: Jax) -> Iterator[str]:
    """The names that came, went or are warned of now."""
    for name in sorted(facts().names):
        found, known = jax.resolve_in_source(name), known_state(name, facts().last)
        if found.exists is not None and known.exists is not None:
            here, there = _state(found.exists, found.deprecated), _state(known.exists, known.deprecated)
            if here != there and not (name.startswith("jaxlib.") and here == "there"):
                yield f"name {name}: {here}, was {there}"


def _state(exists: bool, deprecated: bool) -> str:
    return "gone" if not exists else "deprecated" if deprecated else "there"


def parameters(site: Path) -> Iterator[str]:
    """The watched callables whose parameters changed."""
    read = read_parameters.parameters(site)
    for target in sorted(facts().parameters):
        known = known_signature(target, facts().last)
        before = known.parameters if known else ()
        if target not in read:
            yield f"{target}: not found"
            continue
        now = [*read[target][0], *read[target][1]]
        changes = [f"+{p}" for p in now if p not in before] + [f"-{p}" for p in before if p not in now]
        if changes:
            yield f"parameters of {target}: {' '.join(changes)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
