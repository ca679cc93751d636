__all__ = ["ops"]
