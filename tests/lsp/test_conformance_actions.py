"""What each client is offered for a finding: fixes, comments that silence, all safe fixes at once; and hover."""

from __future__ import annotations

import pytest
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAD = "from jax.experimental.pallas import tpu as pltpu\n"
BAD = HEAD + "P = pltpu.CompilerParams(vmem_limit_bytes=64e6)\n"
HALF = BAD.replace("64e6", "100.5")
CODE = "vmem-limit-not-int"
MANY = HEAD + "".join(
    f"P{n} = pltpu.CompilerParams(vmem_limit_bytes={v})\n" for n, v in enumerate(("1e6", "2e6", "100.5"))
)


def titles(actions: list[types.CodeAction]) -> list[str]:
    return [action.title for action in actions]


async def test_a_fix_says_whether_it_is_safe_and_is_preferred(talk):
    editor = talk.editor
    for text, piece, title in (
        (BAD, "64e6", "Write it as the int `64_000_000` (safe)"),
        (HALF, "100.5", "Convert it with `int(...)`; the fraction is dropped (unsafe)"),
    ):
        uri, told = await talk.opened(text)
        actions = await editor.actions(uri, piece, told=told)
        if talk.name == "bare":
            assert actions == [], "it knows commands only"
            return
        first = actions[0]
        assert first.title == title
        assert first.kind == types.CodeActionKind.QuickFix
        assert first.is_preferred
        assert list(first.diagnostics) == told, "the Problems view knows a fix by its diagnostic"
        assert [one.is_preferred for one in actions[1:]] == [None] * (len(actions) - 1)
        assert (first.edit.document_changes is not None) == (talk.name in ("vscode", "helix", "emacs-29"))
        editor.perform(first)
        assert await editor.rest(uri) == []


async def test_a_comment_that_silences_the_line(talk):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, [_] = await talk.opened(BAD)
    [ignore] = [one for one in await editor.actions(uri, "64e6") if one.title == f"Ignore `{CODE}` on this line"]
    assert ignore.kind == types.CodeActionKind.QuickFix
    assert not ignore.is_preferred
    editor.perform(ignore)
    assert editor.texts[uri].splitlines()[1].endswith(f"64e6)  # prelower: ignore[{CODE}]")
    assert await editor.rest(uri) == []


@pytest.mark.parametrize(
    "before, after",
    [
        (
            "P = pltpu.CompilerParams(  # prelower: ignore[flag-value-not-scalar] why\n    vmem_limit_bytes=64e6,\n)\n",
            None,
        ),
        (
            "P = pltpu.CompilerParams(\n    vmem_limit_bytes=64e6,  # noqa\n)\n",
            "64e6,  # noqa  # prelower: ignore[%s]\n",
        ),
        ("P = pltpu.CompilerParams(vmem_limit_bytes=64e6)  # prelower: ignore[]\n", "  # prelower: ignore[%s]\n"),
        ("P = pltpu.CompilerParams(vmem_limit_bytes= \\\n   64e6)\n", "64e6)  # prelower: ignore[%s]\n"),
        ("P = pltpu.CompilerParams(vmem_limit_bytes=64e6, flags={'A': '''\n'''})\n", "'''})  # prelower: ignore[%s]\n"),
        ("if 1:\n  P = pltpu.CompilerParams(vmem_limit_bytes=64e6)", "64e6)  # prelower: ignore[%s]"),
        ("P = f'''\n{pltpu.CompilerParams(vmem_limit_bytes=64e6)}\n'''\n", "\n'''  # prelower: ignore[%s]\n"),
        (
            "if 1:\n  P = f'''\n{pltpu.CompilerParams(vmem_limit_bytes=64e6)}\n'''; X = '''\n'''\n",
            "if 1:\n  # prelower: ignore[%s]\n  P = f'''\n",
        ),
    ],
)
async def test_it_goes_where_it_works(talk, before, after):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, shown = await talk.opened(HEAD + before)
    assert CODE in [one.code for one in shown]
    [ignore] = [one for one in await editor.actions(uri, "64e6") if one.title == f"Ignore `{CODE}` on this line"]
    editor.perform(ignore)
    wanted = after % CODE if after else f"# prelower: ignore[flag-value-not-scalar, {CODE}] why\n"
    assert wanted in editor.texts[uri]
    assert editor.texts[uri].count("prelower: ignore") == 1
    assert CODE not in [one.code for one in await editor.rest(uri)]


@pytest.mark.parametrize(
    "before, after",
    [
        (BAD, f"# prelower: file-ignore[{CODE}]\n{BAD}"),
        (f"#!/usr/bin/env python\n# coding: utf-8\n{BAD}", f"# coding: utf-8\n# prelower: file-ignore[{CODE}]\nfrom"),
        (f"\ufeff{BAD}", f"\ufeff# prelower: file-ignore[{CODE}]\nfrom"),
        (f"# prelower: file-ignore[grid-not-ints]\n{BAD}", f"# prelower: file-ignore[grid-not-ints, {CODE}]\nfrom"),
        (BAD.replace("\n", "\r\n"), f"# prelower: file-ignore[{CODE}]\r\nfrom"),
    ],
)
async def test_a_comment_that_silences_the_file(talk, before, after):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, _ = await talk.opened(before)
    [ignore] = [one for one in await editor.actions(uri, "64e6") if one.title == f"Ignore `{CODE}` in this file"]
    editor.perform(ignore)
    assert editor.texts[uri].startswith(after) or after in editor.texts[uri]
    assert CODE not in [one.code for one in await editor.rest(uri)]


async def test_it_is_not_offered_where_it_would_be_part_of_a_string(talk):
    editor = talk.editor
    text = "if 1:\n  '''\n'''; P = f'''\n{pltpu.CompilerParams(vmem_limit_bytes=64e6)}\n'''; X = '''\n'''\n"
    uri, [told] = await talk.opened(HEAD + text)
    titles = [one.title for one in await editor.actions_in(uri, told.range, types.CodeActionContext([]))]
    assert f"Ignore `{CODE}` on this line" not in titles
    assert (f"Ignore `{CODE}` in this file" in titles) == (talk.name != "bare")


async def test_an_unused_comment_can_be_removed_and_is_not_ignored_in_turn(talk):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, [unused] = await talk.opened(HEAD + f"P = pltpu.CompilerParams()  # prelower: ignore[{CODE}]\n")
    actions = await editor.actions(uri, "ignore[", told=[unused])
    assert titles(actions) == ["Remove the unused suppression (safe)"]
    editor.perform(actions[0])
    assert editor.texts[uri] == HEAD + "P = pltpu.CompilerParams()\n"
    assert await editor.rest(uri) == []


async def test_all_safe_fixes_at_once(talk):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, shown = await talk.opened(MANY)
    assert len(shown) == 3
    for only in (["source"], ["source.fixAll"], ["source.fixAll.prelower"]):
        [action] = await editor.actions(uri, "from", only=only)
        assert action.title == "Fix all 2 safe prelower problems (1 more needs a hand)"
        assert action.kind == "source.fixAll.prelower"
        assert action.diagnostics is None
    [action] = await editor.actions(uri, "from", only=["notebook.source.fixAll"])
    assert action.kind == "notebook.source.fixAll.prelower"
    editor.perform(action)
    assert "1_000_000)" in editor.texts[uri] and "2_000_000)" in editor.texts[uri] and "=100.5)" in editor.texts[uri]
    assert len(await editor.rest(uri)) == 1
    assert await editor.actions(uri, "from", only=["source.fixAll"]) == [], "it would change nothing"


async def test_fixing_all_takes_nothing_away(talk):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, [_] = await talk.opened(HEAD + f"P = pltpu.CompilerParams()  # prelower: ignore[{CODE}]\n")
    assert await editor.actions(uri, "from", only=["source.fixAll"]) == []


async def test_kinds_and_ranges_are_respected(talk):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, _ = await talk.opened(MANY)
    kinds = {action.kind for action in await editor.actions(uri, "1e6")}
    assert kinds == {types.CodeActionKind.QuickFix, "source.fixAll.prelower"}
    assert {one.kind for one in await editor.actions(uri, "1e6", only=["quickfix"])} == {types.CodeActionKind.QuickFix}
    for only in (["refactor"], ["source.organizeImports"], ["source.fixAll.ruff"], ["quickfix.x"]):
        assert await editor.actions(uri, "1e6", only=only) == [], only
    assert await editor.actions(uri, "from") == [], "no bulb on every line"
    [first, second] = [
        [one for one in await editor.actions(uri, piece, only=["quickfix"]) if one.is_preferred]
        for piece in ("1e6", "2e6")
    ]
    assert len(first) == len(second) == 1
    assert first[0].edit != second[0].edit
    whole = await editor.actions(uri, editor.texts[uri], only=["quickfix"])
    assert len([one for one in whole if one.is_preferred]) == 3


async def test_an_action_is_of_the_text_as_it_is_now(talk):
    editor = talk.editor
    if talk.name == "bare":
        return
    uri, [old] = await talk.opened(BAD)
    editor.edit(uri, 0, 0, "# moved 🦕\n")
    first, *_ = await editor.actions(uri, "64e6", told=[old])
    assert list(first.diagnostics) != [old], "its version is over"
    editor.perform(first)
    assert editor.texts[uri] == "# moved 🦕\n" + BAD.replace("64e6", "64_000_000")


async def test_data_that_is_not_ours_is_survived(talk):
    editor = talk.editor
    uri, [told] = await talk.opened(BAD)
    for data in (None, 3, [], {"version": "x"}, {"span": [9, 9, 9, 9]}):
        strange = types.Diagnostic(told.range, told.message, source="prelower", code=told.code, data=data)
        actions = await editor.actions(uri, "64e6", told=[strange])
        assert (actions == []) == (talk.name == "bare")
        assert all(list(one.diagnostics) == [strange] for one in actions if one.diagnostics)
    foreign = types.Diagnostic(told.range, "other", source="pyright")
    for one in await editor.actions(uri, "64e6", told=[foreign]):
        assert foreign not in (one.diagnostics or ())


async def test_hover_explains_a_value_its_keyword_and_its_call(talk):
    editor = talk.editor
    uri, [diagnostic] = await talk.opened(BAD)
    hover = await editor.hover(uri, "64e6")
    assert hover.range == diagnostic.range
    markdown = talk.name != "bare"
    assert hover.contents.kind == (types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText)
    assert (f"**{CODE}**" in hover.contents.value) == markdown
    assert "JAX accepts" in hover.contents.value
    assert "JAX 0.12.0" in hover.contents.value
    hover = await editor.hover(uri, "vmem_limit_bytes")
    assert "float" in hover.contents.value
    assert editor.under(uri, hover.range) == "vmem_limit_bytes"
    assert await editor.hover(uri, "CompilerParams") is not None
    for piece in ("from", "P =", "import"):
        assert await editor.hover(uri, piece) is None


async def test_hover_on_a_comment_that_silences(talk):
    editor = talk.editor
    text = HEAD + (
        f"P = pltpu.CompilerParams(vmem_limit_bytes=64e6)  # prelower: ignore[{CODE}, no-such, grid-not-ints] why\n"
        "Q = pltpu.CompilerParams(vmem_limit_bytes=32e6)  # prelower: ignore\n# note\n"
    )
    uri, _ = await talk.opened(text)
    hover = await editor.hover(uri, CODE)
    assert editor.under(uri, hover.range) == CODE
    assert "must be an int" in hover.contents.value
    assert "64000000.0" in hover.contents.value or "Line 2" in hover.contents.value
    assert f"{CODE}.md" in hover.contents.value
    assert "is no rule" in (await editor.hover(uri, "no-such")).contents.value
    assert "silences nothing now" in (await editor.hover(uri, "grid-not-ints")).contents.value
    assert "Silences every rule" in (await editor.hover(uri, "# prelower: ignore\n")).contents.value
    assert await editor.hover(uri, "why") is None
    assert await editor.hover(uri, "# note") is None


async def test_completion_in_a_call(talk):
    editor = talk.editor
    uri, _ = await talk.opened(HEAD + "P = pltpu.CompilerParams(dimension_semantics=('par\n")
    offered = await editor.complete(uri, "('par")
    assert "parallel" in [item.label.strip("'\"") for item in offered.items]
    assert not offered.is_incomplete
    assert await editor.complete(uri, "from") is None


async def test_every_message_was_as_the_protocol_says(talk):
    assert talk.editor.faults == []
    assert talk.editor.complaints() == []
