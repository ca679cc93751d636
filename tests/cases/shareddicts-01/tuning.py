PARAMS = {
    "vmem_limit_bytes": 4.4e7,
    "has_side_effects": False,
}
