from .. import sizes

sizes.SHARE = 1
LIMIT = 128 * sizes.MIB * sizes.SHARE // 2
