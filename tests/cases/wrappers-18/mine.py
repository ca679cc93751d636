"""Our own double; the limit is a hint that we do not pass on."""
import launch


def double(x, limit):
    assert limit > 0
    return launch.double(x)
