"""The `statistics` module: computed by the real one on known values."""

from __future__ import annotations

from importlib import import_module

from prelower.values.library.table import Args, Function, Keywords, attempt
from prelower.values.model import Absent, Known, Unknown, What
from prelower.values.plain import FLOAT, Result, concrete

_OF_DATA = "mean median median_low median_high mode pstdev pvariance stdev variance geometric_mean harmonic_mean fmean"
_ALWAYS_FLOAT = ("fmean", "geometric_mean")
_MAX_ITEMS = 200


def _of_data(name: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        otherwise: What = FLOAT if name in _ALWAYS_FLOAT else Unknown(f"`statistics.{name}()` of values not known")
        data = concrete(args[0]) if len(args) == 1 and not keywords else Absent()
        if not isinstance(data, (list, tuple, set)) or len(data) > _MAX_ITEMS:
            return otherwise
        real = getattr(import_module("statistics"), name)  # loaded only when asked for
        result = attempt(lambda: real(data))
        # Roots are computed more exactly from Python 3.11 on: the last digit may differ.
        return FLOAT if isinstance(result, Known) and isinstance(result.value, float) and name in _ROOTS else result

    return run


_ROOTS = ("stdev", "pstdev", "geometric_mean", "variance", "pvariance")


FUNCTIONS: dict[str, Function] = {f"statistics.{name}": _of_data(name) for name in _OF_DATA.split()}
