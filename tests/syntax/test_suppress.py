"""Suppression comments: what each silences, and what is left over."""

import pytest

from prelower.syntax.suppress import suppressions
from prelower.text.edits import apply
from prelower.text.span import Span

A, B = "vmem-limit-not-int", "flag-value-not-scalar"


def at(line, end_line=None):
    """A span somewhere on a line, or from it to another."""
    return Span(line, 4, line if end_line is None else end_line, 5)


CALL = "f(\n    a,\n    b,\n)\n"


@pytest.mark.parametrize(
    "text, span, statement, silenced",
    [
        (f"x = 1  # prelower: ignore[{A}]\n", at(0), (0, 0), True),
        (f"x = 1  # prelower: ignore[{B}, {A}]\n", at(0), (0, 0), True),
        (f"x = 1  # prelower:ignore [{B},{A},]\n", at(0), (0, 0), True),
        (f"x = 1  # prelower: ignore[{B}]\n", at(0), (0, 0), False),
        ("x = 1  # prelower: ignore\n", at(0), (0, 0), True),
        ("x = 1  # prelower: ignore because\n", at(0), (0, 0), True),
        ("x = 1  # prelower: ignore[]\n", at(0), (0, 0), False),
        ("x = 1  # prelower: ignored\n", at(0), (0, 0), False),
        ("x = 1  # prelower: ignore-all\n", at(0), (0, 0), False),
        ("x = 1  # type: ignore  # prelower: ignore\n", at(0), (0, 0), True),
        ("x = 1  # prelower: ignore  # noqa\n", at(0), (0, 0), True),
        ("x = 1  # prelower: ignore\n", at(1), (1, 1), False),
        # At the end of a line of the span, or of the statement's first or last line.
        (CALL.replace("a,", "a,  # prelower: ignore"), at(1), (0, 3), True),
        (CALL.replace("a,", "a,  # prelower: ignore"), at(2), (0, 3), False),
        (CALL.replace("a,", "a,  # prelower: ignore"), at(0, 2), (0, 3), True),
        (CALL.replace("(", "(  # prelower: ignore"), at(2), (0, 3), True),
        (CALL.replace(")", ")  # prelower: ignore"), at(2), (0, 3), True),
        # On a line of its own.
        ("# prelower: ignore\n" + CALL, at(3), (1, 4), True),
        ("  # prelower: ignore\n# why\n" + CALL, at(3), (2, 5), True),
        ("# prelower: ignore\n\n" + CALL, at(4), (2, 5), False),
        ("f(\n    # prelower: ignore\n    a,\n    b)\n", at(2), (0, 3), True),
        ("f(\n    # prelower: ignore\n    a,\n    b)\n", at(3), (0, 3), False),
        ("x = 1  # prelower: ignore\ny = 2\n", at(1), (1, 1), False),
        # For the file.
        (f"x = 1\n\n# prelower: file-ignore[{A}]\n", at(0), (0, 0), True),
        (f"x = 1\n\n# prelower: file-ignore[{B}]\n", at(0), (0, 0), False),
        ("x = 1\n\n# prelower: file-ignore", at(0), (0, 0), True),
        # In strings it is no comment.
        ("x = '# prelower: ignore'\n", at(0), (0, 0), False),
        ("x = '''\n# prelower: ignore\n'''; y = 1\n", at(2), (2, 2), False),
        ("x = f'{a}# prelower: ignore'\n", at(0), (0, 0), False),
        ("x = '#'  # prelower: ignore\r\n", at(0), (0, 0), True),
        ("x = (\n# prelower: ignore\n1)", at(2), (0, 2), True),
        ("\ufeff# prelower: ignore\nx = 1\n", at(1), (1, 1), True),
    ],
)
def test_what_is_silenced(text, span, statement, silenced):
    found = suppressions(text)
    assert (found is not None and found.silences(A, span, statement)) is silenced


def test_a_text_without_one_is_not_looked_at():
    assert suppressions("x = 1  # noqa\n") is None
    assert suppressions("x = 'prelower: ignore'\n") is None


@pytest.mark.parametrize(
    "text, used, left, codes",
    [
        ("x = 1  # prelower: ignore\ny", [], "x = 1\ny", [()]),
        ("x = 1  # prelower: ignore", [], "x = 1", [()]),
        ("x = 1  # prelower: ignore\n", [A], None, []),
        (f"x = 1  # prelower: ignore[{A}]  # noqa\n", [], "x = 1  # noqa\n", [(A,)]),
        (f"x = 1  # noqa  # prelower: ignore[{A}] since\n", [], "x = 1  # noqa\n", [(A,)]),
        (f"  # prelower: ignore[{A}, {B}]\r\nx = 1\r\n", [], "x = 1\r\n", [(A, B)]),
        (f"x = 1  # prelower: ignore[{A}, {B}]\n", [A], f"x = 1  # prelower: ignore[{A}]\n", [(B,)]),
        (f"x = 1  # prelower: ignore[{A}, {B}]\n", [B], f"x = 1  # prelower: ignore[{B}]\n", [(A,)]),
        (
            f"x = 1  # prelower: ignore[c, {A}, d, e ]\n",
            [A],
            f"x = 1  # prelower: ignore[{A} ]\n",
            [("c",), ("d",), ("e",)],
        ),
        ("x = 1  # prelower: ignore[]\n", [A], "x = 1\n", [()]),
        (f"# prelower: file-ignore[{A}]\nx = 1\n", [B], "x = 1\n", [(A,)]),
        (f"# prelower: file-ignore[{A}]\nx = 1\n", [A], None, []),
        ("\ufeff# prelower: ignore\nx = 1\n", [], "\ufeffx = 1\n", [()]),
        (f"'é'  # prelower: ignore[é, {A}]\n", [A], f"'é'  # prelower: ignore[{A}]\n", [("é",)]),
    ],
)
def test_what_is_unused_can_be_deleted(text, used, left, codes):
    found = suppressions(text)
    for code in used:
        found.silences(code, at(0), (0, 1))
    unused = found.unused()
    assert [each.codes for each in unused] == codes
    assert apply(text, [(each.span_to_delete, "") for each in unused]) == (text if left is None else left)


def test_where_an_unused_one_stands():
    found = suppressions(f"x = 1  # prelower: ignore[{A}, b]\ny = 2  # prelower: ignore  why\n")
    found.silences("b", at(0), (0, 0))
    assert [each.place for each in found.unused()] == [Span(0, 26, 0, 26 + len(A)), Span(1, 7, 1, 25)]
