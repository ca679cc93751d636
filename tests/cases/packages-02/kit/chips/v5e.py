from ..sizes import MIB, SHARE

LIMIT = int(128 * MIB * SHARE)
