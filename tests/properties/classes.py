"""Draws classes: plain ones with methods of many sorts, dataclasses, named tuples, enums."""

from __future__ import annotations

from .blocks import block, indented
from .draw import Draw, kind_of
from .expressions import arguments, condition, expr, form
from .functions import Parameters, body, parameters, unreturned
from .simple import Lines, sunk

SORTS = {"plain": 8, "property": 4, "static": 1.5, "class": 2, "operator": 3, "unary": 1.5, "other": 5}
BINARY = ("add", "radd", "mul", "sub", "eq", "lt", "or", "iadd", "contains", "truediv", "floordiv", "matmul", "rsub")


class Shape:
    """A class under construction: its fields, attributes, and a stand-in for `self`."""

    def __init__(self, d: Draw, fields: list[str], attributes: list[str]) -> None:
        self.fields = fields
        self.attributes = attributes
        self.receiver = d.sample["SimpleNamespace"](**dict.fromkeys([*fields, *attributes], 1))  # type: ignore[operator]

    def value(self, d: Draw) -> str:
        """An expression of one of the fields, or of none."""
        own = [f"self.{name}" for name in (*self.fields, *self.attributes)]
        value = d.pick([*own * 3, expr(d, None, 1)])
        other = expr(d, None, 1)
        test = condition(d, 0)
        return d.pick(
            [value, value, f"({value}, {other})", f"[{value}]", f"{value} or {other}", f"{value} if {test} else {other}"]
        )

    def effect(self, d: Draw) -> Lines:
        """A statement that changes or tells a field."""
        if not self.fields or d.chance(0.5):
            return []
        field = d.pick(self.fields)
        return [d.pick([f"self.{field} = {expr(d, None, 1)}", f"self.{field} += 1", f"self.extra = {expr(d, None, 1)}", sunk(f"self.{field}")])]  # fmt: skip


def method(d: Draw, shape: Shape) -> Lines:
    """A method of one of several sorts."""
    sort = d.weighted(SORTS)
    name = d.fresh("do")
    if sort == "plain":
        text, found = parameters(d, 2)
        d.functions[name] = found
        inside = unreturned(body(d, found, 2, self=shape.receiver))
        return [f"def {name}(self{', ' + text if text else ''}):", *indented([*shape.effect(d), *inside, f"return {shape.value(d)}"])]  # fmt: skip
    if sort == "static":
        text, found = parameters(d, 2)
        d.functions[name] = found
        return ["@staticmethod", f"def {name}({text}):", *indented(body(d, found, 1))]
    return {"property": property_, "class": class_method, "operator": operator, "unary": unary, "other": special}[sort](d, shape, name)  # fmt: skip


def property_(d: Draw, shape: Shape, name: str) -> Lines:
    """A property, with a setter at times, or a cached one."""
    if d.chance(0.2):
        return ["@functools.cached_property", f"def {name}(self):", *indented([*shape.effect(d), f"return {shape.value(d)}"])]  # fmt: skip
    lines = ["@property", f"def {name}(self):", f"    return {shape.value(d)}"]
    if shape.fields and d.chance(0.5):
        field = d.pick(shape.fields)
        stored = d.pick([f"self.{field} = value", f"self._{name} = value", f"self.{field} = (value, 1)", sunk("value")])
        lines += [f"@{name}.setter", f"def {name}(self, value):", f"    {stored}"]
    return lines


def class_method(d: Draw, shape: Shape, name: str) -> Lines:
    """A class method that reads or sets an attribute."""
    d.functions[name] = []
    attribute, value = d.pick(shape.attributes or ["made"]), expr(d, None, 1)
    inside = [f"return {value}", f"cls.{attribute} = {value}", f"return cls.{d.pick(shape.attributes or ['__name__'])}"]
    return ["@classmethod", f"def {name}(cls):", f"    {d.pick(inside)}"]


def operator(d: Draw, shape: Shape, name: str) -> Lines:
    """`__add__` and the like."""
    value = shape.value(d)
    given = d.pick([value, value, "self", "other", "NotImplemented", condition(d, 0)])
    return [f"def __{d.pick(BINARY)}__(self, other):", *indented([*shape.effect(d), f"return {given}"])]


def unary(d: Draw, shape: Shape, name: str) -> Lines:
    """`__bool__`, `__neg__`, `__int__` and the like."""
    kind = d.pick(["bool", "neg", "int", "float", "hash", "index", "len", "str", "repr", "abs", "round"])
    given = {"bool": condition(d), "int": expr(d, "int", 0), "float": expr(d, "float", 0), "hash": "7", "index": "1",
             "len": d.pick("0123"), "str": f"str({shape.value(d)})", "repr": "'thing'"}.get(kind, shape.value(d))  # fmt: skip
    return [f"def __{kind}__(self):", f"    return {given}"]


def special(d: Draw, shape: Shape, name: str) -> Lines:
    """`__call__`, `__getattr__`, `__getitem__`, `__iter__`, `__enter__` and the like."""
    value, other = shape.value(d), expr(d, None, 1)
    text, _ = parameters(d, 2)
    effect = shape.effect(d)
    return d.pick([
        [f"def __call__(self{', ' + text if text else ''}):", *indented([*effect, f"return {value}"])],
        ["def __getattr__(self, name):", "    if name.startswith('__'): raise AttributeError(name)", f"    return {other}"],
        ["def __getitem__(self, key):", f"    return {d.pick([value, 'key'])}"],
        ["def __iter__(self):", f"    yield {value}", f"    yield {other}"],
        ["def __setattr__(self, name, value):", f"    object.__setattr__(self, name, {d.pick(['value', '(value, 1)', other])})"],
        ["def __setitem__(self, key, value):", *indented(effect or ["self.last = value"])],
        ["def __new__(cls, *args, **kwargs):", f"    return {d.pick(['super().__new__(cls)', 'object.__new__(cls)', other])}"],
        ["def __init_subclass__(cls):", f"    cls.made = {other}"],
        ["def __enter__(self):", f"    return {d.pick(['self', value])}", "def __exit__(self, *error):",
         *indented([*effect, f"return {d.pick(['None', 'False', 'True'])}"])],
    ])  # fmt: skip


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
    return [f"def __init__(self{', ' + text if text else ''}):", *indented(sets + (block(d, 1) if d.chance(0.3) else []))], found  # fmt: skip


def _overriding(d: Draw, base: str) -> Lines:
    inherited = [m for m, f in vars(d.sample[base]).items() if m in d.functions and kind_of(f) == "function"]
    if not inherited:
        return []
    m = d.pick(inherited)
    call = d.pick([f"super().{m}(*args, **kwargs)", f"[super().{m}(*args, **kwargs)]", f"{base}.{m}(self, *args, **kwargs)", "2.5"])  # fmt: skip
    return [f"def {m}(self, *args, **kwargs):", f"    return {call}"]


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
    does = [f"self.{field} = {expr(d)}", f"if {condition(d)}: self.{field} = {expr(d)}", f"self.total = self.{field}"]
    return ["def __post_init__(self):", *indented([d.pick([*does, f"self.{field} = [self.{other}]"]), sunk(f"self.{other}")])]  # fmt: skip


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


ENUMS = {"enum.IntEnum": ("1", "2"), "str, enum.Enum": ("'a'", "'b'"), "enum.Flag": ("1", "enum.auto()"), "int, enum.Enum": ("7", "8"), "enum.Enum": ()}  # fmt: skip


def enum_class(d: Draw) -> Lines:
    """An Enum, IntEnum or other, with a use of it."""
    name, base = d.fresh("E"), d.pick([*ENUMS, "enum.Enum"])
    first, second = ENUMS[base] or (expr(d, "int", 0), d.pick(["2.5", "'x'", "enum.auto()", "(1, 2)"]))
    kind = "enum int" if base in ("enum.IntEnum", "int, enum.Enum") and d.chance(0.5) else "enum"
    extra = ["@property", "def double(self):", f"    return {d.pick(['[self.value] * 2', 'self.name', 'self'])}"]
    members = [f"A = {first}", f"B = {second}", *(extra if d.chance(0.3) else [])]
    return [f"class {name}({base}):", *indented(members), form(d, kind, e=name)]
