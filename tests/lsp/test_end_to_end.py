"""The real engine behind the real server: what it shows is what JAX says, and what it offers lowers."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
import pytest_asyncio
from lsprotocol import types

from .editor import HERE, Editor

ROOT = HERE.parents[1]
MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>."

pytestmark = pytest.mark.asyncio


@pytest.fixture(scope="session")
def oracle_python() -> str:
    """The Python with a real JAX."""
    named = os.environ.get("PRELOWER_ORACLE_PYTHON")
    found = sorted(ROOT.glob(".venv-oracle*/bin/python"))
    if not named and not found:
        pytest.skip("no JAX to ask: set PRELOWER_ORACLE_PYTHON or make .venv-oracle")
    return named or str(found[-1])


def judge(python: str, *texts: str) -> list[dict]:
    """What JAX says of programs."""
    programs = [{"id": str(number), "files": {"case.py": text}} for number, text in enumerate(texts)]
    command = [python, str(ROOT / "tests" / "oracle" / "judge.py")]
    line = json.dumps(programs) + "\n"
    done = subprocess.run(command, input=line, capture_output=True, text=True, check=True, timeout=200)
    return json.loads(done.stdout)


@pytest_asyncio.fixture
async def editor(start, tmp_path, oracle_python) -> Editor:
    """An editor on an empty project that uses the oracle's JAX."""
    options = {"python": oracle_python}
    return await start("neovim@v0.11", fake=False, folders=[tmp_path], options=options)


async def test_the_fixed_example_lowers(editor, tmp_path, oracle_python):
    uri = (tmp_path / "matmul.py").as_uri()
    text = (ROOT / "examples" / "matmul.py").read_text()
    editor.open(uri, text)
    [diagnostic] = await editor.diagnostics(uri)
    assert diagnostic.message.partition("\n")[0] == MESSAGE
    assert editor.under(uri, diagnostic.range) == "VMEM_BUDGET"
    assert diagnostic.code_description.href.endswith("vmem-limit-not-int.md")
    hover = await editor.hover(uri, "VMEM_BUDGET,")
    assert "float" in hover.contents.value

    action, *_ = await editor.actions(uri, "VMEM_BUDGET,", told=[diagnostic])
    editor.perform(action)
    assert await editor.diagnostics(uri) == []
    before, after = judge(oracle_python, text, editor.texts[uri])
    assert (before["outcome"], before["message"]) == ("raises", MESSAGE)
    assert (after["outcome"], after["silent"]) == ("lowers", None)


async def test_the_made_value_is_pointed_to(editor, tmp_path):
    uri = (tmp_path / "matmul.py").as_uri()
    editor.open(uri, (ROOT / "examples" / "matmul.py").read_text())
    [diagnostic] = await editor.diagnostics(uri)
    places = [editor.texts[uri].splitlines()[one.location.range.start.line] for one in diagnostic.related_information]
    assert any(line.startswith("VMEM_BUDGET = 0.75") for line in places)


@pytest.mark.parametrize("name, marked", [("softmax", '"true"'), ("rope", "(CONFIG.head_dim, "), ("layer_norm", None)])
async def test_the_other_examples(editor, tmp_path, name, marked):
    uri = (tmp_path / f"{name}.py").as_uri()
    editor.open(uri, (ROOT / "examples" / f"{name}.py").read_text())
    shown = [editor.under(uri, diagnostic.range) for diagnostic in await editor.rest(uri)]
    assert len(shown) == (marked is not None)
    assert all(piece.startswith(marked) for piece in shown)


async def test_a_module_beside_the_kernel_is_read_as_the_editor_has_it(editor, tmp_path):
    """An unsaved limit in another file is what counts."""
    limits, kernel = (tmp_path / "limits.py"), (tmp_path / "kernel.py")
    limits.write_text("BUDGET = 2**26\n")
    kernel.write_text(
        "from jax.experimental.pallas import tpu as pltpu\nimport limits\n"
        "PARAMS = pltpu.CompilerParams(vmem_limit_bytes=limits.BUDGET)\n"
    )
    editor.open(limits.as_uri(), limits.read_text())
    editor.open(kernel.as_uri(), kernel.read_text())
    assert await editor.rest(kernel.as_uri()) == []
    editor.replace(limits.as_uri(), "2**26", "2.0**26")
    assert len(await editor.rest(kernel.as_uri())) == 1
    editor.replace(limits.as_uri(), "2.0**26", "2**20")
    assert await editor.rest(kernel.as_uri()) == []


async def test_a_keystroke_in_one_function_parses_one_chunk(editor, tmp_path):
    uri = (tmp_path / "matmul.py").as_uri()
    editor.open(uri, (ROOT / "examples" / "matmul.py").read_text())
    await editor.diagnostics(uri)
    before = (await editor.count())["parsed"]
    editor.replace(uri, "steps = k //", "steps_ = k //")
    await editor.rest(uri)
    assert (await editor.count())["parsed"] - before == 1


async def test_half_typed_text_silences_only_itself(editor, tmp_path):
    uri = (tmp_path / "matmul.py").as_uri()
    editor.open(uri, (ROOT / "examples" / "matmul.py").read_text())
    assert len(await editor.diagnostics(uri)) == 1
    editor.edit(uri, len(editor.texts[uri]), len(editor.texts[uri]), "\n\ndef half(:\n    (")
    assert len(await editor.rest(uri)) == 1
    assert editor.complaints() == []


TYPED = """from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

name = "🦕"; params = pltpu.CompilerParams(|
"""


async def test_a_call_is_typed_with_what_is_offered(editor, tmp_path):
    uri = (tmp_path / "typed.py").as_uri()
    editor.open(uri, TYPED.replace("|", ""))
    assert await editor.complete(uri, "name = ") is None
    offered = await editor.complete(uri, "CompilerParams(")
    labels = [item.label for item in offered.items]
    assert "vmem_limit_bytes" in labels
    editor.choose(uri, offered, "dimension_semantics")
    editor.replace(uri, "dimension_semantics=", 'dimension_semantics=("par",), ')
    editor.choose(uri, await editor.complete(uri, '("par'), "parallel")
    editor.replace(uri, ",), ", ",), fl")
    again = await editor.complete(uri, ",), fl")
    assert "dimension_semantics" not in [item.label for item in again.items]
    editor.choose(uri, again, "flags")
    editor.replace(uri, "flags=", "flags={'")
    editor.choose(uri, await editor.complete(uri, "flags={'"), "XLA_TPU_HBM_BW")
    line = editor.texts[uri].splitlines()[3]
    assert line.endswith("""CompilerParams(dimension_semantics=("parallel",), flags={'XLA_TPU_HBM_BW'""")


async def test_the_text_of_a_completion_suits_the_client(start, tmp_path, oracle_python):
    def poor(able):
        able.text_document.completion = None

    uri = (tmp_path / "typed.py").as_uri()
    options = {"python": oracle_python}
    for change, kind in ((None, "markdown"), (poor, "plaintext")):
        editor = await start("neovim@v0.11", False, folders=[tmp_path], options=options, change=change)
        editor.open(uri, TYPED.replace("|", ""))
        offered = await editor.complete(uri, "CompilerParams(")
        [limit] = [item for item in offered.items if item.label == "vmem_limit_bytes"]
        assert limit.documentation.kind.value == kind
        assert ("`" in limit.documentation.value) == (kind == "markdown")
        assert limit.insert_text_format == types.InsertTextFormat.PlainText


async def test_the_jax_that_is_looked_at_is_told(editor, tmp_path):
    plain, kernel = (tmp_path / "plain.py").as_uri(), (tmp_path / "matmul.py").as_uri()
    editor.open(plain, "print(1)\n")
    assert await editor.ask("prelower/info", uri=plain) is None
    assert await editor.ask("prelower/info", uri=kernel) is None
    editor.open(kernel, (ROOT / "examples" / "matmul.py").read_text())
    told = await editor.ask("prelower/info", uri=kernel)
    assert told.jax and told.place.endswith("jax")
    assert told.why.endswith("was asked for")


async def test_a_line_is_explained_as_it_is_typed(editor, tmp_path):
    uri = (tmp_path / "matmul.py").as_uri()
    text = (ROOT / "examples" / "matmul.py").read_text()
    editor.open(uri, text)
    editor.replace(uri, "vmem_limit_bytes=VMEM_BUDGET", "vmem_limit_bytes=7 * MIB")
    line = text[: text.index("vmem_limit_bytes")].count("\n")
    told = {one["title"]: one["lines"] for one in await editor.ask("prelower/explain", uri=uri, line=line)}
    lines = told["vmem_limit_bytes of jax.experimental.pallas.tpu.CompilerParams"]
    assert lines[0].startswith("int 7340032 = 7 MiB")
    assert await editor.ask("prelower/explain", uri=uri, line=0) == []
