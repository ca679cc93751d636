// What to put into a report of a bug.
import * as os from "node:os";
import * as vscode from "vscode";

import type { Server } from "./server";
import { SECTION } from "./settings";

/** The versions, the settings, the server's command and the JAX that is looked at, as text. */
export async function debugInformation(context: vscode.ExtensionContext, server: Server): Promise<string> {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  const info = uri === undefined ? undefined : await server.infoOf(uri);
  const rows: [string, unknown][] = [
    ["prelower", (context.extension.packageJSON as { version: string }).version],
    ["VS Code", `${vscode.version} (${vscode.env.appName}, ${vscode.env.uiKind === vscode.UIKind.Web ? "web" : "desktop"})`],
    ["remote", vscode.env.remoteName ?? "none"],
    ["system", `${os.type()} ${os.release()} ${os.arch()}`],
    ["trusted", vscode.workspace.isTrusted],
    ["folders", vscode.workspace.workspaceFolders?.map((folder) => folder.uri.fsPath) ?? []],
    ["Python extension", vscode.extensions.getExtension("ms-python.python")?.packageJSON?.version ?? "none"],
    ["interpreter", server.interpreter ? `${server.interpreter.version.join(".")} (${server.interpreter.origin})` : "none"],
    ["command", server.command ? [server.command.command, ...server.command.args] : "none"],
    ["JAX", info ?? "not asked"],
    ["settings", vscode.workspace.getConfiguration(SECTION)],
  ];
  return rows.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}\n`).join("");
}
