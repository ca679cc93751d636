from . import narrow, wider
from .narrow import *  # noqa: F403
from .wider import *  # noqa: F403

__all__ = narrow.__all__ + wider.__all__
