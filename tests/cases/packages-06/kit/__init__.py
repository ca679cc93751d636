from .chips import v5e as _v5e

LIMIT = round(_v5e.LIMIT)
