// What a person does in VS Code's window, and waits for. Nothing here sleeps for a fixed time.
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

import { sleep } from "./code_server.mjs";

const PATIENCE = 60_000;

/** A browser with one page, and its console in a file. */
export async function openBrowser(out, { width = 1280, height = 800, scale = 1 } = {}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const log = fs.createWriteStream(path.join(out, "browser.log"));
  page.on("console", (message) => log.write(`${message.type()} ${message.text()}\n`));
  return { browser, page };
}

/** Opens the folder; returns when its files are listed. */
export async function openFolder(page, server) {
  await page.goto(`${server.address}/?folder=${encodeURIComponent(server.workspace)}`);
  await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
}

/** Opens a file from the explorer; returns when its text is shown. */
export async function openFile(page, name, text) {
  await page.locator(`.explorer-folders-view [aria-label^="${name}"]`).first().dblclick();
  await line(page, text).first().waitFor();
}

/** The lines of the editor that hold a text; VS Code writes no-break spaces, so spaces match either. */
export function line(page, text) {
  return page.locator(".monaco-editor .view-line", { hasText: loose(text) });
}

export function loose(text) {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\s"));
}

export const squiggles = (page, kind = "error") => page.locator(`.monaco-editor .squiggly-${kind}`);

/** Puts the cursor into a line, scrolled to by "go to line". */
export async function goTo(page, row, column = 1) {
  await page.keyboard.press("Control+g");
  const input = page.locator(".quick-input-widget input:focus");
  await input.waitFor();
  await input.fill(`:${row}:${column}`);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** Opens the Problems panel; gives its rows. */
export async function problems(page) {
  const panel = page.locator(".markers-panel");
  if (!(await panel.isVisible())) {
    await page.keyboard.press("Control+Shift+M");
  }
  await panel.waitFor();
  return panel.locator(".monaco-list-row");
}

/** Hovers over something until a text is shown there. */
export async function hoverOver(page, target, text) {
  const shown = page.locator(".monaco-hover:visible", { hasText: loose(text) }).first();
  for (let attempt = 0; ; attempt++) {
    // A mouse that is there already does not hover: it comes from a line below.
    const { x, y } = await middle(target);
    await page.mouse.move(x, y + 80);
    await page.mouse.move(x, y, { steps: 5 });
    try {
      await shown.waitFor({ timeout: 5000 });
      return shown;
    } catch (error) {
      if (attempt === 9) {
        throw error;
      }
    }
  }
}

export async function middle(target) {
  const box = await target.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Opens the menu of quick fixes at the cursor; returns when an action is in it. */
export async function quickFixes(page, title) {
  const action = page.locator(".action-widget .monaco-list-row.action", { hasText: loose(title) }).first();
  for (let attempt = 0; ; attempt++) {
    await page.keyboard.press("Control+.");
    try {
      await action.waitFor({ timeout: 6000 });
      return action;
    } catch (error) {
      await page.keyboard.press("Escape");
      if (attempt === 9) {
        throw error;
      }
    }
  }
}

/** Waits until a file on disk holds a text. */
export async function saved(file, text) {
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(50)) {
    if (fs.readFileSync(file, "utf8").includes(text)) {
      return;
    }
  }
  throw new Error(`${file} does not hold ${text}`);
}

/** Runs a drive: its steps with their times, a picture and the logs where it fails, and the exit code. */
export async function drive(out, server, run, options) {
  const begun = Date.now();
  const step = (name) => console.log(`${((Date.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${name}`);
  let browser, page, failed;
  try {
    ({ browser, page } = await openBrowser(out, options));
    await run(page, step);
  } catch (error) {
    failed = error;
    await page?.screenshot({ path: path.join(out, "failure.png") }).catch(() => {});
  } finally {
    await browser?.close();
    await server.stop();
  }
  if (failed) {
    console.error(failed);
  }
  process.exit(failed ? 1 : 0);
}
