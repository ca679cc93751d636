"""Runs the prelower that lies beside this file: `python -I -S launch.py server`.

Nothing of the environment of that Python is on the module path, so that no pygls, attrs or jedi
of the user's is taken for ours. Python 2 must be able to read this file, to be told what is missing.
"""

import os
import sys

NEEDED = (3, 10)


def main():
    """Runs prelower's command line; 3 where this Python is too old for it."""
    if sys.version_info < NEEDED:
        numbers = NEEDED + tuple(sys.version_info[:2])
        sys.stderr.write("prelower needs Python %d.%d or newer; this is %d.%d\n" % numbers)
        return 3
    here = os.path.dirname(os.path.abspath(__file__))
    installed = ("site-packages", "dist-packages")
    places = [
        place for place in sys.path if os.path.abspath(place) != here and os.path.basename(place) not in installed
    ]
    sys.path[:] = [os.path.join(here, "libs")] + places
    from prelower.__main__ import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
