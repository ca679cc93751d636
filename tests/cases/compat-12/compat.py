try:
    from jax.experimental.pallas.tpu import TPUCompilerParams as CompilerParams
except ImportError:
    from jax.experimental.pallas.tpu import CompilerParams
