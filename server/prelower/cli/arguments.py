"""The commands and their options."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from prelower import __version__

FORMATS = ("text", "concise", "json", "github", "gitlab", "sarif")

DESCRIPTION = """\
Says what JAX would say when it lowers your program: wrong values in Pallas
compiler parameters, FFI calls and custom calls. It reads your code and never
runs it."""

CHECK = """\
Checks files, and the Python files in folders (the current folder, if none is
named); '-' reads standard input."""

EXPLAIN = """\
Says what is known of each watched value on a line, where it came from, and
why prelower is silent about it."""

INFO = "Says which environment and which JAX are looked at, why, and what is assumed."

SERVER = "Runs the language server on standard input and output. An editor starts it."

CHECK_CODES = """\
exit codes:
  0  no error and no warning is left
  1  some are left (with --fix: after fixing)
  2  wrong usage, an internal error, or a named path that could not be read"""


class Formatter(RawDescriptionHelpFormatter):
    """Argparse's formatter, made cheap: it makes one for every option, and each would import shutil for its width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_width())


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns) - 2
    try:
        return os.get_terminal_size().columns - 2
    except OSError:
        return 78


def parser() -> ArgumentParser:
    """The parser of the command line."""
    top = ArgumentParser(prog="prelower", description=DESCRIPTION, formatter_class=Formatter)
    top.add_argument("--version", action="version", version=f"prelower {__version__}")
    # With a prog of its own argparse need not format a usage line for it, which loads more modules.
    commands = top.add_subparsers(prog="prelower", dest="command", metavar="COMMAND", required=True)

    def command(name: str, text: str, description: str, epilog: str | None = None) -> ArgumentParser:
        made: ArgumentParser = commands.add_parser(
            name, help=text, description=description, epilog=epilog, formatter_class=Formatter
        )
        made.add_argument("--verbose", action="store_true", help="show the traceback of an internal error")
        return made

    _add_check(command("check", "find what JAX would reject", CHECK, CHECK_CODES))
    _add_explain(command("explain", "say what is known of the values on a line, and why", EXPLAIN))
    _add_rule(command("rule", "show a rule's page", "Shows a rule's page, or the list of rules."))
    _add_info(command("info", "say which JAX is looked at, and why", INFO))
    _add_server(command("server", "run the language server", SERVER))
    return top


def _add_explain(explain: ArgumentParser) -> None:
    _add_environment(explain)
    explain.add_argument("place", metavar="FILE:LINE", help="the line to explain, counted from 1")


def _add_rule(rule: ArgumentParser) -> None:
    rule.add_argument("name", metavar="NAME", nargs="?", help="the rule; without it, all are listed")
    _add_text_or_json(rule)


def _add_info(info: ArgumentParser) -> None:
    _add_environment(info)
    info.add_argument("path", metavar="PATH", nargs="?", default=".", help="the file or folder it is asked for")
    _add_text_or_json(info)


def _add_server(server: ArgumentParser) -> None:
    server.add_argument("--stdio", action="store_true", help="accepted for editors that pass it; it is the only way")


def _add_text_or_json(command: ArgumentParser) -> None:
    formats = ("text", "json")
    command.add_argument("--output-format", choices=formats, default="text", help="how to print (default: text)")


def _add_environment(command: ArgumentParser) -> None:
    command.add_argument(
        "--python",
        metavar="PATH",
        help="the environment whose JAX is looked at: its folder or its interpreter (read, never run)",
    )
    command.add_argument("--jax-version", metavar="X", help="the JAX release to assume, instead of the installed one")


def _add_check(check: ArgumentParser) -> None:
    _add_environment(check)
    check.add_argument("paths", metavar="PATH", nargs="*", help="files and folders, or '-'")
    check.add_argument("--output-format", choices=FORMATS, default="text", help="how to print (default: text)")
    check.add_argument("--fix", action="store_true", help="apply the safe fixes")
    check.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe fixes too")
    check.add_argument("--diff", action="store_true", help="print what --fix would change, and change nothing")
    for option, text in (("--select", "check only these rules"), ("--ignore", "do not check these rules")):
        check.add_argument(option, metavar="RULES", action="append", help=f"{text} (comma-separated, repeatable)")
    check.add_argument("--statistics", action="store_true", help="print how many findings each rule has, instead")
    check.add_argument("--force-exclude", action="store_true", help="leave excluded files out even if they are named")
    check.add_argument("--baseline", metavar="FILE", help="do not report the findings that this file knows")
    check.add_argument("--write-baseline", action="store_true", help="write what is found to the baseline instead")
    check.add_argument("--exit-zero", action="store_true", help="end with 0 even if there are findings")
    check.add_argument(
        "--stdin-filename", metavar="NAME", help="with '-': the file that standard input stands for (need not exist)"
    )


class Options(Namespace):
    """The parsed options of any command; those of `check` that others ask for too have defaults here."""

    command: str
    verbose: bool
    python: str | None
    jax_version: str | None
    paths: list[str]
    path: str
    place: str
    name: str | None
    output_format: str
    fix: bool
    unsafe_fixes: bool
    diff: bool
    select: list[str] | None = None
    ignore: list[str] | None = None
    statistics: bool
    force_exclude: bool
    baseline: str | None = None
    write_baseline: bool = False
    exit_zero: bool
    stdin_filename: str | None
