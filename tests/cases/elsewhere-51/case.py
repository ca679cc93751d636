import jax
import jax.numpy as jnp
import models
from ops import Op


class Mid(Op):
    pass


class Scale(Mid):
    @property
    def limit(self):
        return 2**25


def lower():
    return jax.jit(Scale()).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
