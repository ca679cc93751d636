from jax.experimental.pallas import tpu as pltpu

PARAMS = {"tpu": pltpu.CompilerParams}


def params_for(platform):
    return PARAMS[platform]
