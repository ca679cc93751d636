"""Where a piece of text stands in its file."""

from typing import NamedTuple


class Span(NamedTuple):
    """A piece of a file: lines from 0, columns in UTF-8 bytes as `ast` counts them, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def moved(self, lines: int) -> "Span":
        """The same span, that many lines further down."""
        return Span(self.line + lines, self.column, self.end_line + lines, self.end_column)

    def holds(self, line: int, column: int) -> bool:
        """Whether a position lies in the span or at its end."""
        return (self.line, self.column) <= (line, column) <= (self.end_line, self.end_column)
