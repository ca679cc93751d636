"""Compiles lowered programs for a TPU that is not there, with libtpu's compiler; run by the oracle's Python."""

from __future__ import annotations

import os

TOPOLOGY = "v5e:2x2"
"""The hardware that is compiled for: the smallest slice of it that libtpu describes."""


def compiled(lowered: object) -> dict:
    """What the compiler says of a lowered program: `compiles`, or `refused` with its message."""
    os.environ["ALLOW_MULTIPLE_LIBTPU_LOAD"] = "1"  # each program has a process of its own
    import jax
    import numpy as np
    from jax._src import compiler
    from jax._src.lib import xla_client
    from jax.experimental import topologies

    device = topologies.get_topology_desc(platform="tpu", topology_name=TOPOLOGY).devices[0]
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1, device_assignment=np.array([[device.id]]))
    try:
        device.client.compile(lowered.compiler_ir(), xla_client.DeviceList((device,)), options)
    except jax.errors.JaxRuntimeError as error:
        return {"outcome": "refused", "exception": type(error).__name__, "message": str(error)}
    return {"outcome": "compiles"}
