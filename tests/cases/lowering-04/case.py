import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


class Kernel:
    limit = 2**25 * 0.5

    def body(self, x_ref, o_ref):
        o_ref[...] = x_ref[...] + 1

    def run(self, x):
        decorated = pl.pallas_call(
            self.body, out_shape=x, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=self.limit)
        )
        return decorated(x)


class Small(Kernel):
    limit = 2**22


def lower():
    kernels = [Small(), Kernel()]
    run = jax.jit(lambda x: [kernel.run(x) for kernel in kernels])
    return run.trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
