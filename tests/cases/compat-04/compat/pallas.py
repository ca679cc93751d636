from jax.experimental.pallas.tpu import CompilerParams, GridDimensionSemantics
