try:
    from jax.experimental.pallas.tpu import TPUCompilerParams as CompilerParams
except ImportError:
    from jax.experimental.pallas import tpu

    def CompilerParams(**kwargs):
        return tpu.CompilerParams(**{k: int(v) for k, v in kwargs.items()})
