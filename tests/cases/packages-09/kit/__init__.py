from .limit import limit
