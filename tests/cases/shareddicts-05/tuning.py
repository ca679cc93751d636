PARAMS = {"vmem_limit_bytes": 2**26}
