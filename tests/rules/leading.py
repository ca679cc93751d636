"""Programs whose tests for the release lead to one of two functions or names; each was run with nine releases."""

from __future__ import annotations

_OLD = "pltpu.TPUCompilerParams(**kw)"
_NEW = "pltpu.CompilerParams(**kw)"
_METHODS = f"    def _old(self, **kw):\n        return {_OLD}\n    def _new(self, **kw):\n        return {_NEW}\n"
_FUNCTIONS = f"def _old(**kw):\n    return {_OLD}\ndef _new(**kw):\n    return {_NEW}\n"
_HAS = 'hasattr(pltpu, "CompilerParams")'
_ASKS = "        return self._new() if self.new else self._old()\n"

LED = {
    "an attribute of a class": f"class Op:\n    new = {_HAS}\n{_METHODS}    def make(self):\n{_ASKS}Op().make()\n",
    "an attribute of an object": f"class Op:\n    def __init__(self):\n        self.new = {_HAS}\n{_METHODS}"
    f"    def make(self):\n{_ASKS}Op().make()\n",
    "nobody calls it": f"class Op:\n    new = {_HAS}\n{_METHODS}    def make(self):\n{_ASKS}",
    "behind a return": f"class Op:\n    new = {_HAS}\n{_METHODS}    def make(self):\n        if not self.new:\n"
    "            return self._old()\n        return self._new()\n",
    "a class method": f"class Op:\n    new = {_HAS}\n    @classmethod\n    def _old(cls, **kw):\n        return "
    f"{_OLD}\n"
    f"    @classmethod\n    def _new(cls, **kw):\n        return {_NEW}\n    @classmethod\n    def make(cls):\n"
    "        return cls._new() if cls.new else cls._old()\n",
    "a property": f"class Op:\n    @property\n    def new(self):\n        return {_HAS}\n{_METHODS}"
    f"    def make(self):\n{_ASKS}",
    "a method": f"class Op:\n    def is_new(self):\n        return {_HAS}\n{_METHODS}    def make(self):\n"
    "        return self._new() if self.is_new() else self._old()\n",
    "an object asked by a function": f"class Env:\n    new = {_HAS}\nenv = Env()\n{_FUNCTIONS}def make(**kw):\n"
    "    return _new(**kw) if env.new else _old(**kw)\nmake()\n",
    "what both of them call": f"class Op:\n    new = {_HAS}\n{_METHODS}    def old(self):\n        return self._old()\n"
    "    def make(self):\n        return self._new() if self.new else self.old()\n",
    "and, or": f"{_FUNCTIONS}class Env:\n    new = {_HAS}\ndef make(env=Env()):\n"
    "    return (env.new and _new()) or _old()\nmake()\n",
    "methods in a table": f"class Op:\n    new = {_HAS}\n{_METHODS}    def make(self):\n"
    "        return {True: self._new, False: self._old}[self.new]()\nOp().make()\n",
    "functions in a table": f"from packaging.version import Version\n{_FUNCTIONS}"
    'make = {True: _new, False: _old}[Version(jax.__version__) >= Version("0.6.1")]\nmake()\n',
    "functions in a list": f"{_FUNCTIONS}\nclass Env:\n    new = {_HAS}\nmake = [_old, _new][Env.new]\nmake()\n",
    "the first that can": f"{_FUNCTIONS}WAYS = [(lambda: {_HAS}, _new), (lambda: True, _old)]\ndef make():\n"
    "    for can, way in WAYS:\n        if can():\n            return way()\nmake()\n",
    "the names of a module": f'{_FUNCTIONS}make = _new if "CompilerParams" in dir(pltpu) else _old\nmake()\n',
    "the names kept": f'{_FUNCTIONS}NAMES = dir(pltpu)\nmake = _new if "CompilerParams" in NAMES else _old\nmake()\n',
    "the dict of a module": f'{_FUNCTIONS}make = _new if "CompilerParams" in pltpu.__dict__ else _old\nmake()\n',
    "a specifier": f"from packaging.specifiers import SpecifierSet\n{_FUNCTIONS}"
    'make = _new if jax.__version__ in SpecifierSet(">=0.6.1") else _old\nmake()\n',
    "bisection": f"import bisect\n{_FUNCTIONS}"
    "make = [_old, _new][bisect.bisect([(0, 6, 1)], jax.__version_info__)]\nmake()\n",
    "the largest": f"{_FUNCTIONS}make = max([((0,), _old), ((0, 6, 1), _new)],"
    " key=lambda t: (t[0] <= jax.__version_info__, t[0]))[1]\nmake()\n",
    "a sentinel": '_MISSING = object()\nP = getattr(pltpu, "CompilerParams", _MISSING)\nif P is _MISSING:\n'
    "    P = pltpu.TPUCompilerParams\n",
    "a class as sentinel": 'class Missing: pass\nP = getattr(pltpu, "CompilerParams", Missing)\nif P is Missing:\n'
    "    P = pltpu.TPUCompilerParams\n",
    "an ellipsis": 'P = getattr(pltpu, "CompilerParams", ...)\nif P is ...:\n    P = pltpu.TPUCompilerParams\n',
    "the names there are": "from jax.experimental.pallas.tpu import *\nimport jax.experimental.pallas.tpu as tpu\n"
    'if "CompilerParams" not in globals():\n    CompilerParams = tpu.TPUCompilerParams\n',
    "a decorator": "import functools\nV = jax.__version_info__\ndef since(*v):\n    def deco(fn):\n"
    "        @functools.wraps(fn)\n        def wrapper(*a, **kw):\n            if V >= v:\n"
    "                return fn(*a, **kw)\n            raise NotImplementedError\n        return wrapper\n"
    "    return deco\n"
    f"@since(0, 6, 1)\ndef make(**kw):\n    return {_NEW}\n",
    "a registry": "WAYS = []\ndef way(can):\n    def deco(fn):\n        WAYS.append((can, fn))\n        return fn\n"
    f"    return deco\n@way(lambda: {_HAS})\ndef new(**kw):\n    return {_NEW}\n@way(lambda: True)\n"
    f"def old(**kw):\n    return {_OLD}\ndef make():\n    return next(fn for can, fn in WAYS if can())()\nmake()\n",
    "single dispatch": "import functools\nclass Old: pass\nclass New: pass\n@functools.singledispatch\n"
    f"def make(cfg, **kw):\n    return None\n@make.register\ndef _(cfg: Old, **kw):\n    return {_OLD}\n"
    f"@make.register\ndef _(cfg: New, **kw):\n    return {_NEW}\n"
    "make(New() if jax.__version_info__ >= (0, 6, 1) else Old())\n",
    "a manager that catches": "import contextlib\n@contextlib.contextmanager\ndef tolerate(*kinds):\n    try:\n"
    "        yield\n    except kinds:\n        pass\nwith tolerate(AttributeError):\n    P = pltpu.TPUCompilerParams\n"
    "with tolerate(AttributeError):\n    P = pltpu.CompilerParams\n",
}  # fmt: skip
