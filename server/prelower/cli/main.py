"""The command line: what is loaded here is loaded for every command, so it is little."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from prelower.cli.arguments import Options, parser
from prelower.cli.problems import FAILED, INTERRUPTED, PIPE_CLOSED, Stop, say
from prelower.cli.streams import prepare


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; gives its exit code."""
    prepare()
    options = parser().parse_args(arguments, Options())
    try:
        code = _run(options)
        sys.stdout.flush()
    except Stop as stop:
        say(str(stop))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python would complain again when it closes the stream at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - the last resort: one line instead of a traceback
        return _internal_error(error, options)
    return code


def _run(options: Options) -> int:
    """Runs the command that was named, importing it only now."""
    if options.command == "check":
        from prelower.cli.check import run
    elif options.command == "explain":
        from prelower.cli.explain import run
    elif options.command == "rule":
        from prelower.cli.rule import run
    elif options.command == "info":
        from prelower.cli.info import run
    else:
        from prelower.cli.serve import run
    return run(options)


def _internal_error(error: Exception, options: Options) -> int:
    if options.verbose or os.environ.get("PRELOWER_DEBUG"):
        import traceback

        traceback.print_exc()
        return FAILED
    text = " ".join(f"{type(error).__name__}: {error}".split())
    say(f"internal error: {text} (a fault of prelower's; --verbose or PRELOWER_DEBUG=1 shows the traceback)")
    return FAILED
