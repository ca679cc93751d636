"""What each release says of block specifications that it cannot use."""

from __future__ import annotations

NUMBER = "Pytree for `in_specs` and `inputs` do not match. There are 1 mismatches, including:"
NOT_ITERABLE = "'{}' object is not iterable"
NO_LENGTH = "object of type '{}' has no len()"
NOT_CALLABLE = "'{}' object is not callable"
NO_MEMORY = "'{}' object has no attribute 'memory_space'"
RANK = "Block shape for {} (= ({})) must have the same number of dimensions as the array shape {}."
BUFFERS = "Separate input/output buffer counts are only supported by emit_pipeline. Got {}."
_COMPARED = "'<' not supported between instances of '{1}' and 'int'"

NUMBERS = (
    ("0.4.31", "Pytree for `in_specs` and inputs do not match. There are 1 mismatches, including:"),
    ("0.6.1", NUMBER),
)
NO_SHAPES = (("0.4.31", NO_LENGTH), ("0.6.1", NOT_ITERABLE))
SWAPPED = (("0.4.35", NO_LENGTH), ("0.6.1", NOT_ITERABLE))
NO_MAPS = (("0.4.31", NOT_CALLABLE), ("0.4.36", "the first argument must be callable"), ("0.6.1", NOT_CALLABLE))
NO_SPECS = (("0.4.33", "'{}' object has no attribute 'to_block_mapping'"), ("0.10.0", NO_MEMORY))
MEMORY_SPACES = (
    ("0.4.34", "Invalid memory space: {{memory_space}}"),
    ("0.5.3", "Invalid memory space: {}"),
    ("0.10.0", "Invalid memory space: {!r}"),
)
BUFFER_COUNTS = {
    "str": (("0.5.3", _COMPARED), ("0.12.0", BUFFERS)),
    "float": (("0.12.0", BUFFERS),),
}
BLOCKS = (("0.4.33", "{}"), ("0.6.1", "Blocked(block_size={})"))
"""How a size of a block prints."""
NO_SIZES = (("0.4.31", "Shapes must be 1D sequences of concrete values of integer type, got {}."), ("0.6.1", None))
"""Of a block with a size that is no int; now it is what the kernel does with it that fails."""
