"""Random edits in each position encoding: the server's text stays the editor's, byte for byte."""

from __future__ import annotations

import os
import random

import pytest
from lsprotocol import types

from .editor import Editor
from .positions import position

pytestmark = pytest.mark.asyncio

URI = "file:///project/kernel.py"
ENCODINGS = ["utf-8", "utf-16", "utf-32"]
HEAD = "from jax.experimental.pallas import tpu as pltpu\n"
CALL = "pltpu.CompilerParams(vmem_limit_bytes=64e6)"
PIECES = [
    *"ab 0=.,:#\\\"'()[]{}",
    *"é🦕𝔘\u0301\u200d\x00",
    *("\n", "\r", "\r\n", "\f", "\v", "\u2028", "\u2029", "\x85", "\x1c", "\ufeff"),
    *("\n    ", "\ndef f():\n", '"""', f"\nP = {CALL}\n", f"\r\nif x:\r\n  P = {CALL}  # 🦕\r\n", "\n" * 5),
]
LONGEST = 3000
SEED = os.environ.get("PRELOWER_SEED", "0")
MANY = int(os.environ.get("PRELOWER_EDITS", "10000"))


class Hand:
    """Makes random edits in a document."""

    def __init__(self, editor: Editor, chance: random.Random) -> None:
        self.editor = editor
        self.chance = chance

    def edit(self) -> None:
        """One message with one change or several."""
        changes = [self._change() for _ in range(self.chance.choice([1, 1, 1, 2, 5]))]
        self.editor.versions[URI] += 1
        identifier = types.VersionedTextDocumentIdentifier(uri=URI, version=self.editor.versions[URI])
        self.editor.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, changes))

    def _change(self) -> types.TextDocumentContentChangeEvent:
        text, chance = self.editor.texts[URI], self.chance
        new = "".join(chance.choices(PIECES, k=chance.choice([0, 1, 1, 2, 4, 8])))
        if chance.random() < 0.003:
            self.editor.texts[URI] = new
            return types.TextDocumentContentChangeWholeDocument(text=new)
        begin = addressable(text, chance.randint(0, len(text)))
        length = chance.choice([0, 0, 0, 1, 2, 5, 40]) if len(text) < LONGEST else chance.randint(0, LONGEST)
        end = max(begin, addressable(text, min(len(text), begin + length)))
        where = types.Range(*(position(text, at, self.editor.encoding) for at in (begin, end)))
        self.editor.texts[URI] = text[:begin] + new + text[end:]
        return types.TextDocumentContentChangePartial(range=where, text=new)


def addressable(text: str, at: int) -> int:
    """That offset, or the one before where it lies between CR and LF."""
    return at - 1 if text[max(at - 1, 0) : at + 1] == "\r\n" else at


async def edited(start, encoding: str, count: int, compare_every: int) -> None:
    """Edits and looks at the text after each; now and then at the findings, beside those of a fresh server."""
    options = {"jaxVersion": "0.12.0"}
    editor = await start("helix", False, encodings=[encoding], options=options)
    assert editor.encoding == encoding
    hand = Hand(editor, random.Random(f"{encoding} {SEED}"))
    editor.open(URI, HEAD)
    for step in range(1, count + 1):
        hand.edit()
        text = await editor.ask("prelower/text", uri=URI)
        assert text.encode("utf-8", "surrogatepass") == editor.texts[URI].encode("utf-8", "surrogatepass"), step
        if step % compare_every == 0:
            await compare(start, editor, encoding, options)
    await compare(start, editor, encoding, options)


async def compare(start, editor: Editor, encoding: str, options: dict[str, str]) -> None:
    """What is shown is what a server shows that has seen nothing but this text."""
    editor.edit(URI, 0, 0, HEAD + f"P = {CALL}\nQ = 1\n")
    shown = await editor.rest(URI)
    fresh = await start("helix", False, encodings=[encoding], options=options)
    fresh.open(URI, editor.texts[URI])
    assert [(one.range, one.code, one.message) for one in shown] == [
        (one.range, one.code, one.message) for one in await fresh.rest(URI)
    ]
    assert shown, "there is one at least"
    assert await fresh.quit() == 0
    # On a busy machine a look-up may take too long, which is said and is no fault.
    assert [text for text in editor.complaints() if not text.startswith("A look-up failed")] == []


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_two_hundred_random_edits(start, encoding):
    await edited(start, encoding, 200, 200)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif("PRELOWER_EDITS" not in os.environ, reason="`make fuzz` makes ten thousand")
@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_very_many_random_edits(start, encoding):
    await edited(start, encoding, MANY, 1000)
