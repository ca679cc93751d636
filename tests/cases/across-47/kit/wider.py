from .narrow import launch

__all__ = ["wide"]


def wide(x, size):
    return launch(x, size)
