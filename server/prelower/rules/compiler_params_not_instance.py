"""# compiler-params-not-instance

## What it does
Reports a `compiler_params` of `pallas_call`, `pl.kernel` or `plgpu.kernel` that is a dict, a class that nobody
called, the parameters of another backend, or anything else.

## Why JAX rejects it
The class of the object chooses the backend. A dict, which was right up to JAX 0.6.0, has no hash and stops JAX before
any check looks at it; for everything else there is an assertion without a word.

## When it fires
At lowering: `TypeError: unhashable type: 'dict'`, or an `AssertionError` whose message is empty. Not with
`interpret=True`.

## Example
```python
pl.pallas_call(kernel, out_shape=out, compiler_params=dict(mosaic=dict(vmem_limit_bytes=2**24)))
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=2**24))
```

## Fix safety
To call a class that was not called is safe: all its fields have defaults. A dict that is written out at the call
becomes the class of the backend that it names, or that alone has these fields, with the import where the file has none:
safe too, as the fields keep their values. Other dicts have no fix.

## Limits
The Triton and the TPU class are both right for `pallas_call`, each on its own hardware, which the program does not
say. The mesh of `pl.kernel` is not looked at.

## Since
Since JAX 0.6.1 for `pallas_call`, 0.8.1 for `pl.kernel`, 0.5.3 for `plgpu.kernel`. The text about the dict is of JAX
0.9.2 and newer, and the assertion of 0.9.1 and newer; before, a dict from the names of backends to objects of their
classes was taken, and the kernels had messages of their own. Up to 0.6.0 it was a dict of
dicts, and an object in it is reported from 0.4.34 on. A class that nobody called passes from 0.6.1 to 0.9.0.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from prelower.rules import checks, messages
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.compiler_params_taken import (
    CLASSES,
    FOREIGN,
    HOMES,
    LOOKED_INTO,
    OBJECTS,
    Said,
    of_dict,
    verdict,
)
from prelower.rules.releases import in_release
from prelower.values.classinfo import is_ours, printed
from prelower.values.model import Call, Callable_, Mapping, Record, What

NO_INSTANCE = "compiler_params is no instance of {}"
UNHASHABLE = "unhashable type: '{}'"
_TAKES = {
    "pallas.pallas_call": ("tpu.CompilerParams", "triton.CompilerParams"),
    "pallas.kernel": ("tpu.CompilerParams", "mosaic_gpu.CompilerParams"),
    "mosaic_gpu.kernel": ("mosaic_gpu.CompilerParams",),
}
_WRITTEN = {
    "tpu.CompilerParams": "pltpu.CompilerParams",
    "triton.CompilerParams": "pltriton.CompilerParams",
    "mosaic_gpu.CompilerParams": "plgpu.CompilerParams (Mosaic GPU)",
}
_FIELDS_OF = {"mosaic": "tpu.CompilerParams", "mosaic_tpu": "tpu.CompilerParams", "triton": "triton.CompilerParams"}
_WITHOUT_KEYS = ("builtins.int", "builtins.float", "builtins.bool")
"""Where parameters are looked into without a check, texts and lists pass as well."""
_BOTH_KINDS = "0.11.2"
"""Up to here `pallas_call` took the parameters of Mosaic GPU as well."""

subjects = checks.given(**{target.replace(".", "__"): ["compiler_params"] for target in _TAKES})


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on something that is no instance of the class; None where it is or that is not known."""
    if checks.is_none(what):
        return None
    wanted = " or ".join(_WRITTEN[target] for target in _TAKES[call.target])
    if isinstance(what, Mapping):
        return _of_mapping(what, call, wanted, jax)
    name = checks.library(what)
    watched = jax.watched(name) if name else None
    if watched is not None and watched.target in _WRITTEN:
        said = in_release(jax, CLASSES if call.target == "pallas.pallas_call" else OBJECTS[call.target])
        return verdict(said, wanted, "<class 'type'>", "type", "the class itself is given: call it") if said else None
    said = in_release(jax, OBJECTS[call.target])
    if said is None:
        return None
    return _of_object(what, call, wanted, jax) if isinstance(what, Record) else _of_plain(what, said, wanted, jax)


def _of_plain(what: What, said: Said, wanted: str, jax: JaxView) -> Verdict | None:
    unhashed = checks.unhashed(what, jax) if not said.early else None
    if unhashed is not None:
        return Verdict(NO_INSTANCE.format(wanted), raises=f"TypeError: {unhashed.documented}", early=True)
    if isinstance(what, Callable_):
        wrong = what.kind == "function" and said is not LOOKED_INTO
        return verdict(said, wanted, "<class 'function'>", "function") if wrong else None
    cls = checks.sure_class(what)
    if cls is not None and said is LOOKED_INTO and cls.name not in _WITHOUT_KEYS:
        return None
    if cls is None or not is_ours(cls.name) or not said.empty and not checks.surely_true(what):
        return None
    return verdict(said, wanted, printed(cls), cls.name)


def _of_mapping(what: Mapping, call: Call, wanted: str, jax: JaxView) -> Verdict | None:
    """A dict; the note names the class that its keys belong to."""
    kind = what.cls.name.removeprefix("builtins.")
    if kind not in ("dict", "collections.OrderedDict", "collections.defaultdict"):
        return None
    keys = {getattr(entry.key, "value", None) for entry in what.entries}
    target = next((_FIELDS_OF[k] for k in _FIELDS_OF if k in keys), None)
    said = of_dict(what, call.target, jax)
    note = f"give a {_WRITTEN[target] if target else wanted} of these fields"
    return verdict(said, wanted, f"<class '{kind}'>", kind, note) if said else None


def _of_object(what: Record, call: Call, wanted: str, jax: JaxView) -> Verdict | None:
    """An object of another of JAX's classes, or of one of the program's own that derives from nothing."""
    watched = jax.watched(what.cls.name)
    said = in_release(jax, OBJECTS[call.target])
    if said not in (None, LOOKED_INTO) and what.call is None and watched is None and _derives_from_nothing(what):
        unhashed = checks.unhashed(what, jax) if not said.early else None
        if unhashed is not None:
            return Verdict(NO_INSTANCE.format(wanted), raises=f"TypeError: {unhashed.documented}", early=True)
        return verdict(said, wanted, printed(what.cls), what.cls.name)
    if said in (None, LOOKED_INTO) or what.call is None or watched is None or watched.target in _TAKES[call.target]:
        return None
    if jax.resolve(what.cls.name).exists is False:
        return None  # jax-name-missing says so
    if watched.target not in HOMES:
        return verdict(said, wanted, printed(what.cls), what.cls.name)
    if call.target == "pallas.pallas_call" and not jax.at_least(_BOTH_KINDS):
        return None
    raises = in_release(jax, FOREIGN.get(watched.target, ())) if said.raises != "AssertionError: " else None
    kind = what.cls.name.rpartition(".")[2]
    note = f"{_WRITTEN[watched.target]} is of another backend"
    return verdict(
        said._replace(raises=raises or said.raises), wanted, f"<class '{HOMES[watched.target]}.{kind}'>", kind, note
    )


def _derives_from_nothing(what: Record) -> bool:
    """Whether an object's class is one of the program's that is known whole."""
    own = what.cls.known and what.cls.mro == (what.cls.name, "builtins.object") and not is_ours(what.cls.name)
    return own and not what.cls.name.startswith("jax")


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """None here: see `mend_in`."""
    return None


def mend_in(subject: Subject, call: Call, text: str, jax: JaxView) -> Intent | None:
    """The class, called; for a dict that is written out, the class of its backend with the same fields."""
    what = checks.only(subject.argument)
    if what is not None and checks.library(what) is not None:
        return Intent("suffix", "Call the class", True, "()")
    fields = _fields(text) if isinstance(what, Mapping) else None
    if not fields:
        return None
    named = _FIELDS_OF.get(fields[0][0]) if len(fields) == 1 else None
    inner = _fields(fields[0][1]) if named else fields
    targets = [t for t in _TAKES[call.target] if named in (None, t) and inner is not None and _has(t, inner, jax)]
    if len(targets) != 1 or inner is None:
        return None
    written = ", ".join(f"{name}={value}" for name, value in inner)
    return Intent("call", f"Write a `{_WRITTEN[targets[0]]}`", True, f"{_class(targets[0], jax)}({written})")


def _fields(text: str) -> list[tuple[str, str]] | None:
    """The keys and values of a dict that is written out, as `{...}` or as `dict(...)`; None where it is not."""
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict" and not node.args:
        pairs = [(keyword.arg, keyword.value) for keyword in node.keywords]
    elif isinstance(node, ast.Dict):
        pairs = [(getattr(key, "value", None), value) for key, value in zip(node.keys, node.values)]
    else:
        return None
    found = [(key, ast.get_source_segment(text, value)) for key, value in pairs]
    if not all(isinstance(key, str) and key.isidentifier() and value for key, value in found):
        return None
    return [(str(key), str(value)) for key, value in found]


def _has(target: str, fields: list[tuple[str, str]], jax: JaxView) -> bool:
    """Whether the class has all these fields in this JAX."""
    watched = jax.watched(_class(target, jax))
    return watched is not None and {name for name, _ in fields} <= set(watched.parameters)


def _class(target: str, jax: JaxView) -> str:
    """The full name of a class of parameters in this JAX."""
    module, name = f"jax.experimental.pallas.{target.partition('.')[0]}", "CompilerParams"
    if jax.resolve(f"{module}.{name}").exists is False:
        name = {"tpu": "TPU", "triton": "Triton", "mosaic_gpu": "GPU"}[target.partition(".")[0]] + name
    return f"{module}.{name}"


_TPU, _GPU = (
    " or ".join(_WRITTEN[target] for target in _TAKES[t]) for t in ("pallas.pallas_call", "mosaic_gpu.kernel")
)
_ASSERTS = "AssertionError: "
EXAMPLES = (
    Example("pallas:compiler_params", "dict(mosaic=dict(vmem_limit_bytes=2**24))", UNHASHABLE.format("dict"),
            "pltpu.CompilerParams(vmem_limit_bytes=2**24)"),
    Example("pallas:compiler_params", '{"mosaic": {"vmem_limit_bytes": 2**24}}', UNHASHABLE.format("dict"),
            "pltpu.CompilerParams(vmem_limit_bytes=2**24)"),
    Example("pallas:compiler_params", 'dict(dimension_semantics=())', UNHASHABLE.format("dict"),
            "pltpu.CompilerParams(dimension_semantics=())"),
    Example("pallas:compiler_params", "dict(mosaic=dict(allow_input_fusion=[True]))", UNHASHABLE.format("dict"),
            "pltpu.CompilerParams(allow_input_fusion=[True])", raises=f"TypeError: {messages.UNHASHABLE}"),
    Example("pallas:compiler_params", "{}", UNHASHABLE.format("dict")),
    Example("pallas_gpu:compiler_params", "dict(triton=dict(num_warps=4))", UNHASHABLE.format("dict"),
            "pltriton.CompilerParams(num_warps=4)"),
    Example("pallas:compiler_params", "pltpu.CompilerParams", NO_INSTANCE.format(_TPU), "pltpu.CompilerParams()",
            raises=_ASSERTS),
    Example("pallas:compiler_params", "5", NO_INSTANCE.format(_TPU), raises=_ASSERTS),
    Example("pallas_gpu:compiler_params", "plgpu.CompilerParams()", NO_INSTANCE.format(_TPU), raises=_ASSERTS),
    Example("mosaic_gpu_kernel:compiler_params", "pltriton.CompilerParams()", NO_INSTANCE.format(_GPU),
            raises=_ASSERTS),
    Example("pallas:compiler_params", "None", why="none at all"),
    Example("pallas:compiler_params", "pltpu.CompilerParams()", why="an instance"),
    Example("mosaic_gpu_kernel:compiler_params", "plgpu.CompilerParams()", why="the class of that backend"),
)  # fmt: skip

RULE = Rule(
    name="compiler-params-not-instance",
    summary="`compiler_params` is no instance of the CompilerParams class that belongs to the call.",
    page=__doc__,
    targets=tuple(_TAKES),
    guard="compiler_params",
    accepts="an instance of the backend's `CompilerParams` or `None`",
    since="0.5.3",
    subjects=subjects,
    judge=judge,
    mend=mend,
    mend_in=mend_in,
    examples=EXAMPLES,
)
