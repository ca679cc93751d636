"""Where the program starts: `prelower`, or `python -m prelower`."""

import gc
import sys

OBJECTS = 100_000
"""New objects between two looks for garbage: an answer makes many, few of which are in a cycle."""


def main() -> int:
    """Runs the command line; gives its exit code."""
    _forget_start_folder()
    collect_seldom()
    from prelower.cli.main import main as run

    return run()


def collect_seldom() -> None:
    """Has this process look for garbage so seldom that it costs an answer nothing that counts."""
    gc.set_threshold(OBJECTS, 20, 20)


def _forget_start_folder() -> None:
    """Takes the folder that Python puts first out of the places to import from.

    With `python -m` it is the current folder, whose `ast.py` or `json.py` would be run in place
    of the standard library's. Nothing may be imported before, so this is done here.
    """
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        del sys.path[:1]


if __name__ == "__main__":
    sys.exit(main())
