"""Look-ups of names outside the project: from memory, from disk, then from the worker with jedi."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from prelower.lookup import codec
from prelower.lookup.answers import VARIABLE, Answers, cache_folder
from prelower.lookup.code import Code, find_code
from prelower.values.model import Question, Unknown, What

if TYPE_CHECKING:
    from prelower.lookup.process import Process

# The interpreter has tables of its own for these, and jedi's answers for them are wrong.
OURS = ("numpy", "math", "operator", "builtins")
KINDS = ("what", "returns", "attribute")
_CRASHES = 3
# A question that took too long is asked again later: what jedi parsed in the meantime is in its cache.
_REST_SECONDS = 30.0
_TRIES = 3


class Places(Protocol):
    """What a look-up needs to know of the user's environment."""

    @property
    def site_packages(self) -> tuple[str, ...]:
        """The environment's package folders."""
        ...

    @property
    def search(self) -> tuple[str, ...]:
        """All folders where packages are found."""
        ...

    @property
    def python_version(self) -> tuple[int, int] | None:
        """The environment's Python."""
        ...


class Lookup:
    """Answers to questions about one environment.  `counts` and `troubles` are for tests and the log."""

    def __init__(self, project_root: str, environment: Places, cache_dir: str | None = None) -> None:
        self.counts = {"memory": 0, "disk": 0, "asked": 0, "started": 0, "killed": 0, "crashed": 0}
        self.troubles: list[str] = []
        self.lasting: list[str] = []
        """Those of the troubles that no later try mends."""
        self._root = project_root
        self._environment = environment
        self._variables = os.environ if cache_dir is None else {**os.environ, VARIABLE: cache_dir}
        self._memory: dict[Question, What] = {}
        self._slow: dict[Question, tuple[int, float]] = {}
        self._process: Process | None = None
        self._private: str | None = None
        self._closed = threading.Event()
        self._lock = threading.Lock()

    def known(self, question: Question) -> What | None:
        """The answer where it is at hand; never waits for the worker."""
        answer = self._memory.get(question) or _without_asking(question)
        if answer is not None:
            self.counts["memory"] += 1
            return self._memory.setdefault(question, answer)
        if question in self._slow:
            tries, since = self._slow[question]
            resting = tries >= _TRIES or time.monotonic() - since < _REST_SECONDS
            return Unknown("looking it up took too long") if resting else None
        kept = self._disk.get(question)
        if kept is not None:
            self.counts["disk"] += 1
            self._memory[question] = kept
        return kept

    def ask(self, questions: Iterable[Question], budget_seconds: float) -> dict[Question, What]:
        """An answer to each question, within a time; blocks meanwhile."""
        end = time.monotonic() + budget_seconds
        answers: dict[Question, What] = {}
        with self._lock:
            for question in dict.fromkeys(questions):
                known = self.known(question)
                answers[question] = known if known is not None else self._ask(question, end)
            self._disk.save()
        return answers

    def close(self) -> None:
        """Stop the worker, even while a question waits; takes no time."""
        self._closed.set()
        process, self._process = self._process, None
        if process is not None:
            process.kill()
        if self._private:
            from shutil import rmtree

            rmtree(self._private, ignore_errors=True)

    # Found when the first question comes: most files have none.
    @cached_property
    def _code(self) -> Code | None:
        found = find_code(self._root)
        if found is None:
            self._fail("jedi is not installed beside prelower", lasting=True)
        return found

    @cached_property
    def _folder(self) -> str | None:
        return cache_folder(self._root, self._variables)

    @cached_property
    def _disk(self) -> Answers:
        return Answers(self._folder, _fingerprint(self._environment, self._code))

    def _ask(self, question: Question, end: float) -> What:
        seconds = end - time.monotonic()
        if seconds <= 0:
            return Unknown("there was no time left to look it up")
        from prelower.lookup.process import Stopped, TooSlow

        process = None
        try:
            process = self._running()
            if process is None:
                return Unknown("look-ups are not available")
            self.counts["asked"] += 1
            answer = codec.decode(process.ask(question, seconds))
        except TooSlow:
            return self._too_slow(question)
        except (Stopped, OSError) as error:
            # One that answered others before may have ended while nobody asked: only a new one shows whose fault it is.
            if process is not None and process.asked > 1 and not self._closed.is_set():
                return self._ask_another(question, str(error), end)
            return self._stopped(question, str(error))
        return self._keep(question, answer or Unknown("the answer was not understood"))

    def _ask_another(self, question: Question, why: str, end: float) -> What:
        self._process = None
        self._fail(f"the worker was gone at `{codec.key(question)}`: {why}; another one is asked", lasting=False)
        return self._ask(question, end)

    def _running(self) -> Process | None:
        if self._closed.is_set() or self._code is None or self.counts["crashed"] >= _CRASHES:
            return None
        if self._process is None:
            from prelower.lookup.process import Process

            self.counts["started"] += 1
            self._process = Process(self._code.folders, self._settings(self._code))
            if self._closed.is_set():  # closed in another thread while it started
                self._process.kill()
        return self._process

    def _settings(self, code: Code) -> dict[str, object]:
        folder = self._folder
        if folder is None:  # jedi's cache is pickles: never a folder that somebody else could write to
            from tempfile import mkdtemp

            folder = self._private = self._private or mkdtemp(prefix="prelower-")
        return {
            "cache": os.path.join(folder, f"jedi-{code.version}"),
            "python": list(self._environment.python_version or ()) or None,
            "search": list(self._environment.search),
        }

    def _too_slow(self, question: Question) -> What:
        self.counts["killed"] += 1
        self._process = None
        tries = self._slow.get(question, (0, 0.0))[0] + 1
        self._slow[question] = (tries, time.monotonic())
        self._fail(f"`{codec.key(question)}` took too long", lasting=tries >= _TRIES)
        return Unknown("looking it up took too long")

    def _stopped(self, question: Question, why: str) -> What:
        self._process = None
        if self._closed.is_set():
            return Unknown("look-ups have ended")
        self.counts["crashed"] += 1
        self._fail(f"the worker stopped at `{codec.key(question)}`: {why}", lasting=True)
        self._memory[question] = Unknown("the look-up stopped")
        return self._memory[question]

    def _fail(self, trouble: str, lasting: bool) -> None:
        self.troubles.append(trouble)
        if lasting:
            self.lasting.append(trouble)

    def _keep(self, question: Question, answer: What) -> What:
        self._memory[question] = answer
        if self._lasts(question.name.partition(".")[0]):
            self._disk.put(question, answer)
        return answer

    def _lasts(self, package: str) -> bool:
        """Whether answers about a package hold as long as the fingerprint: not where its source is being edited."""
        folders = self._environment.search
        names = (package, f"{package}.py", f"{package}.pyi")
        home = next((f for f in folders if any(os.path.exists(os.path.join(f, name)) for name in names)), None)
        return home in self._environment.site_packages or (home is None and package in sys.stdlib_module_names)


def _without_asking(question: Question) -> What | None:
    name = question.name
    if name.partition(".")[0] in OURS:
        return Unknown("it is not in prelower's tables")
    if question.kind not in KINDS or "." not in name or not all(map(str.isidentifier, name.split("."))):
        return Unknown("it has no full name")
    return None


def _fingerprint(environment: Places, code: Code | None) -> str:
    """A word that changes when an answer may: with the installed packages, Python, or jedi."""
    import hashlib

    parts = [*environment.search, str(environment.python_version), code.version if code else ""]
    for site in environment.site_packages:
        try:
            parts += sorted(name for name in os.listdir(site) if name.endswith((".dist-info", ".egg-info")))
        except OSError:
            continue
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]
