def CompilerParams(vmem_limit_bytes):
    return {"vmem_limit_bytes": vmem_limit_bytes}
