// The settings as VS Code has them.
import * as vscode from "vscode";

import { expanded } from "./command";

export const SECTION = "prelower";

/** Settings that take effect only when the server starts. */
export const STARTING = ["enable", "server.interpreter", "server.command"].map((key) => `${SECTION}.${key}`);

/** What the server takes: the same keys, in `initializationOptions` and when it asks. */
const SERVERS = [
  "python",
  "jaxVersion",
  "select",
  "ignore",
  "severity",
  "workspaceDiagnostics",
  "logLevel",
  "logFile",
];

export interface Starting {
  readonly enable: boolean;
  readonly interpreter: string;
  readonly command: readonly string[];
}

/** What is needed to start the server. */
export function starting(): Starting {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return {
    enable: settings.get("enable", true),
    interpreter: expanded(settings.get("server.interpreter", ""), folder),
    command: settings.get<string[]>("server.command", []).map((word) => expanded(word, folder)),
  };
}

/** The server's settings for a folder or file. */
export function forServer(scope?: vscode.Uri): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(SECTION, scope);
  const folder = scope && vscode.workspace.getWorkspaceFolder(scope)?.uri.fsPath;
  const given = Object.fromEntries(SERVERS.map((key) => [key, settings.get(key)]));
  return { ...given, python: expanded(settings.get("python", ""), folder) };
}

/** Whether a change of the configuration asks for a new server. */
export function asksForRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return STARTING.some((name) => event.affectsConfiguration(name));
}
