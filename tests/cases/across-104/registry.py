import ops

REGISTRY = {"launch": ops.launch}
