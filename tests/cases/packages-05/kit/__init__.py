from .chips import v5e as _v5e

LIMIT = _v5e.LIMIT
