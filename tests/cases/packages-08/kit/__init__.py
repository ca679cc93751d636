from .chips import v6e as v5e
