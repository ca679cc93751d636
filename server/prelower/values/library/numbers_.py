"""`decimal` and `fractions`, and the methods and attributes of Python's own numbers."""

from __future__ import annotations

from importlib import import_module

from prelower.values.library.table import Args, Function, Keywords, always, attempt, object_of
from prelower.values.model import Absent, Instance, Known, What
from prelower.values.plain import BOOL, BYTES, FLOAT, INT, STR, Result, exact, of_whats, plain

_LIMIT = 100
DECIMAL, FRACTION = exact("decimal.Decimal"), exact("fractions.Fraction")


def _maker(module: str, made: Instance) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        values = [object_of(what) for what in args]
        if keywords or any(isinstance(value, Absent) or len(str(value)) > _LIMIT for value in values):
            return made
        # Loaded only when asked for: few programs do.
        real = getattr(import_module(module), made.cls.name.rpartition(".")[2])
        result = attempt(lambda: str(real(*values)))
        return made._replace(text=result.value) if isinstance(result, Known) else result

    return run


FUNCTIONS: dict[str, Function] = {
    "decimal.Decimal": _maker("decimal", DECIMAL),
    "decimal.Decimal.from_float": always(DECIMAL),
    "fractions.Fraction": _maker("fractions", FRACTION),
}

_INT_METHODS: dict[str, What] = {
    "bit_length": INT,
    "bit_count": INT,
    "conjugate": INT,
    "to_bytes": BYTES,
    "as_integer_ratio": of_whats("tuple", [INT, INT]),
    "__int__": INT,
    "__index__": INT,
    "__float__": FLOAT,
}
_FLOAT_METHODS: dict[str, What] = {
    "is_integer": BOOL,
    "hex": STR,
    "conjugate": FLOAT,
    "as_integer_ratio": of_whats("tuple", [INT, INT]),
    "__int__": INT,
    "__float__": FLOAT,
}
_COMPLEX_METHODS: dict[str, What] = {"conjugate": exact("builtins.complex")}
METHODS: dict[str, dict[str, What]] = {
    "builtins.int": _INT_METHODS,
    "builtins.bool": _INT_METHODS,
    "builtins.float": _FLOAT_METHODS,
    "builtins.complex": _COMPLEX_METHODS,
}
_INT_ATTRIBUTES: dict[str, What] = {"real": INT, "imag": Known(0), "numerator": INT, "denominator": Known(1)}
ATTRIBUTES: dict[str, dict[str, What]] = {
    "builtins.int": _INT_ATTRIBUTES,
    "builtins.bool": _INT_ATTRIBUTES,
    "builtins.float": {"real": FLOAT, "imag": Known(0.0)},
    "builtins.complex": {"real": FLOAT, "imag": FLOAT},
}
_BYTES_LIMIT = 1024


def method(what: What, cls: str, name: str, args: Args, keywords: Keywords) -> Result:
    """What a method of an int, float or complex gives."""
    otherwise = METHODS[cls].get(name)
    value = plain(what)
    values = [plain(each) for each in args]
    named = {key: plain(each) for key, each in keywords.items()}
    if otherwise is None or any(isinstance(each, Absent) for each in (value, *values, *named.values())):
        return otherwise
    if any(isinstance(each, int) and abs(each) > _BYTES_LIMIT for each in values):
        return otherwise
    result = attempt(lambda: getattr(value, name)(*values, **named))
    return otherwise if name == "bit_count" and not isinstance(result, Known) else result


def attribute(what: What, cls: str, name: str) -> Result:
    """What an attribute of an int, float or complex is."""
    otherwise = ATTRIBUTES[cls].get(name)
    value = plain(what)
    return otherwise if otherwise is None or isinstance(value, Absent) else attempt(lambda: getattr(value, name))
