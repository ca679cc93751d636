"""`python -m prelower`."""

import sys

from prelower.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
