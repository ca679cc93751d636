// Settings are followed while the server runs, and those that start it start it anew.
const assert = require("node:assert/strict");
const vscode = require("vscode");

const { clean, findings, open, own, set, until } = require("./harness.cjs");

/** A setting that is put back when the test is over. */
async function having(key, value, test) {
  await set(key, value);
  try {
    await test();
  } finally {
    await set(key, undefined);
  }
}

module.exports = {
  async "a rule's severity is followed at once"() {
    const { uri } = await open("matmul.py");
    await findings(uri);
    await having("severity", { "vmem-limit-not-int": "information" }, async () => {
      await until("information", () => own(uri)[0]?.severity === vscode.DiagnosticSeverity.Information);
    });
    await until("an error again", () => own(uri)[0]?.severity === vscode.DiagnosticSeverity.Error);
  },

  async "an ignored rule says nothing"() {
    const { uri } = await open("matmul.py");
    await findings(uri);
    await having("ignore", ["vmem-limit-not-int"], () => clean(uri));
    await findings(uri);
  },

  async "switched off, it says nothing, and switched on again it does"() {
    const { uri } = await open("matmul.py");
    await findings(uri);
    await having("enable", false, () => clean(uri));
    await findings(uri);
  },

  async "the settings that name programs or environments count in trusted folders only"() {
    const { packageJSON } = vscode.extensions.getExtension("prelower.prelower");
    const { supported, restrictedConfigurations } = packageJSON.capabilities.untrustedWorkspaces;
    assert.equal(supported, "limited");
    assert.deepEqual(restrictedConfigurations.toSorted(), [
      "prelower.logFile",
      "prelower.python",
      "prelower.server.command",
      "prelower.server.interpreter",
    ]);
    for (const name of restrictedConfigurations) {
      assert.equal(packageJSON.contributes.configuration.properties[name].scope, "machine-overridable");
    }
  },
};
