"""# dimension-semantics-wrong

## What it does
Reports a `dimension_semantics` of `pltpu.CompilerParams` with a word that the TPU dialect does not have, or with more
or fewer words than the grid has dimensions; and one that is given to a kernel which takes none.

## Why JAX rejects it
Each dimension of the grid needs one word: `parallel`, `arbitrary`, `core_parallel` or `subcore_parallel`, or `None`.
The words become an MLIR attribute, which is parsed without a word about where it came from. `pl.kernel` and
`plgpu.kernel` go over a mesh instead of a grid and take none.

## When it fires
At lowering: `ValueError` for the number, jaxlib's `MLIRError` for a word, `ValueError` or `NotImplementedError` for
the kernels that take none. Not with `interpret=True`.

## Example
```python
pl.pallas_call(kernel, grid=(8, 4), compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel",)), ...)
```

## Use instead
```python
params = pltpu.CompilerParams(dimension_semantics=("parallel", "arbitrary"))
pl.pallas_call(kernel, grid=(8, 4), compiler_params=params, ...)
```

## Fix safety
Unsafe: the nearest word need not be what was meant. There is no fix for the number.

## Limits
The grid is looked for in `grid` and in a `grid_spec` that the program shows; under `vmap` JAX counts its own
dimensions apart, as this rule does. Whether `core_parallel` suits the hardware, only the compiler knows.

## Since
Since JAX 0.4.33; the text on the number has its words since 0.8.1. The word `core_parallel` came with 0.6.1, and
`subcore_parallel` with 0.7.2; the constants `pltpu.PARALLEL` and `pltpu.ARBITRARY` can be given since 0.5.1. A kernel
of `plgpu` fails with a bare `AssertionError` before 0.11.1, where the words are not as many as its grid has dimensions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import checks
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict, Words
from prelower.rules.releases import in_release
from prelower.rules.words import nearest
from prelower.values.model import Call, Known, What
from prelower.values.model import Sequence as Items
from prelower.values.render import text_of

NUMBER = "Length of grid does not match length of dimension semantics. len(grid)={}, len(dimension_semantics)={}"
_NUMBER = (
    ("0.4.33", "Must have dimension semantics for each dimension of the grid."),
    ("0.8.1", NUMBER),
)
WORD = "Unable to parse attribute:"
DETAIL = 'error: "#tpu.dimension_semantics<{}>": expected ::mlir::tpu::DimensionSemantics to be one of: {}'
NO_GRID = "mpmd_map does not support dimension_semantics= in compiler_params="
UNPIPELINED = "dimension_semantics= is not supported by the unpipelined lowering"
FIELD = "dimension_semantics"
WORDS = ("parallel", "arbitrary", "core_parallel", "subcore_parallel")
_WORDS = (("0.4.30", WORDS[:2]), ("0.6.1", WORDS[:3]), ("0.7.2", WORDS))
_OBJECTS = ("jax.experimental.pallas.tpu.PARALLEL", "jax.experimental.pallas.tpu.ARBITRARY")
_NO_WORD = "the constant was an object of the pipeline's then: give the word"
"""Up to JAX 0.5.0 `pltpu.PARALLEL` and `pltpu.ARBITRARY` had no text that could be parsed."""
_ASSERTED = ("{} words for the {} dimensions of the grid", "AssertionError: ")
_OTHERS = {
    "pallas.kernel": (("0.8.1", (NO_GRID, "ValueError: ")), ("0.10.1", (NO_GRID, None))),
    "mosaic_gpu.kernel": (("0.6.0", _ASSERTED), ("0.11.1", (UNPIPELINED, None))),
    "pallas.pallas_call": (("0.8.2", _ASSERTED), ("0.11.2", None)),
}
"""What the users of parameters say that are not of the TPU kind, or that are none of `pallas_call`: the message, and
what is really raised. An assertion is on the number of the words."""


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The words, with the calls that are given them."""
    if FIELD in call.arguments:
        users = calls.users(call)
        kernels = {user.target for user in users}
        sizes = frozenset().union(*(_dimensions(user, calls) for user in users))
        yield Subject(call.arguments[FIELD], FIELD, beside=(kernels, sizes))


def _dimensions(call: Call, calls: Calls) -> frozenset[int | None]:
    """How many dimensions the grid of a call may have; None among them where that is not known."""
    spec = call.arguments.get("grid_spec")
    if spec is not None and not checks.is_none(checks.only(spec) or spec.value[0].what):
        maker = calls.maker(spec.value[0].what) if len(spec.value) == 1 else None
        return _sizes(maker) if maker is not None else frozenset({None})
    return _sizes(call)


def _sizes(call: Call) -> frozenset[int | None]:
    given = call.arguments.get("grid")
    if given is None:
        return frozenset({None if call.rest_unknown else 0})
    return frozenset(1 if checks.built_in(p.what) == "int" else checks.length_of(p.what) for p in given.value)


def _one(sizes: frozenset[int | None]) -> int | None:
    return min(sizes) if len(sizes) == 1 else None  # type: ignore[type-var]


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on the words; None where they pass or are not known."""
    kernels, sizes = subject.beside
    if checks.is_none(what):
        return None
    if call.target != "tpu.CompilerParams" or kernels == {"pallas.kernel"}:
        return _of_others(what, kernels, _one(sizes), jax)
    if kernels - {"pallas.pallas_call"}:
        return None
    count = checks.length_of(what)
    if count is not None and sizes and None not in sizes and count not in sizes:
        said = in_release(jax, _NUMBER)
        nearest_size = min(sizes, key=lambda size: abs(size - count))
        return Verdict(said.format(nearest_size, count)) if said else None
    return _wrong_word(what, jax)


def _of_others(what: What, kernels: set[str], size: int | None, jax: JaxView) -> Verdict | None:
    """Where the words go to something else than a kernel for the TPU with a grid."""
    row = in_release(jax, _OTHERS[min(kernels)]) if len(kernels) == 1 and min(kernels) in _OTHERS else None
    count = checks.length_of(what)
    if row is None or _words(what) is None or row is _ASSERTED and (None in (size, count) or size == count):
        return None
    said, raises = row
    return Verdict(said.format(count, size), raises)


def _words(what: What) -> list[What] | None:
    """What surely stands in the sequence; letters of a text."""
    if isinstance(what, Known) and isinstance(what.value, str):
        return [Known(letter) for letter in what.value]
    if isinstance(what, Items):
        return [item[0].what for item in what.items if len(item) == 1]
    return None


def _wrong_word(what: What, jax: JaxView) -> Verdict | None:
    words = in_release(jax, _WORDS) or WORDS
    for word in _words(what) or ():
        text = text_of(word) if checks.built_in(word) or isinstance(word, Items) else None
        if text is not None and not checks.is_none(word) and text not in words:
            return Verdict(WORD, note=DETAIL.format(text, ", ".join(words)))
        if (checks.library(word) or "") in _OBJECTS and jax.at_least("0.5.1") is False:
            return Verdict(WORD, note=_NO_WORD, plain=True)
    return None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The words that are nearest, where each wrong one is like one."""
    kernels, sizes = subject.beside
    size = _one(sizes)
    words = _words(whats[0]) if len(whats) == 1 and isinstance(whats[0], Items) else None
    if words is None or size not in (None, len(words)) or kernels - {"pallas.pallas_call"}:
        return None
    values = [word.value for word in words if isinstance(word, Known) and isinstance(word.value, str)]
    meant = [word if word in WORDS else nearest(word, WORDS) for word in values]
    if len(values) != len(words) or not text.startswith(("(", "[")) or None in meant or meant == values:
        return None
    inner = ", ".join(f'"{word}"' for word in meant)
    new = f"[{inner}]" if text.startswith("[") else f"({inner}{',' if len(meant) == 1 else ''})"
    return Intent("replace", f"Write `{new}`", False, new)


EXAMPLES = (
    Example("tpu:dimension_semantics", '("sequential",)', WORD),
    Example("tpu:dimension_semantics", '("PARALLEL",)', WORD, '("parallel",)', False),
    Example("tpu:dimension_semantics", '["paralel"]', WORD, '["parallel"]', False),
    Example("tpu:dimension_semantics", '("parallel", "parallel")', NUMBER.format(1, 2)),
    Example("tpu:dimension_semantics", '"parallel"', NUMBER.format(1, 8)),
    Example("tpu:dimension_semantics", "()", NUMBER.format(1, 0)),
    Example("mosaic_gpu:dimension_semantics", '["parallel"]', UNPIPELINED),
    Example("tpu:dimension_semantics", '("subcore_parallel",)', WORD, release="0.6.2"),
    Example("tpu:dimension_semantics", '("core_parallel",)', why="known since JAX 0.6.1", release="0.6.2"),
    Example("tpu:dimension_semantics", '("parallel",)', why="one word for the one dimension"),
    Example("tpu:dimension_semantics", '["arbitrary"]', why="a list"),
    Example("tpu:dimension_semantics", "(None,)", why="no promise for a dimension"),
    Example("tpu:dimension_semantics", "(pltpu.PARALLEL,)", why="a constant of JAX's"),
)  # fmt: skip

RULE = Rule(
    name="dimension-semantics-wrong",
    summary="`dimension_semantics` does not fit the grid, or holds a word that there is not.",
    page=__doc__,
    targets=("tpu.CompilerParams", "mosaic_gpu.CompilerParams"),
    guard="dimension_semantics",
    accepts="a word for each dimension of the grid",
    since="0.4.33",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
    words={
        "tpu.CompilerParams.dimension_semantics": Words(WORDS, tuple(word.upper() for word in WORDS), "("),
        "mosaic_gpu.CompilerParams.dimension_semantics": Words(("parallel", "sequential"), (), "("),
    },
)
