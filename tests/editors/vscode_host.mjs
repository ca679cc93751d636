// Runs the tests in host/ inside the real extension host, with code-server in the place of a desktop VS Code.
// Environment: that of code_server.mjs and of python_extension/, EXTENSION (the unpacked .vsix), WORKSPACE, OUT.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { need, startCodeServer } from "./code_server.mjs";
import { drive } from "./workbench.mjs";

const PATIENCE_MS = 300_000;

const [out, workspace, extension] = ["OUT", "WORKSPACE", "EXTENSION"].map(need);
const here = path.dirname(fileURLToPath(import.meta.url));
const tests = path.join(here, "host", "index.cjs");
const server = await startCodeServer({ out, workspace });

/** A place as the workbench names it. */
function remote(place) {
  return { $mid: 1, scheme: "vscode-remote", authority: server.authority, path: path.resolve(place) };
}

/** Puts what is to be developed and tested into the page's configuration: a built VS Code reads it from there alone. */
function configure(development) {
  new MutationObserver((_, observer) => {
    const element = document.getElementById("vscode-workbench-web-configuration");
    if (element) {
      observer.disconnect();
      const settings = JSON.parse(element.getAttribute("data-settings"));
      settings.developmentOptions = { ...settings.developmentOptions, ...development };
      element.setAttribute("data-settings", JSON.stringify(settings));
    }
  }).observe(document, { childList: true, subtree: true });
}

/** The exit code of the tests, which the workbench hands to two functions of the page. */
async function ended(page) {
  const log = fs.createWriteStream(path.join(out, "tests.log"));
  await page.exposeFunction("codeAutomationLog", (type, words) => {
    const text = words.join(" ");
    log.write(`${type} ${text}\n`);
    if (/^(ok |FAILED |\d+ passed)/.test(text)) {
      console.log(text);
    }
  });
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("the tests did not end")), PATIENCE_MS).unref();
    page.exposeFunction("codeAutomationExit", resolve);
  });
}

await drive(out, server, async (page) => {
  const code = ended(page);
  const extensions = [extension, path.join(here, "python_extension")].map(remote);
  await page.addInitScript(configure, { extensions, extensionTestsPath: remote(tests) });
  await page.goto(`${server.address}/?folder=${encodeURIComponent(workspace)}`);
  if ((await code) !== 0) {
    throw new Error("tests failed in the extension host");
  }
});
