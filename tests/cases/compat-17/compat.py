def __getattr__(name):
    from jax.experimental.pallas import tpu

    return getattr(tpu, {"CP": "CompilerParams"}[name])
