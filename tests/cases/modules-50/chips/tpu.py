VMEM = 2**25
CompilerParams = dict
