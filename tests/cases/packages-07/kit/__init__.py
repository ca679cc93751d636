from .chips import v5e
