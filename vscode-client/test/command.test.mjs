import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import { findOnPath, serverCommand } from "../out/test/command.js";

const nothing = () => undefined;
const everything = (name) => `/usr/bin/${name}`;
const unset = { command: [], interpreter: "" };

test("the command of the settings wins", () => {
  const settings = { command: ["uvx", "prelower", "server"], interpreter: "/py" };
  assert.deepEqual(serverCommand(settings, everything), { command: "uvx", args: ["prelower", "server"] });
});

test("an installed prelower is started", () => {
  assert.deepEqual(serverCommand(unset, everything), { command: "/usr/bin/prelower", args: ["server"] });
});

test("an interpreter runs the module isolated from the opened folder", () => {
  const args = ["-I", "-m", "prelower", "server"];
  assert.deepEqual(serverCommand({ command: [], interpreter: "/py" }, everything), { command: "/py", args });
  assert.deepEqual(serverCommand(unset, (name) => (name === "python3" ? "/p3" : undefined)), { command: "/p3", args });
  assert.deepEqual(serverCommand(unset, nothing), { command: "python3", args });
});

test("a relative entry of the path is passed over", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prelower-"));
  const before = process.env.PATH;
  try {
    const program = path.join(folder, process.platform === "win32" ? "prelower.exe" : "prelower");
    fs.writeFileSync(program, "", { mode: 0o755 });
    process.env.PATH = path.relative(process.cwd(), folder);
    assert.equal(findOnPath("prelower"), undefined);
    process.env.PATH = [path.join(folder, "none"), folder].join(path.delimiter);
    assert.equal(findOnPath("prelower"), program);
  } finally {
    process.env.PATH = before;
    fs.rmSync(folder, { recursive: true });
  }
});
