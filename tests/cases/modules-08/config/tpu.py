from .units import MIB

LIMIT = 48 * MIB
