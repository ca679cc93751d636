"""Engines for tests: one release of JAX, known by its number, and look-ups that are counted."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Callable, Iterable

from prelower.engine import Engine
from prelower.index import Index
from prelower.jaxview import environment, jax
from prelower.text.source import Source
from prelower.values.model import Question, Unknown, What

VERSION = "0.12.0.1"


class Answering:
    """Look-ups without jedi: whatever is asked is answered with Unknown, and remembered."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self._answers: dict[Question, What] = {}

    def known(self, question: Question) -> What | None:
        """The answer, if it was asked for before."""
        return self._answers.get(question)

    def ask(self, questions: Iterable[Question], budget_seconds: float) -> dict[Question, What]:
        """Answer at once."""
        new = [question for question in questions if question not in self._answers]
        self.asked += new
        self._answers.update((question, Unknown("nobody knows")) for question in new)
        return self._answers

    def close(self) -> None:
        """Nothing is running."""


def make(
    root: pathlib.Path,
    lookup: Answering | None = None,
    texts: Callable[[str], str | None] | None = None,
    index: Index | None = None,
) -> Engine:
    """An engine for a folder, the same on every machine."""
    return Engine(str(root), release(), lookup, texts, index=index)  # type: ignore[arg-type]


@functools.lru_cache
def release() -> jax.Jax:
    """The JAX that is looked at."""
    here = str(pathlib.Path(__file__).parent)
    return jax.view(environment.find(here, None, {}, False), here, VERSION)


def source(root: pathlib.Path, text: str, name: str = "kernels.py") -> Source:
    """A file of the folder with this text."""
    return Source(str(root / name), text)
