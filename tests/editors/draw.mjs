// Draws the window on a page as a picture. Environment: PAGE (a file), PICTURE.
import os from "node:os";

import { need } from "./code_server.mjs";
import { openBrowser } from "./workbench.mjs";

const { browser, page } = await openBrowser(os.tmpdir(), { scale: 2 });
await page.goto(`file://${need("PAGE")}`);
await page.evaluate(() => document.fonts.ready);
await page.locator(".window").screenshot({ path: need("PICTURE"), omitBackground: true });
await browser.close();
