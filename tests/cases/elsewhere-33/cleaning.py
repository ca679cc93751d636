def clean(flags):
    """Numbers only."""
    return {name: value for name, value in flags.items() if not isinstance(value, str)}
