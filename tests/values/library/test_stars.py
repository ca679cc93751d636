"""What `from numpy import *` binds, against numpy itself."""

from __future__ import annotations

import builtins

import numpy as np

from prelower.values.library.stars import star_of_numpy


def test_only_what_numpy_exports_is_bound():
    ours = {name for name, what in star_of_numpy().items() if getattr(what, "name", "numpy.").startswith("numpy.")}
    assert ours <= set(np.__all__)


def test_builtins_that_numpy_exports_are_not_the_builtins():
    left = {name for name, what in star_of_numpy().items() if getattr(what, "name", "").startswith("builtins.")}
    assert left.isdisjoint(np.__all__) and left <= set(dir(builtins))
