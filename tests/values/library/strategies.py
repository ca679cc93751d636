"""Random values of the kinds that the tables know: plain ones, numpy's scalars, containers, arrays."""

from __future__ import annotations

import datetime
import decimal
import fractions
import os
import pathlib

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

EXAMPLES = os.environ.get("PRELOWER_EXAMPLES")
DRAWN = settings(max_examples=int(EXAMPLES or 1000), deadline=None, derandomize=EXAMPLES is None)
"""Each test draws the same 1,000 examples every time, or as many new ones as PRELOWER_EXAMPLES says."""

INTEGERS = [np.bool, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
FLOATS = [np.float16, np.float32, np.float64]

small = st.integers(-20, 20) | st.sampled_from([0, 1, 255, 300, -129, 2**31, 2**40, 2**63, 2**64, 10**9, -(10**9)])
floats = st.floats(allow_nan=True, width=32) | st.sampled_from([0.0, -0.0, 0.1, 0.5, 1e6, 1e16, 1e300, 2.0, 3.0])
plain = st.none() | st.booleans() | small | floats | st.complex_numbers(max_magnitude=100) | st.text(max_size=4)
plain = plain | st.binary(max_size=4) | st.sampled_from(["%d", "%s %r", "a%", "%.2f", "%(a)s", b"%d", "12", "{}", "f4"])
scalars = (
    st.builds(lambda cls, n: cls(n), st.sampled_from(INTEGERS), st.integers(0, 120))
    | st.builds(lambda cls, n: cls(n), st.sampled_from(INTEGERS[1:5]), st.integers(-128, 127))
    | st.builds(lambda cls, x: cls(x), st.sampled_from(FLOATS), floats)
    | st.builds(np.complex64, st.integers(0, 9))
    | st.builds(np.complex128, st.integers(0, 9))
    | st.builds(np.str_, st.text(max_size=3))
)
items = plain | scalars
containers = (
    st.lists(items, max_size=3)
    | st.lists(small | floats, max_size=3)
    | st.lists(items, max_size=3).map(tuple)
    | st.dictionaries(st.text(max_size=1) | small, items, max_size=3)
    | st.sets(small, max_size=3)
    | st.sets(small, max_size=3).map(frozenset)
)
shapes = st.lists(st.integers(1, 3), max_size=2).map(tuple)
arrays = st.builds(lambda shape, cls: np.ones(shape, cls), shapes, st.sampled_from(INTEGERS + FLOATS))
others = st.sampled_from([
    decimal.Decimal("1.5"), fractions.Fraction(1, 3), datetime.timedelta(2), datetime.date(2020, 1, 1),
    datetime.datetime(2020, 1, 1), pathlib.PurePosixPath("a"), int, np.float32,
])  # fmt: skip
values = plain | scalars | plain | scalars | containers | arrays | others
