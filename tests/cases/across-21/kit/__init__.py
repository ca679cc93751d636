from .ops import launch
from .wide import run_wide
