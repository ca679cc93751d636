__all__ = ["CORES"]
CORES = 1
LIMIT = 2**27 * 0.5
