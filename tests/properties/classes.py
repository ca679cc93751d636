"""Draws classes: plain ones with methods of many sorts, dataclasses, named tuples, enums."""

from __future__ import annotations

from .blocks import block, indented
from .draw import Draw, kind_of
from .expressions import arguments, expr, form
from .functions import Parameters, body, parameters, unreturned
from .simple import Lines, sunk

SORTS = {"plain": 8, "property": 4, "static": 1.5, "class": 2, "operator": 3, "unary": 1.5, "special": 4}


class Shape:
    """A class under construction: its fields, attributes, and a stand-in for `self`."""

    def __init__(self, d: Draw, fields: list[str], attributes: list[str]) -> None:
        self.fields = fields
        self.attributes = attributes
        self.receiver = d.sample["SimpleNamespace"](**dict.fromkeys([*fields, *attributes], 1))  # type: ignore[operator]

    def value(self, d: Draw) -> str:
        """An expression of one of the fields, or of none."""
        own = [f"self.{name}" for name in (*self.fields, *self.attributes)]
        return form(d, "of self", value=d.pick([*own * 3, expr(d, None, 1)]))

    def effect(self, d: Draw) -> Lines:
        """A statement that changes or tells a field."""
        if not self.fields or d.chance(0.5):
            return []
        return [form(d, "effect", field=d.pick(self.fields))]


def method(d: Draw, shape: Shape) -> Lines:
    """A method of one of several sorts."""
    sort = d.weighted(SORTS)
    name = d.fresh("do")
    if sort not in ("plain", "static"):
        return special(d, shape, sort, name)
    text, found = parameters(d, 2)
    d.functions[name] = found
    if sort == "static":
        return ["@staticmethod", f"def {name}({text}):", *indented(body(d, found, 1))]
    inside = unreturned(body(d, found, 2, self=shape.receiver))
    head = f"def {name}({', '.join(filter(None, ['self', text]))}):"
    return [head, *indented([*shape.effect(d), *inside, f"return {shape.value(d)}"])]


def special(d: Draw, shape: Shape, sort: str, name: str) -> Lines:
    """A property, class method, operator, or another method that Python calls by itself."""
    if sort == "class":
        d.functions[name] = []
    field = d.pick(shape.fields or ["last"])
    attribute = d.pick(shape.attributes or ["made"])
    value, effect = shape.value(d), "".join(shape.effect(d)) or "pass"
    text = form(d, sort, 1, name=name, value=value, effect=effect, field=field, attribute=attribute)
    return text.split("↵")


def class_(d: Draw) -> Lines:
    """A class with attributes, `__init__`, methods and perhaps a base."""
    name = d.fresh("C")
    bases = [n for n in d.classes if n in d.sample and n.startswith("C") and d.sample[n].__mro__[1:2] == (object,)]  # type: ignore[attr-defined]
    base = d.pick(bases) if bases and d.chance(0.5) else None
    attributes = {d.pick(["size", "limit", "table", "items_"]): expr(d, None, 1) for _ in range(d.random.randrange(3))}
    lines = [f"{n} = {v}" for n, v in attributes.items()]
    fields: list[str] = []
    found: Parameters = list(d.classes[base]) if base else []
    if base is None or d.chance(0.5):
        fields = [d.pick(["size", "limit", "table", "width"]) for _ in d.upto(2)]
        first, found = _init(d, base, fields)
        lines += first
    shape = Shape(d, fields, list(attributes))
    for _ in range(d.random.randint(0, 3)):
        lines += method(d, shape)
    if base and d.chance(0.5):
        lines += _overriding(d, base)
    d.classes[name] = found
    return [f"class {name}{f'({base})' if base else ''}:", *indented(lines)]


def _init(d: Draw, base: str | None, fields: list[str]) -> tuple[Lines, Parameters]:
    text, found = parameters(d, 2, only_plain=True)
    own = [p for p, _, _ in found]
    sets = [f"self.{f} = {d.pick([*own * 2, expr(d, None, 1)])}" for f in fields]
    if base:
        given = ", ".join(expr(d, kind_of(v), 0) for _, f, v in d.classes[base] if f != "keyword")
        sets.insert(d.pick([0, len(sets)]), f"super().__init__({given})")
    head = f"def __init__({', '.join(filter(None, ['self', text]))}):"
    return [head, *indented(sets + (block(d, 1) if d.chance(0.3) else []))], found


def _overriding(d: Draw, base: str) -> Lines:
    inherited = [m for m, f in vars(d.sample[base]).items() if m in d.functions and kind_of(f) == "function"]
    if not inherited:
        return []
    m = d.pick(inherited)
    return [f"def {m}(self, *args, **kwargs):", f"    return {form(d, 'overriding', m=m, base=base)}"]


def dataclass_(d: Draw) -> Lines:
    """A dataclass."""
    name = d.fresh("D")
    bases = [n for n in d.classes if n.startswith("D") and n in d.sample]
    base = d.pick(bases) if bases and d.chance(0.3) else None
    found: Parameters = list(d.classes[base]) if base else []
    lines: Lines = []
    for field in d.random.sample(["size", "limit", "table", "width", "deep"], d.random.randint(1, 3)):
        value = expr(d, d.pick(["int", "float", "str", "none"]), 1)
        needed = not any(how == "default" for _, how, _ in found) and d.chance(0.5)
        lines.append(f"{field}: {d.pick(['int', 'float', 'object', 'dict'])}{'' if needed else _default(d, value)}")
        found = [p for p in found if p[0] != field] + [(field, "plain" if needed else "default", d.value(value))]
    own = [line.split(":")[0] for line in lines]
    frozen = base is None and d.chance(0.15)
    if d.chance(0.35) and not frozen:
        lines += _post(d, own)
    for _ in range(d.random.randrange(2)):
        lines += method(d, Shape(d, own, []))
    d.classes[name] = found
    heads = ["@dataclass", "@dataclass", "@dataclasses.dataclass", "@dataclass(order=True)", "@dataclass(eq=False)"]
    head = "@dataclass(frozen=True)" if frozen else d.pick(heads)
    made = f"{name}({arguments(d, found, 0)})"
    use = form(d, "dataclass", c=name, made=made, field=d.pick(own)) if d.chance(0.5) else "pass"
    return [head, f"class {name}{f'({base})' if base else ''}:", *indented(lines), use]


def _default(d: Draw, value: str) -> str:
    boxed = d.pick(["list", "dict", "lambda: [1, 2.5]", "lambda: {'a': 1.5}", f"lambda: {expr(d, 'list', 0)}"])
    kinds = [f" = {value}", f" = {value}", f" = field(default={value})", f" = field(default_factory={boxed})"]
    return d.pick([*kinds, f" = field(init=False, default={value})"] if d.chance(0.2) else kinds)


def _post(d: Draw, own: list[str]) -> Lines:
    field, other = d.pick(own), d.pick(own)
    return ["def __post_init__(self):", *indented([form(d, "post", field=field, other=other), sunk(f"self.{other}")])]


def tuple_class(d: Draw) -> Lines:
    """A NamedTuple or namedtuple."""
    name = d.fresh("T")
    d.classes[name] = [("size", "plain", 1), ("limit", "default", 1.5)]
    default = expr(d, None, 0)
    use = form(d, "namedtuple", c=name) if d.chance(0.7) else "pass"
    if d.chance(0.4):
        return [f"{name} = namedtuple('{name}', ['size', 'limit'], defaults=[{default}])", use]
    value = d.pick(["self.size", "self.limit", "(self.limit, self[0])", "self[1]", "self._replace(size=2.5)"])
    extra = ["@property", "def both(self):", f"    return {value}"] if d.chance(0.4) else []
    return [f"class {name}(NamedTuple):", *indented(["size: int", f"limit: float = {default}", *extra]), use]


ENUMS = {
    "enum.IntEnum": ("1", "2"),
    "str, enum.Enum": ("'a'", "'b'"),
    "enum.Flag": ("1", "enum.auto()"),
    "int, enum.Enum": ("7", "8"),
    "enum.Enum": (),
}


def enum_class(d: Draw) -> Lines:
    """An Enum, IntEnum or other, with a use of it."""
    name, base = d.fresh("E"), d.pick([*ENUMS, "enum.Enum"])
    first, second = ENUMS[base] or (expr(d, "int", 0), d.pick(["2.5", "'x'", "enum.auto()", "(1, 2)"]))
    kind = "enum int" if base in ("enum.IntEnum", "int, enum.Enum") and d.chance(0.5) else "enum"
    extra = ["@property", "def double(self):", f"    return {d.pick(['[self.value] * 2', 'self.name', 'self'])}"]
    members = [f"A = {first}", f"B = {second}", *(extra if d.chance(0.3) else [])]
    return [f"class {name}({base}):", *indented(members), form(d, kind, e=name)]
