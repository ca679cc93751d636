// Restricted Mode: the folder is not trusted and names programs of its own, none of which is run.
// Environment: that of code_server.mjs, VSIX, WORKSPACE, OUT.
import { need, startCodeServer } from "./code_server.mjs";
import { drive, goTo, openFile, openFolder, problems, squiggles } from "./workbench.mjs";

const MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>.";

const [out, workspace, vsix] = ["OUT", "WORKSPACE", "VSIX"].map(need);
const server = await startCodeServer({ out, workspace, vsix, trusted: false });

await drive(out, server, async (page, step) => {
  await openFolder(page, server);
  await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
  step("the folder is open, and not trusted");
  await openFile(page, "matmul.py", "VMEM_BUDGET =");
  await goTo(page, 46);
  await squiggles(page).first().waitFor();
  await (await problems(page)).filter({ hasText: MESSAGE }).waitFor();
  step("the mistake is found all the same");
});
