__all__ = ["LIMIT"]
LIMIT = 8.5e6
MIB = 2**20
