import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import { beforeEach, test } from "node:test";

import { module, reset, seen } from "./stubs.mjs";

const { bundledServer, customServer, expanded } = module("command");
const { Crashes } = module("crashes");
const { noInterpreter } = module("problems");
const { shown } = module("status");
const { textOf } = module("explanations");
const { within } = module("soon");
const { chosenEnvironment, chosenInterpreter } = module("pythonExtension");

beforeEach(reset);

test("the bundled server runs isolated, and nothing of the interpreter's packages is loaded", () => {
  const { command, args } = bundledServer({ command: "py", args: ["-3"], origin: "" }, "/extension");
  assert.equal(command, "py");
  assert.deepEqual(args.slice(0, 3), ["-3", "-I", "-S"]);
  assert.match(args[3], /bundled.launch\.py$/);
  assert.equal(args[4], "server");
});

test("the command of the settings takes its place", () => {
  assert.deepEqual(customServer(["uvx", "prelower", "server"]), { command: "uvx", args: ["prelower", "server"] });
  assert.equal(customServer([]), undefined);
});

test("paths are put in", () => {
  process.env.PRELOWER_TEST = "/there";
  assert.equal(expanded("${workspaceFolder}/.venv", "/folder"), "/folder/.venv");
  assert.equal(expanded("~/env", undefined), `${os.homedir()}/env`);
  assert.equal(expanded("${env:PRELOWER_TEST}/x~", undefined), "/there/x~");
});

test("a server that crashes is started again four times in three minutes", () => {
  const crashes = new Crashes();
  assert.deepEqual([0, 1, 2, 3, 4].map((second) => crashes.again(second * 1000)), [true, true, true, true, false]);
  assert.equal(crashes.again(5 * 60_000), true);
});

test("each way to have no Python is told apart", () => {
  const old = { command: "/bin/python3", args: [], origin: "", version: [3, 8] };
  const message = (search, setting) => noInterpreter({ tried: [], ...search }, setting).message;
  assert.match(message({}, ""), /needs Python 3\.10 or newer to run, and found none/);
  assert.match(message({ old }, ""), /\/bin\/python3 is Python 3\.8\. Name a newer one/);
  assert.match(message({}, "/x"), /names no Python \(\/x\)/);
  assert.match(message({ old }, "/bin/python3"), /names Python 3\.8/);
});

test("the status says which JAX is looked at", () => {
  const info = { jax: "0.12.0", how: "installed", place: "/v/jax", environment: "/v", why: "`.venv` in the opened folder" };
  assert.equal(shown({ kind: "running", info }).text, "JAX 0.12.0");
  assert.equal(shown({ kind: "running", info }).detail, "installed, `.venv` in the opened folder");
  assert.equal(shown({ kind: "running", info: { ...info, jax: null } }).severity, "warning");
  assert.equal(shown({ kind: "starting" }).busy, true);
  assert.deepEqual(shown({ kind: "problem", message: "No." }).detail, "No.");
});

test("an explanation names its place", () => {
  assert.equal(textOf("a.py:3", [{ title: "T", lines: ["x", "y"] }]), "a.py:3\n\nT\n  x\n  y\n");
  assert.match(textOf("a.py:3", []), /Nothing that prelower watches/);
});

test("waiting ends", async () => {
  assert.equal(await within(1000, Promise.resolve(7)), 7);
  assert.equal(await within(5, new Promise(() => {})), undefined);
});

const environment = { executable: { uri: { fsPath: "/v/bin/python" } }, environment: { folderUri: { fsPath: "/v" } } };
const api = (answer) => ({
  environments: { getActiveEnvironmentPath: () => ({ path: "x" }), resolveEnvironment: async () => answer },
});

test("the Python extension is asked, where it is there and the folder is trusted", async () => {
  assert.equal(await chosenInterpreter(), undefined);
  seen.python = api(environment);
  assert.deepEqual([await chosenInterpreter(), await chosenEnvironment()], ["/v/bin/python", "/v"]);
  seen.trusted = false;
  assert.deepEqual([await chosenInterpreter(), await chosenEnvironment()], [undefined, undefined]);
});

test("a Python that is no virtual environment says nothing of where JAX is; an API of another form is passed over", async () => {
  seen.python = api({ executable: environment.executable });
  assert.equal(await chosenEnvironment(), undefined);
  seen.python = { environments: {} };
  assert.equal(await chosenInterpreter(), undefined);
  seen.python = { environments: { getActiveEnvironmentPath() { throw new Error("no"); }, resolveEnvironment() {} } };
  assert.equal(await chosenInterpreter(), undefined);
});

test("no VS Code is accepted that the language client does not run on", () => {
  const places = ["../../node_modules", "../node_modules"].map((path) => new URL(`${path}/vscode-languageclient/package.json`, import.meta.url));
  const manifests = [new URL("../package.json", import.meta.url), places.find((place) => fs.existsSync(place))];
  const [own, client] = manifests.map((file) => JSON.parse(fs.readFileSync(file, "utf8")).engines.vscode);
  const [mine, needed] = [own, client].map((range) => Number(/^\^1\.(\d+)\.\d+$/.exec(range)[1]));
  assert.ok(mine >= needed, `${own} is older than ${client}`);
});
