from .. import sizes

LIMIT = 128 * sizes.MIB * sizes.SHARE
