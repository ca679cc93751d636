// Runs inside VS Code's extension host, with the real API; vscode_host.mjs starts it.
const { run } = require("./harness.cjs");

exports.run = () => run([require("./features.cjs"), require("./settings.cjs"), require("./life.cjs")]);
