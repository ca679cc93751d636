// The server's life: started again on demand, after a crash, and ended with its commands.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const vscode = require("vscode");

const { findings, open, own, until } = require("./harness.cjs");

/** The processes of servers that this extension host has started, as /proc has them. */
function servers() {
  return fs.readdirSync("/proc").filter((id) => /^\d+$/.test(id) && isServer(id)).map(Number);
}

function isServer(id) {
  try {
    const parent = Number(/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${id}/status`, "utf8"))[1]);
    return parent === process.pid && fs.readFileSync(`/proc/${id}/cmdline`, "utf8").includes("launch.py");
  } catch {
    return false; // It has ended meanwhile.
  }
}

/** The one server that runs, once it is another than before. */
async function another(before) {
  const running = await until("another server", () => {
    const now = servers();
    return now.length === 1 && now[0] !== before && now;
  });
  return running[0];
}

module.exports = {
  async "the server runs isolated"() {
    const { uri } = await open("matmul.py");
    await findings(uri);
    const id = await another(undefined);
    const args = fs.readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
    assert.deepEqual(args.slice(1, 3), ["-I", "-S"]);
    assert.notEqual(fs.readlinkSync(`/proc/${id}/cwd`), vscode.workspace.workspaceFolders[0].uri.fsPath);
  },

  async "it runs on the Python that the Python extension has chosen, and looks at its environment"() {
    const { uri } = await open("matmul.py");
    await findings(uri);
    const id = await another(undefined);
    const [program] = fs.readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
    assert.equal(program, `${process.env.PRELOWER_CHOSEN}/bin/python`);
    await vscode.commands.executeCommand("prelower.copyDebugInformation");
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /^interpreter: 3\.\d+ \(the Python extension's choice\)$/m);
    assert.ok(text.includes(`"environment":"${process.env.PRELOWER_CHOSEN}"`), text);
  },

  async "restarting gives one new server, and the findings again"() {
    const { uri } = await open("matmul.py");
    await findings(uri);
    const before = await another(undefined);
    await vscode.commands.executeCommand("prelower.restart");
    await another(before);
    await findings(uri);
  },

  async "a server that is killed is started again"() {
    const { uri } = await open("matmul.py");
    await findings(uri);
    const before = await another(undefined);
    process.kill(before, "SIGKILL");
    await another(before);
    await findings(uri);
  },

  async "one that is killed again and again stays down until it is restarted"() {
    const { uri } = await open("matmul.py");
    let id = await another(undefined);
    for (let times = 0; times < 3; times++) {
      process.kill(id, "SIGKILL");
      id = await another(id);
      await findings(uri);
    }
    process.kill(id, "SIGKILL");
    await until("no server", () => servers().length === 0 && own(uri).length === 0);
    await vscode.commands.executeCommand("prelower.restart");
    await another(id);
    await findings(uri);
  },
};
