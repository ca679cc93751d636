"""How findings are printed: one file a format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from prelower.cli.arguments import Options
from prelower.cli.output.places import Places
from prelower.cli.report import Report


def render(reports: Sequence[Report], options: Options, stream: TextIO, display: Callable[[str], str]) -> Iterator[str]:
    """The text of all reports in the format that was asked for, in pieces."""
    places = Places(reports, display)
    if options.statistics:
        from prelower.cli.output.statistics import statistics

        return statistics(reports, options)
    if options.output_format == "text":
        from prelower.cli.output.text import text

        return text(reports, places, options, _colors(stream))
    if options.output_format == "concise":
        from prelower.cli.output.concise import concise

        return concise(reports, places, options)
    if options.output_format == "json":
        from prelower.cli.output.json_array import json_array

        return json_array(reports, places)
    if options.output_format == "github":
        from prelower.cli.output.github import github

        return github(reports, places)
    if options.output_format == "gitlab":
        from prelower.cli.output.gitlab import gitlab

        return gitlab(reports, places)
    from prelower.cli.output.sarif import sarif

    return sarif(reports, places)


def _colors(stream: TextIO) -> bool:
    """Whether a stream shows colours: a terminal does, unless NO_COLOR is set."""
    import os

    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
