__all__ = ["MIB"]
LIMIT = 8.5e6
MIB = 2**20
