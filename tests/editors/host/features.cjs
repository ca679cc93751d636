// What a user sees and does in a file.
const assert = require("node:assert/strict");
const vscode = require("vscode");

const { clean, findings, open, own, revert, until } = require("./harness.cjs");

const execute = vscode.commands.executeCommand;
const MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>.";
const UNSAFE = "\nHALF = pltpu.CompilerParams(vmem_limit_bytes=64.5)\n";
const CALL = "pltpu.CompilerParams(vmem_limit_bytes=LIMIT)\n";

module.exports = {
  async "a finding stands on the value, with the documented message and the rule's page"() {
    const { uri, document } = await open("matmul.py");
    const [finding] = await findings(uri);
    assert.equal(finding.message.split("\n")[0], MESSAGE);
    assert.equal(document.getText(finding.range), "VMEM_BUDGET");
    assert.equal(finding.code.value, "vmem-limit-not-int");
    assert.match(finding.code.target.toString(), /vmem-limit-not-int/);
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(finding.relatedInformation.length, 1);
  },

  async "a file without a mistake has no finding"() {
    const { uri, document } = await open("layer_norm.py");
    const place = document.positionAt(document.getText().indexOf("vmem_limit_bytes="));
    await until("a hover: the file was checked", async () => (await execute("vscode.executeHoverProvider", uri, place)).length);
    assert.deepEqual(own(uri), []);
  },

  async "hover explains the value"() {
    const { uri } = await open("matmul.py");
    const [finding] = await findings(uri);
    const hovers = await execute("vscode.executeHoverProvider", uri, finding.range.start);
    const text = hovers.flatMap(({ contents }) => contents).map((part) => part.value ?? part).join("\n");
    assert.match(text, /VMEM_BUDGET = 0\.75 \* VMEM_CAPACITY/);
  },

  async "the quick fix is preferred, and takes the finding away"() {
    const { uri, document } = await open("matmul.py");
    const [finding] = await findings(uri);
    const actions = await execute("vscode.executeCodeActionProvider", uri, finding.range, "quickfix");
    const [action] = actions.filter(({ isPreferred }) => isPreferred);
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    assert.match(document.getText(), /vmem_limit_bytes=int\(VMEM_BUDGET\)/);
    await clean(uri);
    await revert();
    await findings(uri);
  },

  async "all safe fixes of a file are made by one command, and others are left"() {
    const { uri, document, editor } = await open("matmul.py");
    await findings(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(document.lineCount, 0), UNSAFE));
    await findings(uri, 2);
    await execute("prelower.fixAll");
    assert.match(document.getText(), /vmem_limit_bytes=int\(VMEM_BUDGET\)/);
    const [left] = await findings(uri);
    assert.equal(document.getText(left.range), "64.5");
    await revert();
    await findings(uri);
  },

  async "cells of a notebook see each other"() {
    const cell = (text) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "python");
    const cells = [cell("LIMIT = 64e6"), cell("from jax.experimental.pallas import tpu as pltpu\n" + CALL)];
    const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", new vscode.NotebookData(cells));
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(1);
    const [finding] = await findings(document.uri);
    assert.equal(document.getText(finding.range), "LIMIT");
    await execute("workbench.action.revertAndCloseActiveEditor");
  },

  async "completion offers the keywords of a call"() {
    const { uri, document } = await open("softmax.py");
    await findings(uri);
    const offset = document.getText().indexOf("dimension_semantics");
    const { items } = await execute("vscode.executeCompletionItemProvider", uri, document.positionAt(offset));
    const labels = items.map(({ label }) => label.label ?? label);
    assert.ok(labels.some((label) => label.startsWith("vmem_limit_bytes")), labels.join(" "));
  },

  async "the explanation of a line stands beside it"() {
    const { uri, editor } = await open("matmul.py");
    const [finding] = await findings(uri);
    editor.selection = new vscode.Selection(finding.range.start, finding.range.start);
    await execute("prelower.explain");
    const shown = await until("the explanation", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "prelower-explain"),
    );
    assert.match(shown.getText(), /^matmul\.py:46\n/);
    assert.match(shown.getText(), /vmem_limit_bytes of .*CompilerParams\n {2}float 100663296\.0 = 96 MiB/);
  },

  async "the page of the rule at the cursor is opened"() {
    const { uri, editor } = await open("matmul.py");
    const [finding] = await findings(uri);
    editor.selection = new vscode.Selection(finding.range.start, finding.range.start);
    await execute("prelower.openRulePage");
    const tab = await until("the page", () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => /vmem-limit-not-int/.test(label)),
    );
    assert.match(tab.input.viewType, /markdown/);
    await vscode.window.tabGroups.close(tab);
  },

  async "debug information is put on the clipboard"() {
    await open("matmul.py");
    await execute("prelower.copyDebugInformation");
    const text = await until("the text", async () => {
      const text = await vscode.env.clipboard.readText();
      return text.includes("command:") && text;
    });
    for (const row of [/^prelower: \d/m, /^VS Code: \d/m, /^interpreter: 3\.\d+ \(/m, /^command: .*launch\.py/m, /^JAX: \{"jax":"/m]) {
      assert.match(text, row);
    }
  },
};
