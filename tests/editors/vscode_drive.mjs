// As a person would: install the .vsix, open the folder, see the mistake, read, fix, save.
// Environment: that of code_server.mjs, VSIX, WORKSPACE (a copy of examples/), OUT.
import assert from "node:assert/strict";
import path from "node:path";

import { need, startCodeServer } from "./code_server.mjs";
import { drive, goTo, hoverOver, line, openFile, openFolder, problems, quickFixes, saved, squiggles } from "./workbench.mjs";

const MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>.";
const FIXED = "vmem_limit_bytes=int(VMEM_BUDGET)";

const [out, workspace, vsix] = ["OUT", "WORKSPACE", "VSIX"].map(need);
const server = await startCodeServer({ out, workspace, vsix });

await drive(out, server, async (page, step) => {
  await openFolder(page, server);
  step("the folder is open");
  await openFile(page, "matmul.py", "VMEM_BUDGET =");
  await goTo(page, 46);
  const squiggle = squiggles(page).first();
  await squiggle.waitFor();
  step("the squiggle is there");

  const rows = await problems(page);
  const problem = rows.filter({ hasText: MESSAGE });
  await problem.waitFor();
  assert.match(await problem.innerText(), /vmem-limit-not-int/);
  step("so is the problem, with the documented message");

  await hoverOver(page, squiggle, "Looked at: JAX");
  step("the hover explains it");

  await page.locator(".markers-panel .monaco-list-row", { hasText: MESSAGE }).dblclick();
  await quickFixes(page, "Convert it with `int(...)`");
  await page.keyboard.press("Enter");
  await line(page, FIXED).waitFor();
  await squiggle.waitFor({ state: "detached" });
  await problem.waitFor({ state: "detached" });
  step("the fix is made, squiggle and problem are gone");

  await page.keyboard.press("Control+s");
  await saved(path.join(workspace, "matmul.py"), FIXED);
  step("the file is saved");

  const status = page.locator("#status\\.languageStatus").first();
  await hoverOver(page, status, "JAX");
  step("the language status tells which JAX was looked at");
});
