import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { makeClient } from "./client";

/** Settings that take effect only when the server starts. */
const STARTING = ["prelower.enable", "prelower.command", "prelower.interpreter"];

let client: LanguageClient | undefined;
let work: Promise<void> = Promise.resolve();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("prelower", { log: true });
  const restart = () => inOrder(async () => {
    await stop();
    await start(log);
  });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("prelower.restart", restart),
    vscode.commands.registerCommand("prelower.showLog", () => log.show()),
    vscode.workspace.onDidChangeConfiguration((event) =>
      STARTING.some((name) => event.affectsConfiguration(name)) ? restart() : undefined,
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  await inOrder(() => start(log));
}

export async function deactivate(): Promise<void> {
  await inOrder(stop);
}

/** Runs one start or stop after the other, so that two servers never run at once. */
function inOrder(step: () => Promise<void>): Promise<void> {
  work = work.then(step, step);
  return work;
}

async function start(log: vscode.LogOutputChannel): Promise<void> {
  if (!vscode.workspace.getConfiguration("prelower").get("enable", true)) {
    log.info("prelower is switched off by the setting prelower.enable");
    return;
  }
  client = makeClient(log);
  try {
    await client.start();
  } catch (error) {
    log.error(`The server did not start: ${String(error)}`);
    void offerLog(log);
  }
}

async function offerLog(log: vscode.LogOutputChannel): Promise<void> {
  const answer = await vscode.window.showErrorMessage(
    "prelower did not start. Install it with `pip install prelower`, or set `prelower.interpreter`.",
    "Show log",
  );
  if (answer) {
    log.show();
  }
}

async function stop(): Promise<void> {
  const stopping = client;
  client = undefined;
  if (stopping?.needsStop()) {
    await stopping.stop();
  }
}
