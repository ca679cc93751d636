def encode(value):
    """Bytes as the library reads them."""
    match value:
        case bytes() | str():
            return value
        case int():
            return value.to_bytes(8, "little")
    raise TypeError(value)
