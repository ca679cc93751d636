MIB = 1 << 20
VMEM_LIMIT = int(37.5 * MIB)
