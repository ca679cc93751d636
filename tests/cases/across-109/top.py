import ops


def launch_flags(x, **flags):
    return ops.launch(x, {f"xla_tpu_{k}": v for k, v in flags.items()})
