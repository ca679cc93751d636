import re

_UNITS = {"": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def to_bytes(text):
    """Bytes of a size such as `1.5GiB`."""
    number, unit = re.fullmatch(r"([\d.]+)(\w*)", text).groups()
    return int(float(number) * _UNITS[unit])
