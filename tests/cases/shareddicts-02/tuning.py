PARAMS = {
    "vmem_limit_bytes": 44_000_000,
    "has_side_effects": False,
}
