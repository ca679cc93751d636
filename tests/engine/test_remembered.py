"""What is remembered of functions gives what a new engine gives, whatever was edited before."""

from __future__ import annotations

import pytest

from prelower.findings import Finding

from .making import Answering, make, source

LIMITS = """from jax.experimental.pallas import tpu as pltpu

SCALE = 1


def first(x):
    return pltpu.CompilerParams(vmem_limit_bytes=SCALE * 4)


def second(x):
    return pltpu.CompilerParams(vmem_limit_bytes=helper())


def helper():
    return 1.5


def third(x):
    limit = 8
    return pltpu.CompilerParams(vmem_limit_bytes=limit)
"""
METHODS = """from jax.experimental.pallas import tpu as pltpu


class Launcher:
    limit = 8

    def launch(self):
        return pltpu.CompilerParams(vmem_limit_bytes=self.limit)


def other():
    return 1
"""
IMPORTS = """from jax.experimental.pallas import tpu as pltpu


def first():
    import limits

    return pltpu.CompilerParams(vmem_limit_bytes=limits.FIRST)


def second():
    import limits

    return pltpu.CompilerParams(vmem_limit_bytes=limits.SECOND)
"""
KEPT_RECORD = """from jax.experimental.pallas import tpu as pltpu

DRAFT = pltpu.CompilerParams(vmem_limit_bytes=6.0e7)


def launch():
    return pltpu.CompilerParams(vmem_limit_bytes=int(DRAFT.vmem_limit_bytes))
"""


USED_BY_THE_MODULE = [
    ("class Config:\n    limit = 1.5\n\n\nCONFIG = Config()", "CONFIG.limit"),
    ("def limit():\n    return 1.5\n\n\nCONFIG = limit()", "CONFIG"),
    ("def tune():\n    CONFIG['limit'] = 1.5\n\n\nCONFIG = {}\ntune()", "CONFIG['limit']"),
    ("def plain(f):\n    return 1.5\n\n\n@plain\ndef config():\n    pass\n\n\nCONFIG = config", "CONFIG"),
]
"""Definitions that a module's own statements use, and what a function reads of what comes of it."""


def lines(findings: tuple[Finding, ...]) -> list[int]:
    """The lines of findings, as an editor counts."""
    return [finding.span.line + 1 for finding in findings]


def remembered(engine, text: str, folder) -> tuple[list[int], int]:
    """The lines of what is found, and how many functions were not run for it."""
    analysis = engine.check(source(folder, text))
    return lines(analysis.findings), analysis.counts.get("remembered", 0)


def test_an_edit_in_one_function_does_not_run_the_others(tmp_path):
    engine = make(tmp_path)
    assert remembered(engine, LIMITS, tmp_path) == ([11], 0)
    text = LIMITS.replace("SCALE * 4", "SCALE * 0.5")
    assert remembered(engine, text, tmp_path) == ([7, 11], 2)
    text = text.replace("limit = 8", "limit = 8.5")
    assert remembered(engine, text, tmp_path)[1] == 2
    text = text.replace("return 1.5", "return 15")
    assert remembered(engine, text, tmp_path)[1] == 2
    assert lines(engine.check(source(tmp_path, text)).findings) == lines(
        make(tmp_path).check(source(tmp_path, text)).findings
    )


def test_going_back_runs_nothing(tmp_path):
    engine = make(tmp_path)
    for text in (LIMITS, LIMITS.replace("SCALE * 4", "SCALE * 0.5")):
        engine.check(source(tmp_path, text))
    assert remembered(engine, LIMITS, tmp_path) == ([11], 3)


def test_what_all_depend_on_runs_all(tmp_path):
    engine = make(tmp_path)
    engine.check(source(tmp_path, LIMITS))
    assert remembered(engine, LIMITS.replace("SCALE = 1", "SCALE = 1.5"), tmp_path) == ([7, 11], 0)


def test_files_with_the_same_text_are_told_apart(tmp_path):
    engine = make(tmp_path)
    engine.check(source(tmp_path, LIMITS))
    analysis = engine.check(source(tmp_path, LIMITS, "copy.py"))
    assert {finding.path for finding in analysis.findings} == {str(tmp_path / "copy.py")}


def test_an_answer_is_taken_up(tmp_path):
    """What was remembered while a question was open is not what holds once it is answered."""
    text = LIMITS.replace("return 1.5", "return tpu_info.limit()").replace("SCALE = 1", "import tpu_info\nSCALE = 1")
    lookup = Answering()
    engine = make(tmp_path, lookup)
    assert engine.check(source(tmp_path, text)).questions
    assert not engine.settle(source(tmp_path, text)).questions
    assert not engine.check(source(tmp_path, text + "\n")).questions


def test_another_file_that_was_read_is_looked_at(tmp_path):
    text = LIMITS.replace("SCALE = 1", "from limits import SCALE")
    engine = make(tmp_path)
    for scale, found in (("1", [11]), ("1.5", [7, 11]), ("2.25", [7, 11]), ("30000", [11])):
        (tmp_path / "limits.py").write_text(f"SCALE = {scale}\n")
        assert remembered(engine, text, tmp_path)[0] == found


def test_another_file_that_functions_import_is_looked_at(tmp_path):
    engine = make(tmp_path)
    for first, second, found in (("1", "2", []), ("1", "2.50", [13]), ("1.5", "2.50", [7, 13]), ("1", "2500", [])):
        (tmp_path / "limits.py").write_text(f"FIRST = {first}\nSECOND = {second}\n")
        assert remembered(engine, IMPORTS, tmp_path)[0] == found


def test_an_edit_in_a_function_does_not_run_methods(tmp_path):
    engine = make(tmp_path)
    engine.check(source(tmp_path, METHODS))
    assert remembered(engine, METHODS.replace("return 1", "return 2"), tmp_path) == ([], 1)


def test_a_record_of_the_module_that_is_only_read_stays_silent(tmp_path):
    engine = make(tmp_path)
    assert remembered(engine, KEPT_RECORD, tmp_path) == ([], 0)
    assert remembered(engine, KEPT_RECORD + "\n", tmp_path) == ([], 1)


@pytest.mark.parametrize("defined, value", USED_BY_THE_MODULE)
def test_a_definition_that_the_module_uses_is_looked_at(tmp_path, defined, value):
    engine = make(tmp_path)
    head = "from jax.experimental.pallas import tpu as pltpu\n\n\n"
    text = f"{head}{defined}\n\n\ndef launch():\n    return pltpu.CompilerParams(vmem_limit_bytes={value})\n"
    for number, count in (("1.5", 1), ("15", 0), ("0.5", 1)):
        assert len(remembered(engine, text.replace("1.5", number), tmp_path)[0]) == count
