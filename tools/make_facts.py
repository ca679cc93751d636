"""Write the bundled facts of JAX's releases from the measured ones: `make_facts.py SHARED_DIR`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TypeAlias

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
SIGNATURES = {
    "pallas.pallas_call": ("pl.pallas_call", ("kernel", "f", "out_shape")),
    "mlir.custom_call": ("mlir.custom_call", ("call_target_name",)),
    "ffi.ffi_call": ("ffi_call", ("target_name", "result_shape_dtypes")),
    "ffi.ffi_lowering": ("ffi_lowering", ("call_target_name",)),
    "pallas.kernel": ("pl.kernel", ("body", "out_type")),
    "mosaic_gpu.kernel": ("plgpu.kernel", ("body",)),
}
# Read in the newest release only; of older ones nothing is claimed.
READ = {
    "pallas.GridSpec": [["grid", "in_specs", "out_specs", "scratch_shapes"], []],
    "tpu.PrefetchScalarGridSpec": [
        ["num_scalar_prefetch", "grid", "in_specs", "out_specs", "scratch_shapes"],
        [],
    ],
    "pallas.Buffered": [["buffer_count", "use_lookahead", "revisit", "prefetched_count"], []],
    "tpu.InterpretParams": [
        [],
        "detect_races on_race out_of_bounds_reads skip_floating_point_ops uninitialized_memory num_cores_or_threads"
        " vector_clock_size logging_mode dma_execution_mode random_seed grid_point_recorder"
        " allow_hbm_allocation_in_run_scoped buffer_bounds".split(),
    ],
    "pallas.BlockSpec": [["block_shape", "index_map", "pipeline_mode"], ["memory_space"]],
}
# Modules that are gone, by the releases that still had them.
MODULES_BY_RELEASE = {
    "jax.extend.ffi": ("0.7.2", "0.8.0"),
    "jaxlib.hlo_helpers": ("0.7.2", "0.8.0"),
}
# Measured as an attribute of its package; it is a module that must be imported by itself.
LEFT_OUT = {"jax.extend.mlir.ir"}
# Deprecations that the measured tables leave out, because they warn at another time than on looking the name up.
CUSTOM_CALL = "mlir.custom_call is deprecated"
HLO_HELPERS = (
    "The jaxlib.hlo_helpers submodule is deprecated. Instead, use jax.ffi if possible or, for lower-level operations,"
    " jax.interpreters.mlir."
)
DEPRECATED = {
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
VAR_KEYWORD = {"kwargs", "mesh_kwargs", "deprecated_kwargs", "lowering_args"}
VAR_POSITIONAL = {"args", "deprecated_args"}
# The order in which the class writes its fields; the measured table has them by age.
TPU_FIELDS = (
    "dimension_semantics allow_input_fusion vmem_limit_bytes collective_id has_side_effects flags"
    " internal_scratch_in_bytes serialization_format kernel_type device_type disable_bounds_checks"
    " disable_semaphore_checks skip_device_barrier allow_collective_id_without_custom_barrier"
    " shape_invariant_numerics use_tc_tiling_on_sc needs_layout_passes fuse_transposed_lhs_in_matmul opt_level"
).split()
TRITON_FIELDS = "num_warps num_stages serialized_metadata".split()
MOSAIC_GPU_FIELDS = (
    "approx_math dimension_semantics num_stages max_concurrent_steps delay_release unsafe_no_auto_barriers"
    " reduction_scratch_bytes profile_space profile_dir profile_trace_scope profile_bounds_check thread_semantics"
    " lowering_semantics skip_device_barrier is_multi_process"
).split()
COST_FIELDS = "flops transcendentals bytes_accessed remote_bytes_transferred".split()


def main(shared: str) -> None:
    """Write the facts file."""
    measured = json.loads((Path(shared) / "facts" / "guards.json").read_text(encoding="utf-8"))
    templates = {guard["id"]: guard["message_template"] for guard in measured["guards"] if guard["tier"] == "core"}
    releases = measured["meta"]["read_versions_all"]
    data = {
        "first": releases[0],
        "last": releases[-1],
        "names": names(measured),
        "parameters": parameters(measured, releases),
        "templates": {ours: templates[theirs] for ours, theirs in GUARDS.items()},
    }
    OUTPUT.write_text(text(data), encoding="utf-8")


def names(measured: dict[str, Any]) -> dict[str, list[Row]]:
    """State rows of every name: since, until, yes/deprecated/no, JAX's words."""
    found = {}
    for name, rows in measured["names"].items():
        module, dot, last = name.rpartition(".") if name not in MODULES else (name, "", "")
        found[MODULES[module] + dot + last] = [state_row(row) for row in rows]
    found |= {
        name: [state_row(row) for row in rows] for name, rows in measured["paths"].items() if name not in LEFT_OUT
    }
    releases = measured["meta"]["read_versions_all"]
    found["jax.experimental.pallas.tpu.TPUInterpretParams"] = [
        [releases[0], "0.6.1", "yes", None],
        ["0.6.2", releases[-1], "no", None],
    ]
    for name, (until, gone) in MODULES_BY_RELEASE.items():
        found[name] = [[releases[0], until, "yes", None], [gone, releases[-1], "no", None]]
    for name, later in DEPRECATED.items():
        found[name] = corrected(found[name], later, releases)
    return dict(sorted(found.items()))


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


def parameters(measured: dict[str, Any], releases: list[str]) -> dict[str, list[list[Any]]]:
    """Signature rows of every target: since, until, by position, by keyword only, takes any keyword."""
    classes = measured["classes"]
    found = {
        "tpu.CompilerParams": compiler_params(classes["tpu"]["fields"], TPU_FIELDS, releases),
        "triton.CompilerParams": compiler_params(classes["triton"]["fields"], TRITON_FIELDS, releases),
        "mosaic_gpu.CompilerParams": compiler_params(classes["mosaic_gpu"]["fields"], MOSAIC_GPU_FIELDS, releases),
        "pallas.CostEstimate": compiler_params(classes["cost_estimate"]["fields"], COST_FIELDS, releases),
        "tpu.VMEM": [[releases[0], releases[-1], ["shape", "dtype"], [], True]],
        "ffi.register_ffi_target": [
            [releases[0], releases[-1], ["name", "fn", "platform", "api_version"], [], True],
        ],
        **{name: read_rows(row, releases) for name, row in READ.items()},
    }
    for target, (name, positional) in SIGNATURES.items():
        rows = [row for row in measured["signatures"][name] if row["parameters"]]
        found[target] = [signature_row(row, positional) for row in rows]
    return found


def signature_row(row: dict[str, Any], positional: tuple[str, ...]) -> list[Any]:
    """One measured signature in our words."""
    given = set(row["parameters"])
    by_position = [name for name in positional if name in given]
    by_keyword = sorted(given - set(positional) - VAR_KEYWORD - VAR_POSITIONAL)
    return [row["from"], row["to"], by_position, by_keyword, bool(given & VAR_KEYWORD)]


def read_rows(row: list[list[str]], releases: list[str]) -> list[list[Any]]:
    """A signature of the newest release; older ones may take anything."""
    return [[releases[0], releases[-2], *row, True], [releases[-1], releases[-1], *row, False]]


def compiler_params(fields: dict[str, Any], order: list[str], releases: list[str]) -> list[list[Any]]:
    """The fields of a class by release, releases with the same fields in one row."""
    place = {release: index for index, release in enumerate(releases)}
    rows: list[list[Any]] = []
    first = min(place[field["since"]] for field in fields.values())
    for release in releases[first:]:
        here = [name for name in order if is_there(fields[name], release, place)]
        if rows and rows[-1][2] == here:
            rows[-1][1] = release
        else:
            rows.append([release, release, here, [], False])
    return rows


def is_there(field: dict[str, Any], release: str, place: dict[str, int]) -> bool:
    """Whether a release has a field."""
    return place[field["since"]] <= place[release] <= place.get(field["until"] or "", len(place))


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
    main(sys.argv[1])
