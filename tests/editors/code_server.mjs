// One code-server, which is VS Code in a browser, with a fresh profile and fresh extensions.
// Environment: CODE_SERVER_NODE and CODE_SERVER_ENTRY, which setup.sh writes down.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

export const need = (name) => {
  if (!process.env[name]) {
    throw new Error(`set ${name}`);
  }
  return process.env[name];
};
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Settings that keep the editor quiet; none of them is prelower's. */
const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.enableExperiments": false,
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "editor.minimap.enabled": false,
  "security.workspace.trust.startupPrompt": "never",
};

/** Starts it on a folder; `stop` ends it and all its processes. */
export async function startCodeServer({ workspace, out, vsix, trusted = true, machine = {}, user = {} }) {
  fs.mkdirSync(out, { recursive: true });
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "prelower-vscode-"));
  const data = path.join(profile, "user");
  write(path.join(data, "User", "settings.json"), { ...QUIET, ...user });
  write(path.join(data, "Machine", "settings.json"), machine);
  const port = await freePort();
  // Without a file of its own it would write one into the home folder.
  const config = path.join(profile, "config.yaml");
  fs.writeFileSync(config, `bind-addr: 127.0.0.1:${port}\nauth: none\ncert: false\n`);
  const common = [need("CODE_SERVER_ENTRY"), "--config", config, "--user-data-dir", data];
  common.push("--extensions-dir", path.join(profile, "extensions"));
  const env = { ...process.env, EXTENSIONS_GALLERY: "{}" }; // no marketplace
  if (vsix) {
    install(common, env, vsix);
  }
  const running = launch([...common, ...(trusted ? ["--disable-workspace-trust"] : []), workspace], env, out);
  const stop = () => end(running, profile, path.join(data, "logs"), out);
  try {
    await answered(`http://127.0.0.1:${port}/healthz`, running);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: `http://127.0.0.1:${port}`, authority: `127.0.0.1:${port}`, workspace, stop };
}

function write(file, settings) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(settings, null, 2));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function install(common, env, vsix) {
  const done = spawnSync(need("CODE_SERVER_NODE"), [...common, "--install-extension", vsix], { env, encoding: "utf8" });
  if (!/successfully installed/.test(done.stdout)) {
    throw new Error(`not installed: ${done.stdout}${done.stderr}`);
  }
}

function launch(args, env, out) {
  const log = fs.openSync(path.join(out, "code-server.log"), "w");
  const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
  // A process group of its own, so that all of it can be ended together.
  const options = { env, stdio: ["ignore", log, log], detached: true };
  const [entry, ...rest] = args;
  return spawn(need("CODE_SERVER_NODE"), [entry, ...quiet, ...rest], options);
}

async function answered(url, running) {
  for (const until = Date.now() + 90_000; Date.now() < until && running.exitCode === null; await sleep(100)) {
    try {
      if ((await fetch(url)).ok) {
        return;
      }
    } catch {
      // Not up yet.
    }
  }
  throw new Error("code-server did not come up");
}

async function end(running, profile, logs, out) {
  const gone = () => running.exitCode !== null || running.signalCode !== null;
  signal(running, "SIGTERM");
  for (let i = 0; i < 50 && !gone(); i++) {
    await sleep(100);
  }
  signal(running, "SIGKILL");
  if (fs.existsSync(logs)) {
    fs.cpSync(logs, path.join(out, "vscode-logs"), { recursive: true });
  }
  fs.rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

function signal(running, name) {
  try {
    process.kill(-running.pid, name);
  } catch {
    // It has ended by itself.
  }
}
