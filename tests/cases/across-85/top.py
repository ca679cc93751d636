import functools

from ops import launch

wide = functools.partial(launch, limit=8_100_000)
