"""# block-specs-wrong

## What it does
Reports an `in_specs` of `pallas_call`, `pl.GridSpec` or `pltpu.PrefetchScalarGridSpec` that is no list or tuple, or
holds more or fewer specifications than the call has operands; and a `pl.BlockSpec` whose block shape and index map
are swapped, whose block shape is a bare number, whose memory space is a text, or whose index map is no function.

## Why JAX rejects it
`in_specs` has the form of the operands: one `pl.BlockSpec` for each. The arguments of `pl.BlockSpec` changed places
in JAX 0.4.31.

## When it fires
When `pallas_call` or the grid specification is called for what is no sequence: `ValueError`. While tracing for the
number and for block shapes; at lowering for memory spaces.

## Example
```python
pl.pallas_call(kernel, in_specs=pl.BlockSpec((8, 128), lambda i: (i, 0)), ...)
```

## Use instead
```python
pl.pallas_call(kernel, in_specs=[pl.BlockSpec((8, 128), lambda i: (i, 0))], ...)
```

## Fix safety
To put a single specification into a list is safe.

## Limits
The operands are counted where the program shows the call and they are arrays. Index maps are not run.

## Since
In every JAX release; 0.4.30 says "Pytree specs for ... must match" of all that has the wrong form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import block_specs_said as said_of
from prelower.rules import checks, messages
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.block_specs_said import NO_MEMORY, NO_SEQUENCE, NOT_CALLABLE, NOT_ITERABLE, NUMBER, OUTPUTS, RANK
from prelower.rules.counts import counts
from prelower.rules.releases import in_release
from prelower.values.model import Array, Call, Callable_, Known, Mapping, Record, What
from prelower.values.model import Sequence as Items

PIPELINE = "Unsupported pipeline mode: {}."
_BLOCK_SPEC, _BUFFERED = "pallas.BlockSpec", "pallas.Buffered"
_SCALARS = ("int", "float", "str", "bool", "NoneType", "bytes")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The specifications of the operands; of a single one its parts."""
    if call.target == _BUFFERED and "buffer_count" in call.arguments:
        yield Subject(call.arguments["buffer_count"], "buffer_count")
    if call.target == _BLOCK_SPEC:
        yield from _parts(call)
    elif "in_specs" in call.arguments:
        count = counts(call, calls).operands if call.target == "pallas.pallas_call" else None
        yield Subject(call.arguments["in_specs"], "in_specs", beside=count)
        operands = _operands(call, calls)
        for index, (spec, item) in enumerate(checks.items_of(call.arguments["in_specs"])):
            given = index < len(operands) and len(call.arguments["in_specs"].value) == 1
            array = given and isinstance(operands[index], Array)
            yield Subject(item, "in_specs[...]", beside=array, container=spec)
    if call.target == "pallas.pallas_call":
        yield from _prefetched(call, calls)
        yield from _ranks(call, calls)
    if call.target == "pallas.pallas_call" and "out_specs" in call.arguments:
        out = checks.only(call.arguments.get("out_shape"))
        wrong = isinstance(out, Items) and bool(out.items) and _numbers(out)  # output-shape-wrong says so
        yield Subject(call.arguments["out_specs"], "out_specs", beside=None if out is None or wrong else _leaves(out))


def _prefetched(call: Call, calls: Calls) -> Iterable[Subject]:
    """The specifications in a grid specification, which leaves out the operands that are fetched before."""
    spec = checks.only(call.arguments.get("grid_spec"))
    maker = calls.maker(spec) if spec is not None else None
    operands = counts(call, calls).operands
    if maker is None or operands is None or "in_specs" not in maker.arguments or maker.rest_unknown:
        return
    number = checks.only(maker.arguments.get("num_scalar_prefetch")) or Known(0)
    value = number.value if isinstance(number, Known) else None
    if isinstance(value, int) and value >= 0:
        yield Subject(maker.arguments["in_specs"], "in_specs", beside=operands - value)


def _operands(call: Call, calls: Calls) -> list[What | None]:
    """What the one call of the result is given by position; None where that may be several things."""
    results = calls.results(call)
    if len(results) != 1:
        return []
    return [checks.only(a) for name, a in results[0].arguments.items() if name.startswith("*")]


def _ranks(call: Call, calls: Calls) -> Iterable[Subject]:
    """The block shapes of operands whose shapes are known."""
    given, operands = call.arguments.get("in_specs"), _operands(call, calls)
    if given is None:
        return
    for index, ((_, item), operand) in enumerate(zip(checks.items_of(given), operands)):
        spec = checks.only(item)
        maker = calls.maker(spec) if spec is not None else None
        if maker is not None and isinstance(operand, Array) and operand.shape is not None and len(given.value) == 1:
            block = maker.arguments.get("block_shape")
            if block is not None:
                yield Subject(block, "rank", beside=(index, operand.shape, _operand_name(call, index)))


def _operand_name(call: Call, index: int) -> str | None:
    """What the kernel calls an operand."""
    kernel = checks.only(call.arguments.get("kernel"))
    names = kernel.signed.required if isinstance(kernel, Callable_) and kernel.signed else ()
    return names[index] if index < len(names) else None


def _parts(call: Call) -> Iterable[Subject]:
    shape = checks.only(call.arguments.get("block_shape"))
    swapped = isinstance(shape, Callable_)
    for name in ("block_shape",) if swapped else ("block_shape", "index_map", "memory_space", "pipeline_mode"):
        if name in call.arguments:
            yield Subject(call.arguments[name], name)


def _leaves(what: What) -> str | None:
    """Whether something is one description or a sequence of so many."""
    if isinstance(what, Array) or isinstance(what, Record) and what.cls.name.endswith("BlockSpec"):
        return "one"
    count = checks.length_of(what) if isinstance(what, Items) else None
    if checks.is_none(what):
        return "none"
    if isinstance(what, Mapping) and not what.rest:
        return "a dict"
    return None if count is None else f"sequence of {count}"


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on specifications; None where they pass or are not known."""
    if call.target == _BUFFERED:
        kind = checks.built_in(what) or ""
        said = in_release(jax, said_of.BUFFER_COUNTS.get(kind, ()))
        return Verdict(said.format(checks.printed_value(what), kind)) if said else None
    if call.target == _BLOCK_SPEC:
        return _of_block(what, subject.label, jax)
    if subject.label == "in_specs[...]":
        return _of_item(what, subject.beside, jax)
    if subject.label == "rank":
        index, shape, name = subject.beside
        return _of_rank(what, index, shape, name, jax)
    if subject.label == "out_specs":
        return _of_outputs(what, subject.beside, jax)
    if checks.built_in(what) in _SCALARS:
        return said_of.no_sequence(checks.printed_value(what), jax)
    if isinstance(what, Record):
        single = what.call is not None and what.cls.name.endswith("BlockSpec")
        return said_of.no_sequence(messages.SOURCE, jax) if single else None
    count = checks.length_of(what) if isinstance(what, Items) else None
    if count is None or subject.beside is None or count == subject.beside or not _all_specs(what):
        return None
    return said_of.number(jax, f"{count} specifications for {subject.beside} operands")


def _of_rank(what: What, index: int, shape: tuple[int | None, ...], name: str | None, jax: JaxView) -> Verdict | None:
    if not isinstance(what, Items) or what.rest or len(what.items) == len(shape):
        return None
    sizes = [checks.plain_number(item[0].what) if len(item) == 1 else None for item in what.items]
    printed = in_release(jax, said_of.BLOCKS)
    early = jax.at_least("0.4.33") is False
    called = f"inputs[{index}]" if early else name if jax.at_least("0.5.3") is False else f"args[{index}]"
    if None in sizes or None in shape or printed is None or called is None:
        return None
    blocks = ", ".join(printed.format(size) for size in sizes) + ("," if len(sizes) == 1 else "")
    said = RANK.format(called, blocks, shape)
    return Verdict(said.removesuffix(".") if early else said, early=True)


def _of_item(what: What, array: bool, jax: JaxView) -> Verdict | None:
    """A shape is no specification, nor is None where the operand surely is an array."""
    shape = isinstance(what, Items) and what.items and not _all_specs(what) and _numbers(what)
    if shape or array and checks.is_none(what):
        return said_of.number(jax, "each operand needs a pl.BlockSpec")
    said = in_release(jax, said_of.NO_SPECS) if checks.built_in(what) == "int" else None
    return Verdict(said.format("int"), early=True) if said else None


def _numbers(what: Items) -> bool:
    return all(checks.built_in(p.what) == "int" for item in what.items for p in item)


def _of_outputs(what: What, shapes: str | None, jax: JaxView) -> Verdict | None:
    """The specifications of outputs have the form of `out_shape`."""
    if checks.built_in(what) == "int":
        said = in_release(jax, said_of.NO_SPECS)
        return Verdict(said.format("int"), early=True) if said else None
    form = _leaves(what)
    sure = form == "one" or form is not None and _all_specs(what)
    if shapes is None or not sure or form == shapes:
        return None
    said = (
        OUTPUTS if jax.at_least("0.4.31") is not False else said_of.NOT_MATCHING.format("`out_shape` and `out_specs`")
    )
    raises = None if said is OUTPUTS else f"ValueError: {said}"
    return Verdict(said, raises, f"`out_specs` is {form}, `out_shape` is {shapes}", early=True)


def _all_specs(what: What) -> bool:
    return isinstance(what, Items) and all(
        isinstance(p.what, Record) and p.what.cls.name.endswith("BlockSpec") for item in what.items for p in item
    )


def _of_block(what: What, part: str, jax: JaxView) -> Verdict | None:
    name = checks.built_in(what)
    if part == "block_shape":
        return _of_shape(what, name, jax)
    if part == "index_map":
        wrong = name in ("tuple", "list", "int", "str", "float")
        said = in_release(jax, said_of.NO_MAPS) if wrong else None
        return Verdict(said.format(name), early=True) if said else None
    if part == "pipeline_mode":
        return Verdict(PIPELINE.format(checks.printed_value(what))) if name in ("int", "str", "bool", "float") else None
    value = what.value if isinstance(what, Known) else None
    said = in_release(jax, said_of.MEMORY_SPACES) if isinstance(value, str) else None
    return Verdict(said.format(value)) if said else None


def _of_shape(what: What, name: str | None, jax: JaxView) -> Verdict | None:
    if isinstance(what, Callable_) and what.kind == "function":
        said = in_release(jax, said_of.SWAPPED)
        note = "the block shape comes before the index map"
        return Verdict(said.format("function"), note=note, early=True) if said else None
    if name in ("int", "float", "bool"):
        said = in_release(jax, said_of.NO_SHAPES)
        return Verdict(said.format(name), early=True) if said else None
    if isinstance(what, Items) and any(_no_size(item) for item in what.items) and not what.rest:
        said = in_release(jax, said_of.NO_SIZES)
        return Verdict(said.format(checks.printed_repr(what)), early=True) if said else None
    return None


def _no_size(value: tuple) -> bool:
    return bool(value) and all(checks.built_in(p.what) in ("float", "str") for p in value)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """A list of the one specification."""
    if subject.label == "in_specs" and all(isinstance(what, Record) for what in whats):
        return Intent("replace", "Put it into a list", True, f"[{text}]")
    return None


_SPEC = "pl.BlockSpec((128, 256), lambda i: (i, 0))"
EXAMPLES = (
    Example("pallas_grid:in_specs", "None", NO_SEQUENCE.format(None)),
    Example("pallas_grid:in_specs", "5", NO_SEQUENCE.format(5)),
    Example("pallas_grid:in_specs", "[None]", NUMBER, shown="[None]"),
    Example("pallas_grid:in_specs", "[(128, 256)]", NUMBER, shown="[(128, 256)]"),
    Example("pallas_grid:in_specs", "[pl.BlockSpec((128, 256), lambda i: (i, 0), pipeline_mode=2)]", PIPELINE.format(2),
            shown="2"),
    Example("pallas_grid:out_specs", f"[{_SPEC}]", OUTPUTS),
    Example("pallas_grid:in_specs", "[pl.BlockSpec((128,), lambda i: (i,))]",
            RANK.format("args[0]", "Blocked(block_size=128),", (256, 256)), shown="(128,)"),
    Example("pallas_grid:in_specs", "[pl.BlockSpec((128, 256), lambda i: (i, 0), pipeline_mode=pl.Buffered(2.0))]",
            said_of.BUFFERS.format(2.0), shown="2.0"),
    Example("pallas_grid:out_specs", "5", NO_MEMORY.format("int")),
    Example("pallas_grid:in_specs", f"[{_SPEC}, {_SPEC}]", NUMBER),
    Example("pallas_grid:in_specs", "[pl.BlockSpec(lambda i: (i, 0), (128, 256))]", NOT_ITERABLE.format("function"),
            shown="lambda i: (i, 0)"),
    Example("pallas_grid:in_specs", "[pl.BlockSpec(128, lambda i: (i, 0))]", NOT_ITERABLE.format("int"), shown="128"),
    Example("pallas_grid:in_specs", "[pl.BlockSpec((128, 256), (0, 0))]", NOT_CALLABLE.format("tuple"),
            shown="(0, 0)"),
    Example("pallas_grid:in_specs", '[pl.BlockSpec((128, 256), lambda i: (i, 0), memory_space="vmem")]',
            "Invalid memory space: 'vmem'", shown='"vmem"'),
    Example("pallas_grid:in_specs", f"[{_SPEC}]", why="one for the one operand"),
    Example("pallas_grid:in_specs", f"({_SPEC},)", why="a tuple"),
)  # fmt: skip

RULE = Rule(
    name="block-specs-wrong",
    summary="`in_specs` or `out_specs` does not fit the call.",
    page=__doc__,
    targets=(
        "pallas.pallas_call",
        "pallas.GridSpec",
        "tpu.PrefetchScalarGridSpec",
        "pallas.BlockSpec",
        "pallas.Buffered",
    ),
    guard="in_specs",
    accepts="a list or tuple of `pl.BlockSpec`",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
