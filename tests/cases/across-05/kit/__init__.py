from ._ops import launch as launch
