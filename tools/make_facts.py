"""Write the bundled facts of JAX's releases: `make_facts.py SHARED_DIR SITES_DIR`.

Messages are the measured ones, and names where they were measured; other names and the parameters are read from the
releases' sources, each in a folder of its own: `pip install --no-deps --target SITES_DIR/0.9.2 jax==0.9.2`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TypeAlias

import read_names
import read_parameters

Row: TypeAlias = list[str | None]
OUTPUT = Path(__file__).resolve().parent.parent / "server" / "prelower" / "jaxview" / "data" / "facts.json"
MODULES = {
    "pl": "jax.experimental.pallas",
    "plgpu": "jax.experimental.pallas.mosaic_gpu",
    "plsc": "jax.experimental.pallas.tpu_sc",
    "pltpu": "jax.experimental.pallas.tpu",
    "pltriton": "jax.experimental.pallas.triton",
    "pltriton_old(pallas.gpu)": "jax.experimental.pallas.gpu",
}
GUARDS = {
    "vmem_limit_bytes.type": "tpu.vmem_limit_bytes.type",
    "flags.value": "tpu.flags.value",
    "backend_config": "custom_call.backend_config",
}
# Modules that are gone, by the releases that still had them.
MODULES_BY_RELEASE = {
    "jax.extend.ffi": ("0.7.2", "0.8.0"),
    "jax.lib.xla_client": ("0.8.3", "0.9.0"),
    "jaxlib.hlo_helpers": ("0.7.2", "0.8.0"),
}
# Modules that came later, by the last release without them.
NEW_MODULES = {"jax.ffi": ("0.4.38", "0.5.0")}
# Classes of private modules by their old and new names, and the first release with the new ones. Not measured:
# the releases from 0.4.36 on have been asked, or their sources read.
RENAMED = {
    "jax._src.pallas.mosaic.core": ("TPUCompilerParams CompilerParams TPUMemorySpace MemorySpace", "0.6.2"),
    "jax._src.pallas.triton.core": ("TritonCompilerParams CompilerParams", "0.6.2"),
    "jax._src.pallas.mosaic_gpu.core": ("GPUCompilerParams CompilerParams GPUMemorySpace MemorySpace", "0.6.1"),
}
ASKED_FROM = "0.4.36"
# Measured as an attribute of its package; it is a module that must be imported by itself.
LEFT_OUT = {"jax.extend.mlir.ir"}
# Measured by an import of its module, which up to 0.4.31 was an attribute of its package only: it was there.
ATTRIBUTES = ("jax.lib.xla_client.register_custom_call_target",)
# Deprecations that the measured tables leave out, because they warn at another time than on looking the name up.
CUSTOM_CALL = "mlir.custom_call is deprecated"
HLO_HELPERS = (
    "The jaxlib.hlo_helpers submodule is deprecated. Instead, use jax.ffi if possible or, for lower-level operations,"
    " jax.interpreters.mlir."
)
XLA_CLIENT = (
    "jax.lib.xla_client module will be removed in JAX v0.9.0; all its APIs were deprecated and removed by JAX v0.8.0."
)
DEPRECATED = {
    "jax.lib.xla_client": [("0.8.0", "0.8.3", XLA_CLIENT)],
    "jax.interpreters.mlir.custom_call": [
        ("0.6.0", "0.7.0", f"{CUSTOM_CALL}; use the APIs provided by jax.ffi instead."),
        (
            "0.7.1",
            "0.7.2",
            f"{CUSTOM_CALL} and will be removed in JAX v0.8.0; use the APIs provided by jax.ffi instead.",
        ),
    ],
    "jaxlib.hlo_helpers.custom_call": [("0.6.0", "0.7.2", HLO_HELPERS)],
}


def main(shared: str, sites: str) -> None:
    """Write the facts file."""
    measured = json.loads((Path(shared) / "facts" / "guards.json").read_text(encoding="utf-8"))
    templates = {guard["id"]: guard["message_template"] for guard in measured["guards"] if guard["tier"] == "core"}
    releases = measured["meta"]["read_versions_all"]
    data = {
        "first": releases[0],
        "last": releases[-1],
        "names": names(measured, sites),
        "parameters": read_parameters.rows(Path(sites), releases),
        "templates": {ours: templates[theirs] for ours, theirs in GUARDS.items()},
    }
    OUTPUT.write_text(text(data), encoding="utf-8")


def names(measured: dict[str, Any], sites: str) -> dict[str, list[Row]]:
    """State rows of every name: since, until, yes/deprecated/no, JAX's words."""
    found = {}
    for name, rows in measured["names"].items():
        module, dot, last = name.rpartition(".") if name not in MODULES else (name, "", "")
        found[MODULES[module] + dot + last] = [state_row(row) for row in rows]
    found |= {
        name: [state_row(row) for row in rows] for name, rows in measured["paths"].items() if name not in LEFT_OUT
    }
    releases = measured["meta"]["read_versions_all"]
    found["jax.experimental.pallas.tpu.TPUInterpretParams"] = [[releases[0], releases[-1], "no", None]]
    for name, (until, gone) in MODULES_BY_RELEASE.items():
        found[name] = [[releases[0], until, "yes", None], [gone, releases[-1], "no", None]]
    for name, (without, since) in NEW_MODULES.items():
        found[name] = [[releases[0], without, "no", None], [since, releases[-1], "yes", None]]
    found |= private(releases)
    for name in ATTRIBUTES:
        first, second, *rest = found[name]
        found[name] = [[first[0], *second[1:]], *rest]
    for name, rows in read_names.rows(Path(sites), releases).items():
        found[name] = [whole(row, rows) for row in found[name]] if name in found else rows
    for name, later in DEPRECATED.items():
        found[name] = corrected(found[name], later, releases)
    return dict(sorted(found.items()))


def private(releases: list[str]) -> dict[str, list[Row]]:
    """State rows of the classes of private modules that were renamed."""
    found: dict[str, list[Row]] = {}
    for module, (classes, since) in RENAMED.items():
        before = releases[releases.index(since) - 1]
        for number, name in enumerate(classes.split()):
            first, second = ("no", "yes") if number % 2 else ("yes", "no")
            found[f"{module}.{name}"] = [
                [ASKED_FROM, before, first, None],
                [since, releases[-1], second, None],
            ]
    return found


def whole(row: Row, read: list[Row]) -> Row:
    """A measured row with all of JAX's words, where the measurement cut them off and the source has them."""
    longer = (other[3] for other in read if row[3] and other[0] == row[0] and (other[3] or "").startswith(row[3]))
    return [*row[:3], next(longer, row[3])]


def corrected(rows: list[Row], later: list[tuple[str, str, str]], releases: list[str]) -> list[Row]:
    """The rows with some releases of the first one, which has the name, put down as deprecated."""
    before = releases[releases.index(later[0][0]) - 1]
    deprecated: list[Row] = [[since, until, "deprecated", words] for since, until, words in later]
    return [[rows[0][0], before, "yes", None], *deprecated, *rows[1:]]


def state_row(row: dict[str, str]) -> Row:
    """One row in our words."""
    state = row["state"]
    since, until = row["from"], row["to"]
    if state.startswith(("absent", "no", "module import", "AttributeError")):
        message = state.partition(": ")[2]
        return [since, until, "no", message if " " in message else None]
    for mark in (" (deprecated: ", " (DeprecationWarning: "):
        if mark in state:
            return [since, until, "deprecated", state.partition(mark)[2].removesuffix(")")]
    return [since, until, "yes", None]


def text(data: dict[str, Any]) -> str:
    """JSON with a row a line, so that a change shows as one."""
    lines = []
    for key, value in data.items():
        if isinstance(value, dict) and key != "templates":
            entries = [
                f"    {json.dumps(name)}: [\n" + ",\n".join(f"      {json.dumps(row)}" for row in rows) + "\n    ]"
                for name, rows in value.items()
            ]
            lines.append(f"  {json.dumps(key)}: {{\n" + ",\n".join(entries) + "\n  }")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main(*sys.argv[1:3])
