"""What each release says of block specifications that it cannot use."""

from __future__ import annotations

from prelower.rules.base import JaxView, Verdict
from prelower.rules.releases import in_release

NO_SEQUENCE = "`in_specs` must be a tuple or a list. Found: {}"
OUTPUTS = "Pytree for `out_specs` and `out_shape` do not match. There are 1 mismatches, including:"
NUMBER = "Pytree for `in_specs` and `inputs` do not match. There are 1 mismatches, including:"
NOT_ITERABLE = "'{}' object is not iterable"
NO_LENGTH = "object of type '{}' has no len()"
NOT_CALLABLE = "'{}' object is not callable"
NO_MEMORY = "'{}' object has no attribute 'memory_space'"
RANK = "Block shape for {} (= ({})) must have the same number of dimensions as the array shape {}."
BUFFERS = "Separate input/output buffer counts are only supported by emit_pipeline. Got {}."
_COMPARED = "'<' not supported between instances of '{1}' and 'int'"

NOT_MATCHING = "Pytree specs for {} must match: "
"""What 0.4.30 says of all that has not the form it should have; both forms stand behind it."""
NUMBERS = (
    ("0.4.30", NOT_MATCHING.format("arguments and `in_specs`")),
    ("0.4.31", "Pytree for `in_specs` and inputs do not match. There are 1 mismatches, including:"),
    ("0.6.1", NUMBER),
)
NO_SHAPES = (("0.4.31", NO_LENGTH), ("0.6.1", NOT_ITERABLE))
SWAPPED = (("0.4.30", NOT_ITERABLE), ("0.4.31", None), ("0.4.35", NO_LENGTH), ("0.6.1", NOT_ITERABLE))
NO_MAPS = (("0.4.31", NOT_CALLABLE), ("0.4.36", "the first argument must be callable"), ("0.6.1", NOT_CALLABLE))
NO_SPECS = (
    ("0.4.30", NO_MEMORY),
    ("0.4.31", "'{}' object has no attribute 'index_map'"),
    ("0.4.33", "'{}' object has no attribute 'to_block_mapping'"),
    ("0.10.0", NO_MEMORY),
)
MEMORY_SPACES = (
    ("0.4.34", "Invalid memory space: {{memory_space}}"),
    ("0.5.3", "Invalid memory space: {}"),
    ("0.10.0", "Invalid memory space: {!r}"),
)
BUFFER_COUNTS = {
    "str": (("0.5.3", _COMPARED), ("0.12.0", BUFFERS)),
    "float": (("0.12.0", BUFFERS),),
}
BLOCKS = (("0.4.31", "{}"), ("0.6.1", "Blocked(block_size={})"))
"""How a size of a block prints."""
NO_SIZES = (("0.4.31", "Shapes must be 1D sequences of concrete values of integer type, got {}."), ("0.6.1", None))
"""Of a block with a size that is no int; now it is what the kernel does with it that fails."""


def no_sequence(printed: str, jax: JaxView) -> Verdict | None:
    """What is said of specifications that are no list or tuple."""
    return number(jax) if jax.at_least("0.4.31") is False else Verdict(NO_SEQUENCE.format(printed), early=True)


def number(jax: JaxView, note: str | None = None) -> Verdict | None:
    """What is said where there are not as many specifications as operands."""
    said = in_release(jax, NUMBERS)
    return _not_matching(said, note) if said else None


def outputs(jax: JaxView, note: str) -> Verdict:
    """What is said where the specifications of outputs have not the form of the outputs."""
    early = jax.at_least("0.4.31") is False
    return _not_matching(NOT_MATCHING.format("`out_shape` and `out_specs`") if early else OUTPUTS, note)


def _not_matching(said: str, note: str | None) -> Verdict:
    return Verdict(said, f"ValueError: {said}" if said.endswith("match: ") else None, note, early=True)
