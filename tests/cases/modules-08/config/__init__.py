from .tpu import LIMIT

LIMIT = int(LIMIT)
