"""`prelower server`."""

from __future__ import annotations

from prelower.cli.arguments import Options
from prelower.cli.problems import CLEAN


def run(options: Options) -> int:
    """Runs the language server until its client ends it."""
    from prelower.lsp.server import main

    return main() or CLEAN
