def CompilerParams(vmem_limit_bytes):
    return {"vmem_limit_bytes": int(vmem_limit_bytes)}
