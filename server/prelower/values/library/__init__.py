"""What the functions, methods and attributes of Python's and numpy's own give: tables, asked by name.

Everything goes from what is known of the arguments to what is known of the result; None means that
the tables do not hold it.  A result may be several possibilities, as a tuple.
"""

from __future__ import annotations

from prelower.values.library import dispatch
from prelower.values.library.table import Args, Keywords
from prelower.values.model import What
from prelower.values.plain import Result

__all__ = ["attribute", "call", "method", "subscript"]


def call(name: str, args: Args, keywords: Keywords) -> Result:
    """What calling the function or class of that dotted name gives."""
    return dispatch.call(name, args, keywords)


def method(what: What, name: str, args: Args, keywords: Keywords) -> Result:
    """What calling a method of a value gives; methods that change their object are not in the tables."""
    return dispatch.method(what, name, args, keywords)


def attribute(what: What, name: str) -> Result:
    """What an attribute of a value, or a constant of a module, is."""
    return dispatch.attribute(what, name)


def subscript(what: What, index: What) -> Result:
    """What `what[index]` gives for strings, arrays and `os.environ`; a slice is a Sequence of `builtins.slice`."""
    return dispatch.subscript(what, index)
