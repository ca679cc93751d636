// The language client: starts the server and talks to it.
import * as os from "node:os";
import * as vscode from "vscode";
import {
  type CloseHandlerResult,
  type DynamicFeature,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  RevealOutputChannelOn,
  type StaticFeature,
} from "vscode-languageclient/node";

import type { Command } from "./command";
import { chosenEnvironment } from "./pythonExtension";
import { forServer, SECTION } from "./settings";

const SCHEMES = ["file", "untitled", "vscode-notebook-cell"];
export const SELECTOR = SCHEMES.map((scheme) => ({ scheme, language: "python" }));

export interface Hooks {
  /** The server has ended by itself. */
  closed(): CloseHandlerResult;
  /** A document has been checked. */
  checked(): void;
  /** Long work has begun, or ended. */
  working(change: 1 | -1): void;
}

/** Leaves the server's commands alone: VS Code knows commands by one name only, and ours are our own. */
class Client extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if (!("registrationType" in feature && feature.registrationType.method === "workspace/executeCommand")) {
      super.registerFeature(feature);
    }
  }
}

/** A client that is not started yet. */
export function makeClient(command: Command, log: vscode.LogOutputChannel, hooks: Hooks): LanguageClient {
  // The home folder, not the opened one: a program looked up or a module imported by a
  // relative name must never come from there.
  const server = { command: command.command, args: [...command.args], options: { cwd: os.homedir() } };
  return new Client(SECTION, "prelower", server, clientOptions(log, hooks));
}

function clientOptions(log: vscode.LogOutputChannel, hooks: Hooks): LanguageClientOptions {
  return {
    documentSelector: SELECTOR,
    initializationOptions: forServer(),
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => hooks.closed(),
    },
    middleware: middleware(hooks),
  };
}

function middleware(hooks: Hooks): Middleware {
  return {
    handleDiagnostics(uri, diagnostics, next) {
      next(uri, diagnostics);
      hooks.checked();
    },
    handleWorkDoneProgress(token, params, next) {
      next(token, params);
      if (params.kind !== "report") {
        hooks.working(params.kind === "begin" ? 1 : -1);
      }
    },
    async provideDiagnostics(document, previous, token, next) {
      const report = await next(document, previous, token);
      hooks.checked();
      return report;
    },
    workspace: {
      configuration: (asked) => Promise.all(asked.items.map((item) => answer(item.section, item.scopeUri))),
    },
  };
}

/** What a folder's settings are; where no environment is named, the one that the Python extension has chosen. */
async function answer(section: string | undefined, scope: string | undefined): Promise<unknown> {
  if (section !== SECTION) {
    return null;
  }
  const uri = scope === undefined ? undefined : vscode.Uri.parse(scope);
  const settings = forServer(uri);
  return settings.python ? settings : { ...settings, python: (await chosenEnvironment(uri)) ?? "" };
}
