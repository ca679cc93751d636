from ..sizes import MIB, SHARE

LIMIT = 128 * MIB * SHARE
