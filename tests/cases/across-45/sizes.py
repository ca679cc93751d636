__all__ = ["_LIMIT"]
_LIMIT = 8.25e6
