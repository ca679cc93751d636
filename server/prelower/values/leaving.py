"""Functions that do not come back."""

from __future__ import annotations

from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Value
from prelower.values.special import special


@special("sys.exit", "builtins.exit", "builtins.quit", "os._exit", "os.abort")
def exit_(m: Machine, given: Given) -> Value:
    """`sys.exit(...)`: nobody gets further, and no `except Exception` stops it."""
    m.throw("SystemExit")
    return ()


@special("typing.assert_never", "typing_extensions.assert_never", "pytest.fail", "pytest.skip", "pytest.xfail")
def never(m: Machine, given: Given) -> Value:
    """Functions that always raise."""
    m.throw()
    return ()
