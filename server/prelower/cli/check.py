"""`prelower check`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from prelower.cli.arguments import Options
from prelower.cli.problems import CLEAN, FAILED, LEFT, Stop, say
from prelower.cli.project import display, refuse_environment, rules_given
from prelower.cli.report import Report
from prelower.cli.session import Session
from prelower.cli.streams import input_is_closed
from prelower.discover import Found, Trouble, discover
from prelower.text.source import Source, Unreadable, decode_source, read_bytes

STDIN = "-"
CURRENT = "."
PEOPLE = ("text", "concise")
"""The formats whose last line says how much was found."""


def run(options: Options) -> int:
    """Checks what was named; gives the exit code."""
    _refuse_nonsense(options)
    session = Session(options)
    try:
        reports, failed = _checked(session, options)
        whole = not options.select and not options.ignore  # else what is not looked for is not gone
        session.finish(options.output_format in PEOPLE and whole)
    finally:
        session.close()
    if options.write_baseline:
        return FAILED if failed or session.unsound else CLEAN
    if reports or not failed or options.output_format not in PEOPLE:  # nobody knows what is in there
        _print(reports, options)
    if failed or session.unsound:
        return FAILED
    return LEFT if not options.exit_zero and any(report.fails for report in reports) else CLEAN


def _refuse_nonsense(options: Options) -> None:
    """Stops at options that do not go together."""
    if STDIN in options.paths and len(options.paths) > 1:
        raise Stop("'-' reads standard input and goes with no other path")
    if options.stdin_filename is not None and options.paths != [STDIN]:
        raise Stop("--stdin-filename goes with '-'")
    if options.fix and options.diff:
        raise Stop("--fix changes files and --diff changes none: give one of them")
    if options.diff and options.output_format != "text":
        raise Stop("--diff prints a diff and goes with no --output-format")
    if options.statistics and options.output_format not in ("text", "concise", "json"):
        raise Stop("--statistics goes with the formats text, concise and json")
    if options.write_baseline:
        for name in ("fix", "diff", "statistics", "select", "ignore"):
            if getattr(options, name):
                raise Stop(f"--write-baseline goes with no --{name}")
        if STDIN in options.paths:
            raise Stop("--write-baseline goes with no '-'")
    rules_given(options.select)
    rules_given(options.ignore)
    refuse_environment(options)


def _checked(session: Session, options: Options) -> tuple[list[Report], bool]:
    """The reports of all files, and whether a named path could not be read."""
    reports: list[Report] = []
    failed = False
    for item in _items(session, options):
        if isinstance(item, Trouble):
            say(item.line)
            failed |= item.fatal
            continue
        try:
            report = _one(session, item, options)
        except Unreadable as error:
            say(f"{item.path}: {error.why}")
            failed |= item.named
            continue
        if report:
            reports.append(report)
    return reports, failed


def _items(session: Session, options: Options) -> Iterable[Found | Trouble]:
    """What to check."""
    if options.paths == [STDIN]:
        return [Found(STDIN, STDIN)]
    paths = options.paths or [CURRENT]
    if options.force_exclude:
        paths = [path for path in paths if not session.leaves_out(path)]
    return discover(paths, session.excluded)


def _one(session: Session, item: Found, options: Options) -> Report | None:
    """The report of one file; None where it has nothing that is watched."""
    top = item.top
    if top == STDIN:
        top = options.stdin_filename or CURRENT
        name = options.stdin_filename or STDIN
        if input_is_closed():
            raise Unreadable(STDIN, "standard input is closed")
        data = sys.stdin.buffer.read()
        path = os.path.abspath(options.stdin_filename or "stdin.py")
    else:
        name, data, path = item.path, read_bytes(item.path), os.path.abspath(item.path)
    if not session.may_concern(data, path, top):
        if item.named or not data.isascii():
            decode_source(path, data)
        if item.path == STDIN and options.fix:
            sys.stdout.buffer.write(data)
        session.clean(path, top)
        return None
    source = decode_source(path, data)
    if options.fix or options.diff:
        return _fixed(session, source, data, name, top, options)
    return Report(name, source, session.check(source, top))


def _fixed(session: Session, source: Source, data: bytes, name: str, top: str, options: Options) -> Report:
    """The report of a file after fixing it, on disk or, for standard input, on standard output."""
    from prelower.cli.fixing import diff, fix, rewritten, write

    result = fix(source, lambda changed: session.check(changed, top), options.unsafe_fixes)
    if options.diff:
        sys.stdout.flush()
        sys.stdout.buffer.write(diff(name, source, result.source))
        return Report(name, source, result.before, result.applied)
    if options.paths == [STDIN]:
        try:
            fixed = rewritten(source, data, result.source) if result.applied else data
        except Unreadable:
            sys.stdout.buffer.write(data)  # whoever reads it gets what was given rather than nothing
            raise
        sys.stdout.buffer.write(fixed)
    elif result.applied:
        write(source, result.source)
    return Report(name, result.source, result.findings, result.applied)


def _print(reports: list[Report], options: Options) -> None:
    """Prints the reports; on stderr where stdout holds the fixed text or a diff."""
    from prelower.cli.output import render

    taken = options.diff or (options.fix and options.paths == [STDIN])
    stream = sys.stderr if taken else sys.stdout
    if options.diff:
        count = sum(report.fixed for report in reports)
        say(f"{count} {'fix' if count == 1 else 'fixes'} would be applied" if count else "nothing to fix")
        return
    for piece in render(reports, options, stream, display):
        stream.write(piece)
