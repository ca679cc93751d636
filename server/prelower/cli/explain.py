"""`prelower explain`."""

from __future__ import annotations

import os

from prelower.cli.arguments import Options
from prelower.cli.problems import CLEAN, Stop
from prelower.cli.project import engine_of, project_of
from prelower.text.source import Source, Unreadable, read_source


def run(options: Options) -> int:
    """Prints what is known of the watched values on a line."""
    name, line = _place(options.place)
    try:
        read = read_source(name)
    except Unreadable as error:
        raise Stop(f"{name}: {error.why}") from None
    if line > len(read.lines):
        raise Stop(f"{name} has {len(read.lines)} lines")
    source = Source(os.path.abspath(name), read.text, read.encoding, read.bom)
    engine = engine_of(project_of(name), options)
    try:
        engine.settle(source)
        explanations = engine.explain(source, line - 1)
    finally:
        engine.close()
    if not explanations:
        print(f"{name}:{line}: nothing that prelower watches is given to JAX here.")
    for explanation in explanations:
        row = explanation.span.line + 1
        column = source.lines.column(explanation.span.line, explanation.span.column, "utf-32") + 1
        print(f"{name}:{row}:{column}: {explanation.title}")
        for text in explanation.lines:
            print(f"  {text}")
    return CLEAN


def _place(text: str) -> tuple[str, int]:
    """The file and line of FILE:LINE; a column after it is passed over."""
    parts = text.rsplit(":", 2)
    if len(parts) == 3 and parts[1].isdecimal() and parts[2].isdecimal():
        parts = parts[:2]
    else:
        parts = text.rsplit(":", 1)
    if len(parts) != 2 or not parts[0] or not parts[1].isdecimal() or int(parts[1]) < 1:
        raise Stop(f"expected FILE:LINE, got {text!r}")
    return parts[0], int(parts[1])
