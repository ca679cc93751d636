import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import { module } from "./stubs.mjs";

const { candidates, findOnPath, search, versionOf } = module("interpreter");

const nothing = () => undefined;
const everything = (name) => `/bin/${name}`;
const unset = { setting: "", chosen: undefined };
const commands = (...given) => candidates(...given).map(({ command, args }) => [command, ...args].join(" "));

test("the setting is the only one that is tried", () => {
  assert.deepEqual(commands({ setting: "/py", chosen: "/chosen" }, everything), ["/py"]);
  assert.deepEqual(commands({ setting: "python3.12", chosen: undefined }, everything), ["/bin/python3.12"]);
  assert.deepEqual(commands({ setting: "python3.12", chosen: undefined }, nothing), ["python3.12"]);
});

test("then the Python extension's choice, then the path's", () => {
  assert.deepEqual(commands({ ...unset, chosen: "/chosen" }, everything, "linux"), [
    "/chosen",
    "/bin/python3",
    "/bin/python",
  ]);
  assert.deepEqual(commands(unset, everything, "win32"), ["/bin/python3", "/bin/python", "/bin/py -3"]);
  assert.deepEqual(commands(unset, nothing, "win32"), []);
});

test("the first that is new enough is taken, and all that were tried are named", async () => {
  const versions = { "/bin/python3": [3, 9], "/bin/python": [3, 13] };
  const found = await search(unset, everything, async ({ command }) => versions[command]);
  assert.deepEqual([found.interpreter.command, found.interpreter.version], ["/bin/python", [3, 13]]);
  assert.deepEqual(found.tried, [
    "/bin/python3 (python3 on the path): Python 3.9",
    "/bin/python (python on the path): Python 3.13",
  ]);
});

test("where all are too old, the first of them is told of", async () => {
  const found = await search(unset, everything, async () => [2, 7]);
  assert.equal(found.interpreter, undefined);
  assert.equal(found.old.command, "/bin/python3");
  assert.equal((await search(unset, nothing)).old, undefined);
});

function program(folder, name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

test("an interpreter says its version, on either stream", { skip: process.platform === "win32" }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prelower-"));
  try {
    const ask = (text) => versionOf({ command: program(folder, "p", text), args: [], origin: "" });
    assert.deepEqual(await ask("echo Python 3.12.1"), [3, 12]);
    assert.deepEqual(await ask("echo Python 2.7.18 >&2"), [2, 7]);
    assert.equal(await ask("echo Python was not found; exit 9"), undefined);
    assert.equal(await versionOf({ command: path.join(folder, "none"), args: [], origin: "" }), undefined);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("a relative entry of the path is passed over", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prelower-"));
  const before = process.env.PATH;
  try {
    const file = path.join(folder, process.platform === "win32" ? "python3.exe" : "python3");
    fs.writeFileSync(file, "", { mode: 0o755 });
    process.env.PATH = path.relative(process.cwd(), folder);
    assert.equal(findOnPath("python3"), undefined);
    process.env.PATH = [path.join(folder, "none"), folder].join(path.delimiter);
    assert.equal(findOnPath("python3"), file);
  } finally {
    process.env.PATH = before;
    fs.rmSync(folder, { recursive: true });
  }
});
