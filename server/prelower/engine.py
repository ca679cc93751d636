"""The engine: from a file's text to its findings, and to what is known of each watched value."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from prelower import completing, elsewhere, explaining, ignoring, silencing, verdicts
from prelower.completing import Completion
from prelower.discover import marked
from prelower.elsewhere import NOBODY, Said
from prelower.explaining import Explanation, Hover
from prelower.findings import Finding, Fix
from prelower.freshness import FreshIndex
from prelower.index import FILES, LOOSE, Index
from prelower.jaxview import environment, jax
from prelower.jaxview.dependents import dependents
from prelower.jaxview.watched import WATCHED_WORDS
from prelower.libraries import Libraries
from prelower.lookup.answers import cache_folder
from prelower.lookup.client import Lookup
from prelower.rules import all_rules, pages
from prelower.rules.older_dicts import with_classes
from prelower.runs import Analysis as Analysis
from prelower.runs import Ran
from prelower.syntax.enclosing import NAMES, Enclosing, enclosing
from prelower.syntax.trees import TreeCache, parse
from prelower.text.source import Source, Unreadable, read_source
from prelower.triggers import has_trigger, import_roots, watched_words, words_of_jax
from prelower.values.interpret import interpret
from prelower.values.model import Outcome, Question, What
from prelower.values.reach import reaching_lines
from prelower.values.remembered import Remembered
from prelower.values.told import told_elsewhere
from prelower.values.world import World, module_name

REMEMBERED = 64
TREES = 3_000_000
"""Characters of text whose trees are kept: a file may read more than a hundred others, and is run more than once."""
ROUNDS = 3
BUDGET = 4.0
"""Seconds that the look-ups of one file may take."""


class Engine:
    """Checks the files of one project against one JAX; remembers the last runs."""

    def __init__(
        self,
        root: str,
        view: jax.Jax,
        lookup: Lookup | None = None,
        texts: Callable[[str], str | None] | None = None,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        index: Index | None = None,
        libraries: Libraries | None = None,
    ) -> None:
        self.root = os.path.abspath(root)
        self.jax = view
        self.lookup = lookup
        self.index = index
        self.indexed = FreshIndex(index) if index is not None else None
        self._libraries = libraries
        self.ran = 0
        """How many runs there were, for tests."""
        self.cache = TreeCache(TREES)
        self.remembered = Remembered()
        self._texts = texts or (lambda path: None)
        self._chosen = _chosen(frozenset(select), frozenset(ignore))
        self._rules = tuple(rule for rule in all_rules() if rule.name in self._chosen)
        self._runs: OrderedDict[str, Ran] = OrderedDict()
        self._files: dict[str, tuple[tuple[int, int], Source]] = {}
        self._answers = 0

    def has_trigger(self, text: str, path: str | None = None) -> bool:
        """Whether a text can hold anything that is watched, be it through the project's own functions."""
        return has_trigger(text) or bool(self._wrappers(text, path))

    def _wrappers(self, text: str, path: str | None) -> frozenset[str]:
        """The names in a text that lead to something watched through other files of the project, or of libraries."""
        roots = import_roots(path, self.root) if path else (self.root,)
        installed = self._libraries.words(text, path or self.root) if self._libraries is not None else frozenset()
        if self.indexed is None or not self.indexed.imported_by(text, roots):
            return installed
        return self.indexed.words(text, path) | installed

    def check(self, source: Source) -> Analysis:
        """The findings of a file by what is known now; nothing is waited for."""
        if not self.has_trigger(source.text, source.path):
            return Analysis((), frozenset(), {}, {})
        return self._ran(source).analysis

    def settle(self, source: Source) -> Analysis:
        """The findings of a file once all that can be looked up is; may wait for the worker."""
        analysis = self.check(source)
        for left in reversed(range(ROUNDS)):
            if not analysis.questions or self.lookup is None:
                break
            self.lookup.ask(analysis.questions, BUDGET)
            if left and any(self.lookup.known(question) is None for question in analysis.questions):
                continue  # a run is dear: those that there was no time for are asked first
            self._answers += 1
            analysis = self.check(source)
        return analysis

    def explain(self, source: Source, line: int) -> tuple[Explanation, ...]:
        """What is known of each watched value on a line (from 0)."""
        if not self.has_trigger(source.text, source.path):
            return ()
        ran = self._ran(source)
        return explaining.explain(ran.outcome, self._rules, self._case(ran), line)

    def hover(self, source: Source, line: int, column: int) -> Hover | None:
        """What to say at a position (line from 0, column in UTF-8 bytes), None where it is not ours."""
        if not self.has_trigger(source.text, source.path):
            return None
        ran = self._ran(source)
        on_comment = ignoring.hover(source, ran.statements, ran.analysis.suppressed, line, column)
        if on_comment is not None:
            return on_comment
        return explaining.hover(ran.outcome, ran.analysis.findings, self._rules, self._case(ran), line, column)

    def ignoring(self, source: Source, finding: Finding) -> tuple[Fix, ...]:
        """The comments that would silence a finding."""
        return tuple(ignoring.fixes(source, self._ran(source).statements, finding))

    def complete(self, source: Source, line: int, column: int) -> tuple[Completion, ...]:
        """What may be written at a position (line from 0, column in UTF-8 bytes); nothing where no watched call is."""
        here = enclosing(source.text, source.lines.offset(line, column))
        if here is None or not self.has_trigger(source.text, source.path) or not self._reaching(source, here):
            return ()
        view, rules = self.jax, self._rules
        found = completing.site(source, here, rules, view, self._closed(source))
        return completing.completions(found) if found is not None else ()

    def _closed(self, source: Source) -> Callable[[str], Outcome]:
        """Runs a text of the file in which a half-typed call was closed."""
        return lambda text: self._closed_in(Source(source.path, text))

    def _closed_in(self, source: Source) -> Outcome:
        return self._outcome(source, NOBODY, self._words(source) | WATCHED_WORDS)

    def _reaching(self, source: Source, here: Enclosing) -> bool:
        """Whether a name of what is called, or of what it is given, can lead to something watched.

        It is one that the file binds by words that lead there, or assigns anywhere.
        """
        called = frozenset(NAMES.findall(source.text[here.callee[0] : here.argument]))
        words = reaching_lines(parse(here.mended, self.cache), self._words(source) | WATCHED_WORDS)[1]
        return not called.isdisjoint(words) or completing.assigned(source.text, here)

    def troubles(self, lasting: bool = False) -> tuple[str, ...]:
        """What went wrong with look-ups, in order; `lasting`: only what no later try mends."""
        if self.lookup is None:
            return ()
        return tuple(self.lookup.lasting if lasting else self.lookup.troubles)

    def close(self) -> None:
        """Let go of the look-ups."""
        if self.lookup is not None:
            self.lookup.close()

    # -- running

    def _ran(self, source: Source) -> Ran:
        known = self._runs.get(source.path)
        if known is not None and self._valid(known, source):
            return known
        ran = self._run(source)
        self._runs[source.path] = ran
        self._runs.move_to_end(source.path)
        while len(self._runs) > REMEMBERED:
            self._runs.popitem(last=False)
        return ran

    def _valid(self, known: Ran, source: Source) -> bool:
        """Whether a run still stands: same text, same answers, same texts of all files read, no other file changed."""
        if known.source.text != source.text or (known.outcome.questions and known.answered != self._answers):
            return False
        if any(self._text(path) != (text or None) for path, text in known.outcome.read.items()):
            return False
        return known.words == self._words(source) and known.said == self._said(known)

    def _text(self, path: str) -> str | None:
        source = self.read(path)
        return (source.text or None) if source else None

    def _run(self, source: Source) -> Ran:
        ran = self._once(source, NOBODY)
        said = self._said(ran)
        if said == NOBODY:
            return ran
        again = self._once(source, said)
        return again._replace(said=said, found=ran.found, fails=ran.fails)

    def _said(self, ran: Ran) -> Said:
        """What other files say of what a run has read; nobody asks where nothing was found without that."""
        return elsewhere.said(self.indexed, ran, self._told) if ran.found and self.indexed is not None else NOBODY

    def _told(self, path: str, text: str) -> frozenset[str]:
        """The names of a file that hold what another file found out about the release."""
        world, (name, package) = self._world(Source(path, text)), self._named(path)
        return told_elsewhere(world, name, package, parse(text, self.cache))

    def _once(self, source: Source, said: Said) -> Ran:
        self.ran += 1
        before, words = self.cache.parsed, self._words(source)
        statements, outcome = parse(source.text, self.cache), self._outcome(source, said, words)
        outcome.read.pop(source.path, None)
        counts = {**outcome.counts, "parsed": self.cache.parsed - before}
        analysis = Analysis((), outcome.questions, outcome.read, counts)
        ran = Ran(source, statements, outcome, analysis, self._answers, words)
        found = verdicts.findings(self._rules, self._case(ran))
        kept, silenced = silencing.silenced(source, statements, found, lambda: self._judged(ran))
        ran = ran._replace(analysis=analysis._replace(findings=kept, suppressed=silenced))
        return ran._replace(found=bool(kept or silenced), fails=elsewhere.fails(ran))

    def _words(self, source: Source) -> frozenset[str]:
        gone = words_of_jax(source.text, self.jax.gone_words())
        return watched_words(source.text) | self._wrappers(source.text, source.path) | gone

    def _outcome(self, source: Source, said: Said, words: frozenset[str]) -> Outcome:
        """What the interpreter finds in a text where these words lead to something watched."""
        world, (name, package) = self._world(source, said), self._named(source.path)
        outcome = interpret(source.path, name, package, parse(source.text, self.cache), world, words)
        return outcome._replace(calls=with_classes(outcome.calls, self.jax))

    def _world(self, source: Source, said: Said = NOBODY) -> World:
        return World(
            self.jax,
            self._reader(source),
            lambda text: parse(text, self.cache),
            import_roots(source.path, self.root),
            self._known,
            self.remembered,
            self._answers,
            said.outside,
            self._libraries.places([source.text]) if self._libraries is not None else {},
            said.chosen,
        )

    def _named(self, path: str) -> tuple[str, bool]:
        """The dotted name of a file's module, and whether it is a package."""
        return module_name(path, import_roots(path, self.root)), os.path.basename(path) == "__init__.py"

    def _judged(self, ran: Ran) -> frozenset[str]:
        """The rules that have said all they have to say: none where something of the file is not known yet."""
        return self._chosen if ran.whole and self.jax.version is not None else frozenset()

    def _known(self, question: Question) -> What | None:
        return self.lookup.known(question) if self.lookup is not None else None

    def _case(self, ran: Ran) -> verdicts.Case:
        return verdicts.Case(ran.source, ran.statements, self.jax, self.read, ran.outcome)

    def _reader(self, source: Source) -> Callable[[str], Source | None]:
        return lambda path: source if path == source.path else self.read(path)

    def read(self, path: str) -> Source | None:
        """A file of the project: the editor's text before the disk's; None where it cannot be read."""
        text = self._texts(path)
        if text is not None:
            return Source(path, text)
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._files.get(path)
            if known is None or known[0] != stamp:
                self._files[path] = known = (stamp, read_source(path))
            return known[1]
        except (OSError, Unreadable):
            return None


def _chosen(select: frozenset[str], ignore: frozenset[str]) -> frozenset[str]:
    return frozenset(page.name for page in pages() if not select or page.name in select) - ignore


def make_engine(
    root: str,
    python: str | None = None,
    jax_version: str | None = None,
    variables: Mapping[str, str] = os.environ,
    server: bool = False,
    texts: Callable[[str], str | None] | None = None,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> Engine:
    """The engine for a project folder: its environment found, its JAX read, look-ups at the ready."""
    found = environment.find(root, python, variables, server)
    view = jax.view(found, root, jax_version)
    lookup = Lookup(root, found)
    most = FILES if server or marked(root) else LOOSE
    index = Index(root, texts or (lambda path: None), most=most)
    libraries = Libraries(lambda: dependents(found), texts or (lambda path: None), cache_folder(root))
    return Engine(root, view, lookup, texts, select, ignore, index, libraries)
