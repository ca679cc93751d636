"""Draws functions: plain ones, closures, lambdas, generators, managers."""

from __future__ import annotations

from .blocks import block, indented
from .draw import Draw, kind_of
from .expressions import condition, expr, form
from .simple import Lines, sunk

Parameters = list[tuple[str, str, object]]


def parameters(d: Draw, most: int = 3, only_plain: bool = False) -> tuple[str, Parameters]:
    """The text of a parameter list, and its names, forms and sample values."""
    found: Parameters = []
    texts: Lines = []
    for _ in range(d.random.randint(0, most)):
        name, value = d.fresh("p"), expr(d, None, 0)
        if texts and "=" in texts[-1] or d.chance(0.3):
            default = expr(d, None, 1) if d.chance(0.8) else d.pick(["None", "[]", "{}"])
            texts.append(f"{name}={default}")
            found.append((name, "default", d.value(default)))
        else:
            texts.append(name)
            found.append((name, "plain", d.value(value)))
    if only_plain:
        return ", ".join(texts), found
    return _starred(d, texts, found), found


def _starred(d: Draw, texts: Lines, found: Parameters) -> str:
    if texts and d.chance(0.08):
        texts.insert(1, "/")
        found[0] = (found[0][0], "only" if "=" not in texts[0] else "default", found[0][2])
    star = d.chance(0.15)
    if star:
        texts.append("*rest")
        found.append(("rest", "star", (1, 2.5)))
    if d.chance(0.15):
        name, default = d.fresh("k"), expr(d, None, 0)
        texts += ([] if star else ["*"]) + [f"{name}={default}" if d.chance(0.6) else name]
        found.append((name, "keyword", d.value(default)))
    if d.chance(0.12):
        texts.append("**named")
        found.append(("named", "double", {"extra": 1.5}))
    return ", ".join(texts)


def samples(found: Parameters) -> dict[str, object]:
    """Sample values for the parameters."""
    return {name: value for name, _, value in found}


def body(d: Draw, found: Parameters, most: int = 3, **names: object) -> Lines:
    """The body of a function, with sinks and returns."""
    loops, d.loops = d.loops, 0
    d.inside.append("function")
    lines: Lines = []
    with d.aside("function", **samples(found), **names):
        lines += block(d, most)
        d.run(lines)
        if found and d.chance(0.5):
            lines.append(sunk(d.pick(found)[0]))
        if d.chance(0.4):
            lines += [f"if {condition(d)}:", *indented([f"return {expr(d)}"])]
        if d.chance(0.15):
            lines += ["try:", f"    return {expr(d)}", "finally:", *indented(block(d, 1))]
        if d.chance(0.85):
            lines.append(f"return {expr(d)}")
    d.inside.pop()
    d.loops = loops
    return lines


def unreturned(lines: Lines) -> Lines:
    """The lines without the last `return`."""
    return lines[:-1] if lines and lines[-1].startswith("return") else lines


def function(d: Draw) -> Lines:
    """`def name(...)`."""
    text, found = parameters(d)
    name = d.fresh("f")
    first: Lines = []
    free = [n for n in d.names() if kind_of(d.sample[n]) in ("int", "float", "list", "dict") and n not in d.reserved]
    if free and d.chance(0.25):
        first = [f"global {d.pick(free)}"]
    lines = [f"def {name}({text}):", *indented([*first, *body(d, found)])]
    d.functions[name] = found
    if d.chance(0.08):
        lines.insert(0, d.pick(["@functools.lru_cache(maxsize=None)", "@functools.cache"]))
    if d.chance(0.06):
        return [*decorator(d, name), *[f"@{name}_wrap", *lines]]
    return lines


def decorator(d: Draw, name: str) -> Lines:
    """A decorator that calls what it wraps."""
    change = d.pick(["result", "[result]", "result and 1", "(result, 2.5)", "float(len(args))"])
    return [f"def {name}_wrap(function):", "    @functools.wraps(function)", "    def wrapper(*args, **kwargs):",
            "        result = function(*args, **kwargs)", f"        return {change}", "    return wrapper"]  # fmt: skip


def recursive(d: Draw) -> Lines:
    """A function that calls itself."""
    name, step = (
        d.fresh("f"),
        d.pick(
            [
                "n * {}(n - 1)",
                "n + {}(n - 1)",
                "[n, *{}(n - 1)]",
                "{}(n - 1) / 2",
                "{}(n - 1) + {}(n - 2)",
                "max(n, {}(n - 1))",
            ]
        ),
    )
    d.functions[name] = [("n", "plain", 3)]
    return [
        f"def {name}(n):",
        f"    if n <= {d.pick('01')}:",
        f"        return {expr(d, None, 0)}",
        *indented([f"return {step.replace('{}', name)}"]),
    ]


def closure(d: Draw) -> Lines:
    """A function that makes a function, which changes its maker's variables at times."""
    text, found = parameters(d, 1, only_plain=True)
    name, inner, x = d.fresh("f"), d.fresh("g"), d.fresh("v")
    start = expr(d, None, 1)
    inside = body(d, found, 2, **{x: d.value(start)})
    changed = d.pick([f"{x} = {expr(d, None, 1)}", f"{x} = ({x}, 1)"])
    inside = [f"nonlocal {x}", changed, *inside] if d.chance(0.6) else [sunk(x), *inside]
    later = [f"{x} = {expr(d, None, 0)}"] if d.chance(0.4) else []
    made = d.fresh("f")
    d.functions[made] = found
    outer = [f"{x} = {start}", f"def {inner}({text}):", *indented(inside), *later, f"return {inner}"]
    return [f"def {name}():", *indented(outer), f"{made} = {name}()"]


def lambdas(d: Draw) -> Lines:
    """A lambda with a name, or several made in a loop."""
    text, found = parameters(d, 2, only_plain=True)
    name = d.fresh("f")
    with d.aside("function", **samples(found)):
        value = expr(d)
    d.functions[name] = found
    return [f"{name} = lambda {text}: {value}", *([form(d, "lambdas")] if d.chance(0.2) else [])]


def generator(d: Draw) -> Lines:
    """A generator function."""
    text, found = parameters(d, 2)
    name, i = d.fresh("gen"), d.fresh("i")
    d.functions[name] = found
    inside = unreturned(body(d, found, 1))
    source = d.pick(["range(2)", "range(3)", expr(d, "list", 0)])
    loop = [f"for {i} in {source}:", f"    yield {d.pick([i, expr(d)])}"]
    middle = d.pick([loop, [f"yield from {expr(d, 'list', 0)}"], [f"if {condition(d)}:", "    return"], []])
    return [f"def {name}({text}):", *indented([*inside, f"yield {expr(d)}", *middle, f"yield {expr(d)}"])]


def manager(d: Draw) -> Lines:
    """A context manager written as a generator."""
    text, found = parameters(d, 1, only_plain=True)
    name = d.fresh("manage")
    d.functions[name] = found
    return [
        "@contextmanager",
        f"def {name}({text}):",
        *indented(
            [
                *block(d, 1),
                d.pick([f"yield {expr(d)}", f"try:\n        yield {expr(d)}\n    finally:\n        pass"]),
                *block(d, 1),
            ]
        ),
    ]
