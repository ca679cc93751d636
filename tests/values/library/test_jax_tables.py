"""The tables of `jax.numpy` against what JAX itself gave."""

from __future__ import annotations

import pytest

from prelower.values.classinfo import class_of
from prelower.values.model import Absent, Array, Instance, Known, Sequence, Unknown
from prelower.values.plain import concrete
from tests.values.library.evaluate import known
from tests.values.library.jax_rows import ROWS

OPEN = ("finfo", "iinfo", "ml_dtypes", "dtype")
"""Classes of objects that are known by their fields alone."""


@pytest.mark.parametrize(("text", "cls", "value", "dtype"), ROWS, ids=[row[0] for row in ROWS])
def test_what_is_claimed_is_true(text, cls, value, dtype):
    claim = known(text)
    if isinstance(claim, Unknown):
        assert not claim.reason.startswith("raises ") or (cls == "raises" and str(value) in claim.reason), claim
        return
    if cls == "raises":
        return
    found = class_of(claim)
    assert found is not None
    assert found.name == cls or (isinstance(claim, Instance) and not claim.exact) or any(word in cls for word in OPEN)
    if isinstance(claim, Array):
        assert claim.shape is None or len(claim.shape) == len(value)
        assert claim.shape is None or all(a in (None, b) for a, b in zip(claim.shape, value, strict=True))
        assert claim.dtype is None or claim.dtype.rpartition(".")[2] == dtype
    if isinstance(claim, (Known, Instance)) and not isinstance(claim.value, Absent):
        assert repr(claim.value) == repr(value)
    if isinstance(claim, Sequence) and not isinstance(concrete(claim), Absent):
        assert concrete(claim) == value


def test_most_is_known():
    known_rows = [row for row in ROWS if row[1] != "raises" and not isinstance(known(row[0]), Unknown)]
    assert len(known_rows) > 0.9 * len([row for row in ROWS if row[1] != "raises"])
