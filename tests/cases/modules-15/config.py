__all__ = ["_LIMIT"]
_LIMIT = 2**27 * 0.5
