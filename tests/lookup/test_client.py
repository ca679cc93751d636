"""The client asks as little as it can, never waits longer than it may, and survives its worker."""

from __future__ import annotations

import os
import pathlib
import signal
import threading
import time

import pytest

from prelower.lookup import process
from prelower.lookup.code import find_code
from prelower.values.model import ClassInfo, Instance, Library, Question, Unknown

INT = Instance(ClassInfo("builtins.int", ("builtins.int", "builtins.object")), exact=False)
FLOAT = ClassInfo("builtins.float", ("builtins.float", "builtins.object"))
TIME = Question("returns", "time.time")
# A worker that answers every question, but does as the name says.
FAKE = """
import json, os, sys, time
sys.stdin.readline()
for line in sys.stdin:
    job = json.loads(line)
    name = job["name"].rpartition(".")[2]
    if name == "sleep": time.sleep(60)
    if name == "die": os._exit(9)
    if name == "fatal": print(json.dumps({"fatal": "would run a trap"}), flush=True); os._exit(70)
    if name == "nonsense": print("nonsense", flush=True); print("[1]", flush=True)
    kind = {"bad": "what?"}.get(name, "library")
    print(json.dumps({"id": job["id"], "kind": kind, "name": job["name"]}), flush=True)
"""


@pytest.fixture
def fake_worker(tmp_path, monkeypatch):
    """Puts the worker above in the place of the real one."""
    path = tmp_path / "fake_worker.py"
    path.write_text(FAKE)
    monkeypatch.setattr(process, "WORKER", str(path))


def what(name: str) -> Question:
    """A question of the kind that the worker above answers."""
    return Question("what", name)


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize(
    "name", ["numpy.prod", "math.prod", "operator.mul", "builtins.int", "bare", "a.b()", "a..b", ""]
)
def test_some_names_are_never_asked(make_lookup, name):
    lookup = make_lookup()
    assert isinstance(lookup.known(what(name)), Unknown)
    assert isinstance(lookup.ask([what(name)], 5)[what(name)], Unknown)
    assert (lookup.counts["asked"], lookup.counts["started"]) == (0, 0)


def test_the_real_worker(make_lookup, tmp_path):
    lookup = make_lookup()
    assert lookup.known(TIME) is None
    assert lookup.ask([TIME, TIME], 60) == {TIME: Instance(FLOAT, exact=False)}
    assert lookup.counts | {"memory": 0} == {
        "memory": 0,
        "disk": 0,
        "asked": 1,
        "started": 1,
        "killed": 0,
        "crashed": 0,
    }
    assert lookup.known(TIME) == Instance(FLOAT, exact=False)
    assert lookup.troubles == []
    assert list((tmp_path / "opened").iterdir()) == []


def test_a_second_run_starts_no_worker(make_lookup):
    make_lookup().ask([TIME], 60)
    lookup = make_lookup()
    assert lookup.known(TIME) == Instance(FLOAT, exact=False)
    assert lookup.ask([TIME], 60) == {TIME: Instance(FLOAT, exact=False)}
    assert (lookup.counts["disk"], lookup.counts["started"]) == (1, 0)


def test_an_opened_cache_folder_leaves_answers_in_memory(make_lookup, tmp_path):
    lookup = make_lookup(root=tmp_path)
    assert lookup.ask([TIME], 60) == {TIME: Instance(FLOAT, exact=False)}
    assert lookup.known(TIME) == Instance(FLOAT, exact=False)
    assert not (tmp_path / "cache").exists()


@pytest.mark.usefixtures("fake_worker")
class TestFakeWorker:
    """With a worker that misbehaves."""

    def test_a_slow_job_is_killed_and_the_next_one_answered(self, make_lookup):
        lookup = make_lookup()
        started = time.monotonic()
        assert isinstance(lookup.ask([what("a.sleep")], 0.5)[what("a.sleep")], Unknown)
        assert time.monotonic() - started < 3
        assert isinstance(lookup.known(what("a.sleep")), Unknown)
        assert lookup.ask([what("a.b")], 5)[what("a.b")] == Library("a.b")
        assert (lookup.counts["killed"], lookup.counts["started"]) == (1, 2)
        assert lookup.troubles == ["`what a.sleep` took too long"]

    def test_what_took_too_long_is_asked_again_after_a_rest(self, make_lookup, monkeypatch):
        lookup = make_lookup()
        monkeypatch.setattr("prelower.lookup.client._REST_SECONDS", 0.0)
        for count in range(1, 5):
            answer = lookup.known(what("a.sleep"))
            assert (answer is None) == (count <= 3)
            lookup.ask([what("a.sleep")], 0.2)
        assert lookup.counts["killed"] == 3

    def test_the_budget_is_for_all_questions(self, make_lookup):
        lookup = make_lookup()
        answers = lookup.ask([what("a.sleep"), what("a.b")], 0.3)
        assert answers[what("a.b")] == Unknown("there was no time left to look it up")
        assert lookup.known(what("a.b")) is None

    def test_a_worker_that_dies_is_started_again_a_few_times(self, make_lookup):
        lookup = make_lookup()
        for number in range(5):
            assert isinstance(lookup.ask([what(f"a{number}.die")], 5)[what(f"a{number}.die")], Unknown)
        assert lookup.counts["crashed"] == 3
        assert lookup.troubles[0] == "the worker stopped at `what a0.die`: it ended with code 9"

    def test_a_worker_that_has_died_unasked_costs_no_answer(self, make_lookup):
        lookup = make_lookup()
        for number in range(5):
            question = what(f"a{number}.b")
            assert lookup.ask([question], 5)[question] == Library(question.name)
            os.kill(lookup._process.pid, signal.SIGKILL)
        assert (lookup.counts["started"], lookup.counts["crashed"], lookup.lasting) == (5, 0, [])
        assert lookup.troubles[0] == "the worker was gone at `what a1.b`: it ended with code -9; another one is asked"

    def test_what_kills_the_next_worker_too_is_to_blame(self, make_lookup):
        lookup = make_lookup()
        lookup.ask([what("a.b")], 5)
        assert isinstance(lookup.ask([what("a.die")], 5)[what("a.die")], Unknown)
        assert lookup.known(what("a.die")) == Unknown("the look-up stopped")
        assert (lookup.counts["started"], lookup.counts["crashed"]) == (2, 1)
        assert lookup.lasting == ["the worker stopped at `what a.die`: it ended with code 9"]
        assert lookup.ask([what("a.c")], 5)[what("a.c")] == Library("a.c")

    def test_the_reason_of_a_stop_is_kept(self, make_lookup):
        lookup = make_lookup()
        lookup.ask([what("a.fatal")], 5)
        assert lookup.troubles == ["the worker stopped at `what a.fatal`: would run a trap"]

    def test_nonsense_between_answers_is_passed_over(self, make_lookup):
        lookup = make_lookup()
        assert lookup.ask([what("a.nonsense")], 5)[what("a.nonsense")] == Library("a.nonsense")
        assert lookup.ask([what("a.bad")], 5)[what("a.bad")] == Unknown("the answer was not understood")

    def test_closing_does_not_wait_for_a_job(self, make_lookup):
        lookup = make_lookup()
        answers: dict = {}
        thread = threading.Thread(target=lambda: answers.update(lookup.ask([what("a.sleep"), what("a.b")], 30)))
        thread.start()
        while lookup._process is None:
            time.sleep(0.01)
        pid = lookup._process.pid
        started = time.monotonic()
        lookup.close()
        assert time.monotonic() - started < 0.6
        thread.join(2)
        assert all(isinstance(answer, Unknown) for answer in answers.values())
        assert len(answers) == 2
        assert not is_running(pid)
        assert isinstance(lookup.ask([what("a.c")], 5)[what("a.c")], Unknown)

    def test_answers_about_code_that_is_being_edited_are_not_kept_on_disk(self, make_lookup):
        make_lookup().ask([what("a.b"), what("os.path")], 5)
        again = make_lookup()
        assert again.known(what("a.b")) is None
        assert again.known(what("os.path")) == Library("os.path")


def test_without_jedi_nothing_is_known(make_lookup, monkeypatch):
    monkeypatch.setattr("prelower.lookup.client.find_code", lambda opened: None)
    lookup = make_lookup()
    assert isinstance(lookup.ask([TIME], 5)[TIME], Unknown)
    assert lookup.troubles == ["jedi is not installed beside prelower"]


def test_jedi_is_never_taken_from_the_opened_or_current_folder(tmp_path, monkeypatch):
    for name in ("jedi", "parso"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / "cache.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend("")
    code = find_code(os.path.join(str(tmp_path), "sub"))
    assert code is not None
    assert str(tmp_path) not in code.folders
    assert code.version.count(".") == 4
