"""Builtins that make one value of another: `int`, `float`, `str`, `bytes`, `round`, `abs` and their like."""

from __future__ import annotations

from prelower.values import arithmetic, numeric, render
from prelower.values.classinfo import class_of, info
from prelower.values.library.table import Args, Function, Keywords, always, at, attempt, pure
from prelower.values.model import ABSENT, Absent, Array, Instance, Known, Mapping, Sequence, Unknown, What
from prelower.values.plain import (
    BOOL,
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    MAX_LENGTH,
    STR,
    Result,
    class_name,
    concrete,
    exact,
    is_raise,
    known,
    number,
    of_whats,
    plain,
    raises,
)
from prelower.values.scalars import dtype_of, is_scalar, scalar
from prelower.values.truth import truth

_NEVER = (Sequence, Mapping)
_TEXT_LIMIT = 400


def numeric_value(what: What) -> object:
    """The plain value that `int()` and `float()` see, also that of a member of an IntEnum."""
    if isinstance(what, Instance) and what.cls.known and what.cls.derives("builtins.int", "builtins.float"):
        return what.value
    value = number(what)
    return ABSENT if isinstance(value, complex) and is_scalar(what) else value  # numpy drops the imaginary part


def _int(args: Args, keywords: Keywords) -> Result:
    if not args:
        return Known(0)
    if isinstance(args[0], _NEVER) or args[0] == Known(None):
        return raises("TypeError", "`int()` of no number")
    values = [numeric_value(args[0]), *(plain(what) for what in (*args[1:], *keywords.values()))]
    if any(isinstance(value, Absent) for value in values) or _long(values[0]):
        return INT
    return attempt(int, *values)


def _long(value: object) -> bool:
    """Whether it is a string of so many digits that Pythons differ."""
    return isinstance(value, (str, bytes)) and len(value) > _TEXT_LIMIT


def _float(args: Args, keywords: Keywords) -> Result:
    if not args:
        return Known(0.0)
    if isinstance(args[0], _NEVER) or args[0] == Known(None):
        return raises("TypeError", "`float()` of no number")
    value = numeric_value(args[0])
    return FLOAT if isinstance(value, Absent) or _long(value) else attempt(float, value)


def _complex(args: Args, keywords: Keywords) -> Result:
    values = [plain(what) for what in args]
    if keywords or any(isinstance(value, Absent) or _long(value) for value in values):
        return COMPLEX
    return attempt(complex, *values)


def _bool(args: Args, keywords: Keywords) -> Result:
    answer = truth(args[0]) if args else False
    return BOOL if answer is None else Known(answer)


def _str(args: Args, keywords: Keywords) -> Result:
    if not args and not keywords:
        return Known("")
    if len(args) > 1 or keywords:
        values = [plain(what) for what in args]
        ready = bool(values) and not keywords and isinstance(values[0], bytes) and isinstance(values[1], str)
        return attempt(str, *values) if ready and not any(isinstance(value, Absent) for value in values) else STR
    text = render.text_of(args[0])
    return STR if text is None else known(text)


def _repr(args: Args, keywords: Keywords) -> Result:
    text = render.repr_of(args[0]) if args else None
    return STR if text is None else known(text)


def _format(args: Args, keywords: Keywords) -> Result:
    spec = plain(args[1]) if len(args) > 1 else ""
    return render.formatted(args[0], spec if isinstance(spec, str) else None) if args else STR


def bytes_value(args: Args, keywords: Keywords) -> object:
    """The bytes that `bytes(...)` or `bytearray(...)` makes, ABSENT where not known; it may raise as they do."""
    values = [concrete(what) for what in (*args, *keywords.values())]
    count = values[0] if values else 0
    if any(isinstance(value, Absent) for value in values) or (isinstance(count, int) and count > MAX_LENGTH):
        return ABSENT
    return bytes(*values)


def _bytes(args: Args, keywords: Keywords) -> Result:
    result = attempt(bytes_value, args, keywords)
    return result if isinstance(result, Known) or is_raise(result) else BYTES


def _bytearray(args: Args, keywords: Keywords) -> Result:
    result = _bytes(args, keywords)
    if isinstance(result, Unknown):
        return result
    text = repr(bytearray(result.value)) if isinstance(result, Known) else None
    return Instance(info("builtins.bytearray"), text=text)


def _abs(args: Args, keywords: Keywords) -> Result:
    what = args[0] if args else Unknown("nothing")
    if isinstance(what, Array):
        return what._replace(text=None) if what.shape != () or what.cls.name == "jax.Array" else Unknown("abs()")
    if is_scalar(what):
        return numeric.absolute(what)  # type: ignore[arg-type]
    value = plain(what)
    if not isinstance(value, Absent):
        return attempt(abs, value)
    results = {"builtins.complex": FLOAT, "builtins.bool": INT}
    name = class_name(what)
    same = name in ("builtins.int", "builtins.float", "decimal.Decimal", "fractions.Fraction", "datetime.timedelta")
    return Instance(info(name)) if same else results.get(name, Unknown("abs() of a value that is not known"))


def _round(args: Args, keywords: Keywords) -> Result:
    digits = at(args, keywords, 1, "ndigits")
    what = at(args, keywords, 0, "number") or Unknown("nothing")
    if digits == Known(None):
        digits = None
    if isinstance(what, Array):
        return Array(what.cls, what.shape) if what.cls.name == "jax.Array" else Unknown("round() of an array")
    if is_scalar(what):
        return _round_of_scalar(what, digits)
    return _round_of_plain(what, digits)


def _round_of_scalar(what: What, digits: What | None) -> What:
    dtype, value = dtype_of(what), number(what)
    if dtype is None or dtype.kind in "bc":
        return Unknown("round() of this numpy scalar")
    if digits is not None:
        return scalar(dtype)
    return INT if isinstance(value, Absent) else attempt(round, value)


def _round_of_plain(what: What, digits: What | None) -> What:
    value, places = plain(what), None if digits is None else plain(digits)
    if not isinstance(value, Absent) and not isinstance(places, Absent):
        if isinstance(places, int) and abs(places) > _TEXT_LIMIT:
            return INT if isinstance(value, int) else FLOAT
        return attempt(round, value) if digits is None else attempt(round, value, places)
    name = class_name(what)
    if name in ("builtins.int", "builtins.bool"):
        return INT
    if name == "builtins.float":
        return INT if digits is None else FLOAT if class_name(digits) == "builtins.int" else Unknown("round()")
    if name in ("decimal.Decimal", "fractions.Fraction"):
        return INT if digits is None else Instance(info(name))
    return Unknown("round() of a value that is not known")


def _slice(args: Args, keywords: Keywords) -> Result:
    return exact("builtins.slice") if 1 <= len(args) <= 3 and not keywords else None


def _divmod(args: Args, keywords: Keywords) -> Result:
    if len(args) != 2:
        return None
    parts = [arithmetic.binary(op, *args) for op in ("//", "%")]
    bad = next((part for part in parts if isinstance(part, Unknown)), None)
    return bad or of_whats("tuple", parts)


def _pow(args: Args, keywords: Keywords) -> Result:
    given = (*args, *keywords.values())
    if len(given) == 2:
        return arithmetic.binary("**", *given)
    if len(given) != 3:
        return None
    values = [plain(what) for what in given]
    if all(isinstance(value, int) and value.bit_length() <= _TEXT_LIMIT for value in values):
        return attempt(pow, *values)
    return INT if all(class_name(what) in ("builtins.int", "builtins.bool") for what in given) else Unknown("pow()")


def _hash(args: Args, keywords: Keywords) -> Result:
    unhashable = ("builtins.list", "builtins.dict", "builtins.set", "builtins.bytearray")
    cls = class_of(args[0]) if args else None
    return raises("TypeError", f"unhashable type: {cls.name!r}") if cls and cls.name in unhashable else INT


def _from_bytes(args: Args, keywords: Keywords) -> Result:
    values = [concrete(what) for what in args]
    named = {name: concrete(what) for name, what in keywords.items()}
    if any(isinstance(value, Absent) for value in (*values, *named.values())):
        return INT
    result = attempt(int.from_bytes, *values, **named)
    return result if isinstance(result, Known) or is_raise(result) else INT


FUNCTIONS: dict[str, Function] = {
    "builtins.int": _int,
    "builtins.float": _float,
    "builtins.complex": _complex,
    "builtins.bool": _bool,
    "builtins.str": _str,
    "builtins.repr": _repr,
    "builtins.ascii": always(STR),
    "builtins.format": _format,
    "builtins.bytes": _bytes,
    "builtins.bytearray": _bytearray,
    "builtins.abs": _abs,
    "builtins.round": _round,
    "builtins.divmod": _divmod,
    "builtins.slice": _slice,
    "builtins.pow": _pow,
    "builtins.hash": _hash,
    "builtins.id": always(INT),
    "builtins.hex": pure(hex, STR),
    "builtins.oct": pure(oct, STR),
    "builtins.bin": pure(bin, STR),
    "builtins.ord": pure(ord, INT),
    "builtins.chr": pure(chr, STR),
    "builtins.input": always(STR),
    "builtins.int.from_bytes": _from_bytes,
    "builtins.float.fromhex": pure(float.fromhex, FLOAT),
    "builtins.bytes.fromhex": pure(bytes.fromhex, BYTES),
    "builtins.object": always(Instance(info("builtins.object"))),
}
