// The language client: starts the server and talks to it.
import * as os from "node:os";
import * as vscode from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
} from "vscode-languageclient/node";

import { serverCommand } from "./command";

const SECTION = "prelower";
const SCHEMES = ["file", "untitled"];

/** The settings as the server takes them in `initializationOptions`. */
function initializationOptions(): object {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return {
    enable: settings.get("enable", true),
    python: settings.get("python", ""),
    jaxVersion: settings.get("jaxVersion", ""),
    select: settings.get("select", []),
    ignore: settings.get("ignore", []),
  };
}

function serverOptions(): ServerOptions {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const { command, args } = serverCommand({
    command: settings.get("command", []),
    interpreter: settings.get("interpreter", ""),
  });
  // The home folder, not the opened one: a program looked up or a module imported by a
  // relative name must never come from there.
  return { command, args: [...args], options: { cwd: os.homedir() } };
}

/** A client that is not started yet. */
export function makeClient(log: vscode.LogOutputChannel): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: SCHEMES.map((scheme) => ({ scheme, language: "python" })),
    initializationOptions: initializationOptions(),
    synchronize: { configurationSection: SECTION },
    outputChannel: log,
  };
  return new LanguageClient(SECTION, "prelower", serverOptions(), options);
}
