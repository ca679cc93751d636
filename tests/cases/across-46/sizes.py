__all__ = ["_LIMIT"]
_LIMIT = 8_250_000
