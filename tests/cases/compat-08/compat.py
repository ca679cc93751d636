from jax.experimental.pallas import tpu


class pltpu:
    @staticmethod
    def CompilerParams(**kwargs):
        return tpu.CompilerParams(**{k: int(v) for k, v in kwargs.items()})
