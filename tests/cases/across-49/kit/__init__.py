from .old import *  # noqa: F403
from .other import *  # noqa: F403
