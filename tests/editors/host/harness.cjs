// Waiting, and running tests one after the other. VS Code comes with no test framework, and none is needed.
const vscode = require("vscode");

const PATIENCE_MS = 45_000;

/** What a function gives once that is true. */
async function until(what, give) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const given = await give();
    if (given) {
      return given;
    }
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Opens a file of the folder as it is on disk. */
async function open(name) {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.One });
  return { uri, document, editor };
}

/** The findings of a file. */
const own = (uri) => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "prelower");

/** The findings of a file, once there are so many. */
const findings = (uri, count = 1) => until(`${count} findings`, () => own(uri).length === count && own(uri));
const clean = (uri) => until("no finding", () => own(uri).length === 0);

/** Puts a file back as it was. */
async function revert() {
  await vscode.commands.executeCommand("workbench.action.files.revert");
}

async function set(key, value) {
  await vscode.workspace.getConfiguration("prelower").update(key, value, vscode.ConfigurationTarget.Global);
}

async function run(suites) {
  let failed = 0;
  const tests = suites.flatMap((suite) => Object.entries(suite));
  for (const [name, test] of tests) {
    const begun = Date.now();
    try {
      await test();
      console.log(`ok ${name} (${Date.now() - begun} ms)`);
    } catch (error) {
      failed++;
      console.error(`FAILED ${name}: ${error.stack}`);
    }
  }
  console.log(`${tests.length - failed} passed, ${failed} failed`);
  if (failed) {
    throw new Error(`${failed} failed`);
  }
}

module.exports = { clean, findings, open, own, revert, run, set, until };
