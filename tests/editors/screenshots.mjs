// Takes the pictures of VS Code for the README and the docs: a drive that stops to look.
// Environment: that of code_server.mjs, VSIX, WORKSPACE (a copy of examples/), OUT, PICTURES (a folder).
import path from "node:path";

import { need, startCodeServer } from "./code_server.mjs";
import { drive, goTo, hoverOver, openFile, openFolder, problems, quickFixes, squiggles } from "./workbench.mjs";

const LOOK = {
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.activityBar.location": "hidden",
  "workbench.layoutControl.enabled": false,
  "window.commandCenter": false,
  "window.menuBarVisibility": "hidden",
  "breadcrumbs.enabled": false,
  "editor.fontFamily": "'JetBrains Mono', 'DejaVu Sans Mono', monospace",
  "editor.fontSize": 14,
  "editor.lineHeight": 22,
  "editor.hover.above": false,
  "editor.stickyScroll.enabled": false,
  "editor.scrollbar.vertical": "hidden",
  "editor.overviewRulerBorder": false,
  "editor.renderLineHighlight": "none",
  "editor.guides.bracketPairs": false,
  "editor.lightbulb.enabled": "off",
};
const STYLE = `
  .monaco-workbench { font-family: Inter, sans-serif !important; --monaco-monospace-font: 'JetBrains Mono', monospace; }
  .monaco-hover code, .monaco-hover .marker { font-family: 'JetBrains Mono', monospace !important; }
  .notifications-toasts { display: none !important; }
`;
const SIZE = { width: 1060, height: 640, scale: 2 };
const TALL = { width: 1060, height: 800 };
const MISTAKES = { "matmul.py": 46, "rope.py": 38, "softmax.py": 19 };

const [out, workspace, vsix, pictures] = ["OUT", "WORKSPACE", "VSIX", "PICTURES"].map(need);
const server = await startCodeServer({ out, workspace, vsix, user: LOOK });

/** All between the title bar and the status bar, as a picture. */
async function picture(page, name) {
  const { x, y, width } = await page.locator(".part.editor").boundingBox();
  const status = await page.locator(".part.statusbar").boundingBox();
  await page.screenshot({ path: path.join(pictures, `${name}.png`), clip: { x, y, width, height: status.y - y } });
}

await drive(out, server, async (page, step) => {
  await page.setViewportSize(TALL);
  await openFolder(page, server);
  await page.addStyleTag({ content: STYLE });
  for (const [name, row] of Object.entries(MISTAKES)) {
    await openFile(page, name, "import jax");
    await goTo(page, row);
    await squiggles(page).first().waitFor();
  }
  const rows = await problems(page);
  await rows.filter({ hasText: "backend_config" }).first().waitFor();
  await page.keyboard.press("Control+b");
  await picture(page, "vscode-problems");
  step("the Problems panel");

  await rows.filter({ hasText: "vmem_limit_bytes must" }).first().dblclick();
  await page.keyboard.press("Control+j");
  await page.locator(".markers-panel").waitFor({ state: "hidden" });
  await page.setViewportSize(SIZE);
  await goTo(page, 46, 30);
  await hoverOver(page, squiggles(page).first(), "Looked at: JAX");
  await picture(page, "vscode-hover");
  step("the hover");

  await page.mouse.move(5, 5);
  await goTo(page, 46, 30);
  await quickFixes(page, "Convert it with `int(...)`");
  await picture(page, "vscode-fix");
  step("the menu of quick fixes");
}, SIZE);
