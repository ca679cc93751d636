def whole(value):
    """Rounds to whole pages."""
    return value // 4096 * 4096
