import * as vscode from "vscode";

import { registerCommands } from "./commands";
import { Explanations } from "./explanations";
import { onDidChoose } from "./pythonExtension";
import { Server } from "./server";
import { asksForRestart } from "./settings";
import { Status } from "./status";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("prelower", { log: true });
  const status = new Status();
  const running = new Server(context.extensionPath, log, status);
  const explanations = new Explanations(running);
  server = running;
  context.subscriptions.push(log, status, explanations.register(), ...watched(running));
  registerCommands({ context, log, server: running, explanations });
  // Not awaited: an extension that is asked may take long to wake, or be waiting for us.
  void follow(context, running);
  await running.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function watched(running: Server): vscode.Disposable[] {
  return [
    vscode.workspace.onDidChangeConfiguration((event) => (asksForRestart(event) ? running.restart() : undefined)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    vscode.window.onDidChangeActiveTextEditor(() => running.refresh()),
  ];
}

/** Follows the choice that is made in the Python extension. */
async function follow(context: vscode.ExtensionContext, running: Server): Promise<void> {
  const following = await onDidChoose(() => void running.settingsChanged());
  if (following) {
    context.subscriptions.push(following);
  }
}
