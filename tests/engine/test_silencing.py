"""Comments that silence nothing are reported, with a fix; where not all is known they are left alone."""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.findings import INFORMATION
from prelower.jaxview.jax import ASKED, Jax
from prelower.text.edits import apply
from prelower.text.source import Source

HEAD = "from jax.experimental.pallas import tpu as pltpu\n"
GOOD = "a = pltpu.CompilerParams(vmem_limit_bytes=2**26)"
BAD = "a = pltpu.CompilerParams(vmem_limit_bytes=64e6)"
VMEM = "vmem-limit-not-int"
NAME = "unused-suppression"
SAYS = "unused suppression: `%s` is not reported here"


def findings(text: str, version: str | None = "0.12.0.1", **chosen: tuple[str, ...]):
    """What is said of a text."""
    engine = Engine("/nowhere/project", Jax(version, ASKED), **chosen)
    return engine.check(Source("/nowhere/project/case.py", HEAD + text)).findings


@pytest.mark.parametrize(
    ("text", "message", "fixed"),
    [
        (f"{GOOD}  # prelower: ignore[{VMEM}]\n", SAYS % VMEM, f"{GOOD}\n"),
        (f"{GOOD}  # prelower: ignore\n", "unused suppression", f"{GOOD}\n"),
        (
            f"# prelower: file-ignore[{VMEM}]\n{GOOD}\n",
            SAYS % VMEM,
            f"{GOOD}\n",
        ),
        (f"{GOOD}  # prelower: ignore[nope]\n", "unused suppression: `nope` is no rule", f"{GOOD}\n"),
        (
            f"{BAD}  # prelower: ignore[{VMEM}, flag-value-not-scalar]\n",
            SAYS % "flag-value-not-scalar",
            f"{BAD}  # prelower: ignore[{VMEM}]\n",
        ),
        (f"{GOOD}  # prelower: ignore  # because\n", "unused suppression", f"{GOOD}  # because\n"),
    ],
)
def test_what_silences_nothing_is_reported(text: str, message: str, fixed: str):
    (finding,) = findings(text)
    assert (finding.code, finding.severity, finding.message) == (NAME, INFORMATION, message)
    assert finding.fix is not None
    assert apply(HEAD + text, finding.fix.edits) == HEAD + fixed
    assert not findings(fixed)


@pytest.mark.parametrize(
    ("text", "version", "chosen"),
    [
        (f"{BAD}  # prelower: ignore[{VMEM}]\n", "0.12.0.1", {}),
        (f"{BAD}  # prelower: ignore\n", "0.12.0.1", {}),
        (f"{GOOD}  # prelower: ignore[{VMEM}]\ndef f(:\n", "0.12.0.1", {}),
        (f"class A:\n    def f(self:\n        1\n{GOOD}  # prelower: ignore[{VMEM}]\n", "0.12.0.1", {}),
        (f"{GOOD}  # prelower: ignore[{VMEM}]\n", None, {}),
        (f"{GOOD}  # prelower: ignore[{VMEM}]\n", "0.12.0.1", {"ignore": (VMEM,)}),
        (f"{GOOD}  # prelower: ignore\n", "0.12.0.1", {"ignore": (VMEM,)}),
        (f"{GOOD}  # prelower: ignore[{VMEM}]\n", "0.12.0.1", {"ignore": (NAME,)}),
        (f"{GOOD}  # prelower: ignore[{VMEM}]\n", "0.12.0.1", {"select": (VMEM,)}),
        (f"{GOOD}  # type: ignore\n", "0.12.0.1", {}),
        (f'text = "# prelower: ignore[{VMEM}]"\n', "0.12.0.1", {}),
    ],
)
def test_what_is_used_or_not_known_is_left_alone(text: str, version: str | None, chosen: dict[str, tuple[str, ...]]):
    assert not findings(text, version, **chosen)


def test_what_another_release_would_say_is_no_question_here():
    (finding,) = findings(f"{GOOD}  # prelower: ignore[{VMEM}]\n", select=(VMEM, NAME))
    assert finding.unnecessary
