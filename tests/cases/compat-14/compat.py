from jax.experimental.pallas import tpu as pltpu


import inspect

_FIELDS = set(inspect.signature(pltpu.CompilerParams).parameters)


def params_of(**fields):
    """Compiler parameters of the fields that this JAX knows."""
    return pltpu.CompilerParams(**{k: v for k, v in fields.items() if k in _FIELDS})
