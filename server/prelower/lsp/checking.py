"""What a check is: tier 1 from what is known already, tier 2 when jedi has answered."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from prelower.config.apply import applied, excluded
from prelower.findings import Finding
from prelower.lsp.deep import Deep
from prelower.lsp.entries import Entry, Snapshot
from prelower.lsp.project import judged
from prelower.lsp.session import Session
from prelower.text.source import MAX_BYTES
from prelower.triggers import has_trigger, import_roots, may_wrap

if TYPE_CHECKING:
    from prelower.engine import Analysis, Engine
    from prelower.freshness import FreshIndex
    from prelower.lsp.progress import Progress

HOLD = 2.0
"""For how long an old answer may stay while a new one is worked out, in seconds."""
SECONDS = 30.0
"""How often a project is gone through again where the client does not watch its files."""

Publish = Callable[[Entry, Snapshot, tuple[Finding, ...]], None]


class Host(Protocol):
    """What a check tells of besides findings."""

    def note(self, text: str) -> None:
        """Write a line for those who look for a fault."""

    def work(self, title: str) -> Progress:
        """Begin work that may take long."""

    def check_all(self) -> None:
        """Check all open documents again."""

    def looked_up(self, engine: Engine) -> None:
        """Take note that an engine has looked something up."""


class Checking:
    """Checks documents of a session and hands the findings on."""

    def __init__(
        self,
        session: Session,
        publish: Publish,
        failed: Callable[[str, Exception], None],
        say: Callable[[str], None],
        host: Host,
    ) -> None:
        self._session = session
        self._publish = publish
        self._failed = failed
        self._tell = say
        self._host = host
        self._preparing: dict[FreshIndex, asyncio.Future[None]] = {}
        self._pending: set[str] = set()
        self._work: Progress | None = None
        self.deep = Deep()

    def check(self, key: str) -> None:
        """Check a document as it is now, publish what is known, and begin to look up what is not."""
        snapshot = self._session.snapshot(key)
        if snapshot is None or snapshot.language != "python":
            return
        self.forget(key)
        entry = self._session.entries[key]
        if entry.checked is not snapshot:
            self.moved(entry)
        engine = self._engine(entry, snapshot)
        if engine is not None and self._prepares(engine, snapshot):
            return
        entry.checked, entry.analysis = snapshot, None
        begun = time.perf_counter()
        analysis = self._analysed(engine, snapshot) if engine is not None else None
        if analysis is not None:
            took = f"{(time.perf_counter() - begun) * 1000:.1f} ms"
            counts = f"{len(analysis.findings)} findings, {len(analysis.questions)} questions"
            self._host.note(f"Checked {snapshot.source.path}, version {snapshot.version}: {counts}, {took}")
        if engine is None or analysis is None:
            self._say(entry, snapshot, ())
        elif not analysis.questions:
            self._accept(entry, snapshot, analysis)
        else:
            self._deepen(engine, entry, snapshot, analysis)

    def forget(self, key: str) -> None:
        """Give up what is being looked up for a document."""
        self.deep.forget(key)
        self._looked_up(key)

    def _looked_up(self, key: str) -> None:
        self._pending.discard(key)
        if not self._pending and self._work is not None:
            self._work.end()
            self._work = None

    async def ready(self, key: str) -> None:
        """Return once the project of a document has been gone through."""
        snapshot = self._session.snapshot(key)
        engine = self._session.loaded(snapshot.root) if snapshot is not None else None
        waiting = self._preparing.get(engine.indexed) if engine is not None and engine.indexed is not None else None
        if waiting is not None:
            await asyncio.wait([waiting])

    def _prepares(self, engine: Engine, snapshot: Snapshot) -> bool:
        """Whether the project is being gone through, which is done beside us: it may hold thousands of files."""
        index = engine.indexed
        if index is None or (index.ready and index not in self._preparing):
            return False
        if index not in self._preparing:
            self._preparing[index] = asyncio.get_running_loop().create_future()
            work = self._host.work(f"prelower: looking through {engine.root}")

            def first() -> None:
                engine.check(snapshot.source)  # searches all files for what they set in this one

            self._look_through(engine, index, lambda: self._prepared(index, work), first)
        return True

    def _look_through(
        self, engine: Engine, index: FreshIndex, then: Callable[[], None], more: Callable[[], None] = lambda: None
    ) -> None:
        """Go through a project beside us; again from time to time where the client does not tell what changes."""
        loop = asyncio.get_running_loop()

        def look() -> None:
            try:
                index.refresh()
                more()
            except Exception:  # noqa: BLE001 - the check that follows meets it again, and tells it
                pass
            finally:
                _tell(loop, then)

        self.deep.submit(f"look through {engine.root}", look)
        if not self._session.client.watches_files:
            loop.call_later(SECONDS, self._look_again, engine, index)

    def _look_again(self, engine: Engine, index: FreshIndex) -> None:
        if self._session.uses(engine):
            before = index.generation
            self._look_through(engine, index, lambda: self._looked_again(index, before))

    def _looked_again(self, index: FreshIndex, before: int) -> None:
        if index.generation != before:
            self._host.check_all()

    def _prepared(self, index: FreshIndex, work: Progress) -> None:
        work.end()
        self._preparing.pop(index).set_result(None)
        self._host.check_all()

    def moved(self, entry: Entry) -> None:
        """Let what other files know of this one be looked at again."""
        if entry.path is not None and entry.path.endswith(".py"):
            self._session.text_moved(entry.path)

    def _engine(self, entry: Entry, snapshot: Snapshot) -> Engine | None:
        """The engine for a document that could hold a call of JAX; nothing is loaded for the others."""
        if not self._may_matter(snapshot):
            return None
        if _too_large(snapshot.source.text):
            if not entry.too_large:
                entry.too_large = True
                self._tell(f"{snapshot.source.path} is larger than {MAX_BYTES // 1_000_000} MB and is not checked.")
            return None
        try:
            if excluded(snapshot.source.path, self._session.project(snapshot.root).config):
                return None
            return self._session.engine(snapshot.root)
        except Exception as error:  # noqa: BLE001 - whatever an environment holds must not end the server
            self._failed(f"Could not look at {snapshot.root}", error)
            return None

    def _may_matter(self, snapshot: Snapshot) -> bool:
        """Whether a text can hold a call of JAX, be it through the project's own functions."""
        path, text = snapshot.source.path, snapshot.source.text
        if has_trigger(text) or self._session.loaded(snapshot.root) is not None:
            return True
        return may_wrap(text, import_roots(path, self._session.top(snapshot.root)))

    def _analysed(self, engine: Engine, snapshot: Snapshot) -> Analysis | None:
        try:
            return self._configured(snapshot, engine.check(snapshot.source))
        except Exception as error:  # noqa: BLE001 - no text may end the server
            self._failed(f"Could not check {snapshot.source.path}", error)
            return None

    def _configured(self, snapshot: Snapshot, analysis: Analysis) -> Analysis:
        """The analysis with the findings that the project wants to see, as severe as it wants them."""
        config = judged(self._session.settings(snapshot.root), self._session.project(snapshot.root).config)
        return analysis._replace(findings=applied(analysis.findings, config))

    def _accept(self, entry: Entry, snapshot: Snapshot, analysis: Analysis) -> None:
        entry.analysis = analysis
        self._say(entry, snapshot, analysis.findings)

    def _deepen(self, engine: Engine, entry: Entry, snapshot: Snapshot, analysis: Analysis) -> None:
        """Publish what is known unless it only loses findings, which new answers may bring back."""
        loop = asyncio.get_running_loop()
        entry.analysis = analysis
        shown = entry.shown.findings if entry.shown is not None else ()
        if analysis.questions - entry.unanswered and _only_loses(analysis.findings, shown):
            entry.held = entry.held or loop.create_future()
            loop.call_later(HOLD, self._give_up, entry, snapshot, analysis)
        else:
            self._say(entry, snapshot, analysis.findings)

        self._pending.add(snapshot.key)
        self._work = self._work or self._host.work("prelower: looking up names")

        def settle() -> None:
            # In the thread: only the loop may touch the session or the client.
            error: Exception | None = None
            settled = analysis
            try:
                settled = engine.settle(snapshot.source)
            except Exception as exception:  # noqa: BLE001 - as above
                error = exception
            _tell(loop, self._settled, entry, snapshot, settled, error)
            _tell(loop, self._host.looked_up, engine)

        self.deep.submit(snapshot.key, settle)

    def _settled(self, entry: Entry, snapshot: Snapshot, analysis: Analysis, error: Exception | None) -> None:
        if error is not None:
            self._failed(f"Could not look up names of {snapshot.source.path}", error)
        entry.unanswered = analysis.questions
        if entry.checked is snapshot:
            self._looked_up(snapshot.key)
        if entry.checked is snapshot and self._session.entries.get(snapshot.key) is entry:
            self._accept(entry, snapshot, self._configured(snapshot, analysis))

    def _give_up(self, entry: Entry, snapshot: Snapshot, analysis: Analysis) -> None:
        """Nothing came in time: say what is known."""
        if entry.analysis is analysis and self._session.entries.get(snapshot.key) is entry:
            self._say(entry, snapshot, analysis.findings)

    def _say(self, entry: Entry, snapshot: Snapshot, findings: tuple[Finding, ...]) -> None:
        """Hand findings on, and let go those who wait for them."""
        held, entry.held = entry.held, None
        self._publish(entry, snapshot, findings)
        if held is not None and not held.done():
            held.set_result(None)


def _tell(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: object) -> None:
    """Have the loop call a function, from another thread."""
    try:
        loop.call_soon_threadsafe(function, *arguments)
    except RuntimeError:
        pass  # The session is over.


def _only_loses(new: Iterable[Finding], old: Iterable[Finding]) -> bool:
    """Whether the new findings are some of the old ones and nothing else."""
    before = Counter((finding.code, finding.documented) for finding in old)
    after = Counter((finding.code, finding.documented) for finding in new)
    return after != before and after <= before


def _too_large(text: str) -> bool:
    if len(text) > MAX_BYTES:
        return True
    return len(text) * 4 > MAX_BYTES and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES
