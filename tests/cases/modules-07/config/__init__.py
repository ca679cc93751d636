from .tpu import LIMIT as LIMIT
