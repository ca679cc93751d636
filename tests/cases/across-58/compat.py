try:
    from jax.experimental.pallas.tpu import CompilerParams
except ImportError:
    from jax.experimental.pallas.tpu import TPUCompilerParams as CompilerParams


def params(**kwargs):
    known = {k: v for k, v in kwargs.items() if v is not None}
    return CompilerParams(**known)
