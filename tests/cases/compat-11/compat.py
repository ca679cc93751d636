from jax.experimental.pallas import tpu as pltpu


if hasattr(pltpu, "CompilerParams"):

    def CompilerParams(vmem_limit_bytes):
        return pltpu.CompilerParams(vmem_limit_bytes=round(vmem_limit_bytes))

else:
    CompilerParams = pltpu.TPUCompilerParams
