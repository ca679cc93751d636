"""Evaluate an expression twice: with the real library, and with the tables on what is known of its parts."""

from __future__ import annotations

import ast

from prelower.values import library
from prelower.values.arithmetic import binary, unary
from prelower.values.model import ABSENT, Known, Library, Record, Sequence, Unknown
from prelower.values.plain import of_whats, sequence, single, value_of
from prelower.values.render import formatted
from prelower.values.truth import compare
from tests.values.library.real import described, without_value

_OPS = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "LShift": "<<",
        "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^", "MatMult": "@", "USub": "-", "UAdd": "+",
        "Invert": "~", "Not": "not", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=",
        "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not"}  # fmt: skip
MODULES = {"np": "numpy", "jnp": "jax.numpy", "pl": "jax.experimental.pallas"}
_BUILTINS = set(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)


class Tables:
    """An evaluator of one expression: each node gives what is known; `hide` forgets the literals' values."""

    def __init__(self, hide=False):
        self.hide = hide

    def of(self, text):
        return self.eval(ast.parse(text.strip(), mode="eval").body)

    def eval(self, node):
        result = getattr(self, f"_{type(node).__name__}")(node)
        if type(result) is tuple:
            return result[0] if len(result) == 1 else Unknown("several") if not self.final(node) else result
        return Unknown(f"not in the tables: {ast.unparse(node)}") if result is None else result

    def final(self, node):
        return getattr(self, "top", None) is node

    def _Constant(self, node):
        what = described(node.value)
        return without_value(what) if self.hide and type(node.value) in (int, float, str, bytes, bool) else what

    def _Name(self, node):
        return Library(f"builtins.{node.id}" if node.id in _BUILTINS else MODULES.get(node.id, node.id))

    def _Attribute(self, node):
        what = self.eval(node.value)
        found = library.attribute(what, node.attr)
        if found is None and isinstance(what, Record):
            found = single(dict(what.fields).get(node.attr, value_of(Unknown("no field"))))
        return Library(f"{what.name}.{node.attr}") if found is None and isinstance(what, Library) else found

    def _Call(self, node):
        args = tuple(self.eval(each) for each in node.args)
        keywords = {each.arg: self.eval(each.value) for each in node.keywords}
        if isinstance(node.func, ast.Attribute):
            owner = self.eval(node.func.value)
            if not isinstance(owner, Library):
                return library.method(owner, node.func.attr, args, keywords)
        callee = self.eval(node.func)
        return library.call(callee.name, args, keywords) if isinstance(callee, Library) else None

    def _BinOp(self, node):
        return binary(_OPS[type(node.op).__name__], self.eval(node.left), self.eval(node.right))

    def _UnaryOp(self, node):
        return unary(_OPS[type(node.op).__name__], self.eval(node.operand))

    def _Compare(self, node):
        return compare(_OPS[type(node.ops[0]).__name__], self.eval(node.left), self.eval(node.comparators[0]))

    def _Tuple(self, node):
        return of_whats("tuple", [self.eval(each) for each in node.elts])

    def _List(self, node):
        return of_whats("list", [self.eval(each) for each in node.elts])

    def _Set(self, node):
        return of_whats("set", [self.eval(each) for each in node.elts])

    def _Dict(self, node):
        rows = zip(node.keys, node.values, strict=True)
        pairs = [of_whats("tuple", [self.eval(key), self.eval(value)]) for key, value in rows]
        return library.call("builtins.dict", (of_whats("list", pairs),), {})

    def _JoinedStr(self, node):
        return library.method(Known(""), "join", (of_whats("list", [self.eval(each) for each in node.values]),), {})

    def _FormattedValue(self, node):
        spec = self.eval(node.format_spec).value if node.format_spec else ""
        conversion = None if node.conversion < 0 else chr(node.conversion)
        return formatted(self.eval(node.value), spec, conversion)

    def _Subscript(self, node):
        return library.subscript(self.eval(node.value), self.eval(node.slice))

    def _Slice(self, node):
        parts = [Known(None) if part is None else self.eval(part) for part in (node.lower, node.upper, node.step)]
        return sequence("slice", tuple(value_of(part) for part in parts))


def known(text, hide=False):
    """What the tables know of an expression."""
    tables = Tables(hide)
    node = ast.parse(text.strip(), mode="eval").body
    tables.top = node
    return tables.eval(node)


__all__ = ["ABSENT", "Sequence", "known"]
