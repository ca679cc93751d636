def whole(value):
    """Rounds to whole pages."""
    return int(value) // 4096 * 4096
