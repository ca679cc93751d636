def encode(value):
    """Bytes as the library reads them."""
    match value:
        case int():
            return value.to_bytes(8, "little")
    return value
