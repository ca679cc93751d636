"""`prelower server`."""

from __future__ import annotations

from prelower.cli.arguments import Options
from prelower.cli.problems import CLEAN, Stop
from prelower.cli.streams import input_is_closed, output_is_closed


def run(options: Options) -> int:
    """Runs the language server until its client ends it."""
    if input_is_closed() or output_is_closed():
        raise Stop("the server talks on standard input and output, and one of them is closed: an editor starts it")
    from prelower.lsp.server import main

    return main() or CLEAN
