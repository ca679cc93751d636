import importlib

_tpu = importlib.import_module("jax.experimental.pallas.tpu")
CP = _tpu.CompilerParams
