from .._shared import launch
