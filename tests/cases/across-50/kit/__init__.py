from .old import *  # noqa: F403
from .new import *  # noqa: F403
