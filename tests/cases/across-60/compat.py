import inspect

from jax.experimental.pallas import tpu as pltpu

_FIELDS = frozenset(inspect.signature(pltpu.CompilerParams).parameters)


def params(**kwargs):
    return pltpu.CompilerParams(**{k: v for k, v in kwargs.items() if k in _FIELDS})
