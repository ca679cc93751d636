import functools

from ops import launch

wide = functools.partial(launch, limit=8.1e6)
