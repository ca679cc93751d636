import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, beforeEach, test } from "node:test";

import { module, reset, seen } from "./stubs.mjs";

const { activate, deactivate } = module("extension");
const { ruleAtCursor } = module("rulePages");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prelower-"));
const fake = (name, says) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\necho ${says}\n`, { mode: 0o755 });
  return file;
};
const python = fake("python3", "Python 3.12.1");
const old = fake("old", "Python 3.9.2");
after(() => fs.rmSync(folder, { recursive: true }));

const skip = process.platform === "win32";
const context = () => ({ extensionPath: "/extension", extensionUri: {}, subscriptions: [] });
const run = (name) => seen.commands.get(`prelower.${name}`)();
const lives = () => seen.clients.map((client) => client.log.filter((entry) => ["start", "stop"].includes(entry)));

beforeEach(() => {
  reset();
  seen.settings = { "server.interpreter": python };
});

test("activation starts the bundled server, away from the opened folder", { skip }, async () => {
  seen.settings.jaxVersion = "0.7.2";
  await activate(context());
  const [client] = seen.clients;
  assert.equal(client.server.command, python);
  assert.deepEqual(client.server.args.slice(0, 2), ["-I", "-S"]);
  assert.equal(client.server.options.cwd, os.homedir());
  assert.equal(client.options.initializationOptions.jaxVersion, "0.7.2");
  assert.deepEqual(lives(), [["start"]]);
  await deactivate();
  assert.deepEqual(lives(), [["start", "stop"]]);
});

test("no server is started when it is switched off", { skip }, async () => {
  seen.settings.enable = false;
  await activate(context());
  assert.equal(seen.clients.length, 0);
  assert.equal(seen.item.text, "prelower: off");
});

test("a Python that is too old is told of, with its setting at hand", { skip }, async () => {
  seen.settings["server.interpreter"] = old;
  seen.answers = ["Open Settings"];
  await activate(context());
  assert.equal(seen.clients.length, 0);
  assert.match(seen.errors[0].message, /names Python 3\.9/);
  assert.equal(seen.item.severity, 2);
  await new Promise(setImmediate);
  assert.deepEqual(seen.executed, [["workbench.action.openSettings", "prelower.server.interpreter"]]);
});

test("a server that does not start is told of once, with its log at hand", { skip }, async () => {
  seen.startFails = new Error("spawn failed\nmore");
  seen.answers = ["Show Log"];
  await activate(context());
  assert.deepEqual(seen.errors, [{ message: "prelower did not start: spawn failed", answers: ["Show Log", "Restart Server"] }]);
  await new Promise(setImmediate);
  assert.ok(seen.log.includes("shown"));
});

test("a crash is mended four times, then told of", { skip }, async () => {
  await activate(context());
  const ended = () => seen.clients[0].options.errorHandler.closed().action;
  assert.deepEqual([ended(), ended(), ended(), ended(), ended()], [2, 2, 2, 2, 1]);
  assert.match(seen.errors[0].message, /ended unexpectedly 5 times/);
  await run("restart");
  assert.equal(seen.clients[1].options.errorHandler.closed().action, 2);
});

test("restarts come one after the other", { skip }, async () => {
  await activate(context());
  await Promise.all([run("restart"), run("restart")]);
  assert.deepEqual(lives(), [["start", "stop"], ["start", "stop"], ["start"]]);
});

test("a change of a setting that starts the server, and trust, start it anew", { skip }, async () => {
  await activate(context());
  await seen.listeners.configuration({ affectsConfiguration: (name) => name === "prelower.ignore" });
  assert.equal(seen.clients.length, 1);
  await seen.listeners.configuration({ affectsConfiguration: (name) => name === "prelower.server.command" });
  assert.equal(seen.clients.length, 2);
  await seen.listeners.trust();
  assert.equal(seen.clients.length, 3);
});

test("the commands of the server are not registered in VS Code", { skip }, async () => {
  await activate(context());
  const [client] = seen.clients;
  client.log = [];
  client.registerFeature({ registrationType: { method: "workspace/executeCommand" } });
  client.registerFeature({ registrationType: { method: "textDocument/hover" } });
  client.registerFeature({ initialize() {} });
  assert.equal(client.log.length, 2);
});

test("the server is told the folder's settings, and the Python extension's environment where none is named", { skip }, async () => {
  const environment = { executable: {}, environment: { folderUri: { fsPath: "/v" } } };
  seen.python = {
    environments: { getActiveEnvironmentPath: () => ({}), resolveEnvironment: async () => environment },
  };
  await activate(context());
  const ask = (items) => seen.clients[0].options.middleware.workspace.configuration({ items });
  assert.equal((await ask([{ section: "prelower", scopeUri: "file:///folder" }]))[0].python, "/v");
  seen.settings.python = "${workspaceFolder}/env";
  assert.equal((await ask([{ section: "prelower", scopeUri: "file:///folder" }]))[0].python, "/folder/env");
  assert.deepEqual(await ask([{ section: "other" }]), [null]);
});

test("the status follows what the server looks at", { skip }, async () => {
  seen.info = { jax: "0.9.1", how: "installed", place: "/p", environment: "/v", why: "why" };
  seen.editor = { document: { uri: "file:///folder/a.py" } };
  await activate(context());
  seen.clients[0].options.middleware.handleDiagnostics("uri", [], () => {});
  await new Promise(setImmediate);
  assert.equal(seen.item.text, "JAX 0.9.1");
});

test("the status shows that the server works, until all of it is done", { skip }, async () => {
  await activate(context());
  await new Promise(setImmediate);
  const { handleWorkDoneProgress } = seen.clients[0].options.middleware;
  const busy = (kind) => {
    handleWorkDoneProgress("token", { kind }, () => {});
    return seen.item.busy;
  };
  assert.deepEqual(["begin", "begin", "end", "report", "end"].map(busy), [true, true, true, true, false]);
});

test("the rule's page is that of the finding at the cursor", () => {
  const contains = (start, end) => ({ start: { line: 2 }, end: { line: 2 }, contains: (at) => start <= at.character && at.character <= end });
  seen.editor = { document: { uri: "" }, selection: { active: { line: 2, character: 9 } } };
  seen.diagnostics = [
    { source: "Ruff", code: "F401", range: contains(0, 20) },
    { source: "prelower", code: { value: "first" }, range: contains(0, 5) },
    { source: "prelower", code: { value: "second" }, range: contains(8, 12) },
  ];
  assert.equal(ruleAtCursor(), "second");
  seen.editor.selection.active.character = 30;
  assert.equal(ruleAtCursor(), "first");
  seen.editor.selection.active.line = 3;
  assert.equal(ruleAtCursor(), undefined);
});
