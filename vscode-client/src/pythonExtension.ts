// What the Python extension has chosen, where it is there. It is asked, never needed.
import * as vscode from "vscode";

import { within } from "./soon";

const ID = "ms-python.python";
/** An extension that does not wake must not keep the server from starting. */
const PATIENCE_MS = 8_000;

/** The part of its API that is used here; all of it may be missing. */
interface Environments {
  getActiveEnvironmentPath?(resource?: vscode.Uri): { readonly path: string };
  resolveEnvironment?(path: unknown): Promise<Environment | undefined>;
  onDidChangeActiveEnvironmentPath?: vscode.Event<unknown>;
}

interface Environment {
  readonly executable?: { readonly uri?: vscode.Uri };
  /** Missing for a Python that is no virtual environment. */
  readonly environment?: { readonly folderUri?: vscode.Uri };
}

/** The interpreter that was chosen for a folder; nothing in a folder that is not trusted. */
export async function chosenInterpreter(resource?: vscode.Uri): Promise<string | undefined> {
  return (await chosen(resource))?.executable?.uri?.fsPath;
}

/** The folder of the virtual environment that was chosen; nothing where another Python was. */
export async function chosenEnvironment(resource?: vscode.Uri): Promise<string | undefined> {
  return (await chosen(resource))?.environment?.folderUri?.fsPath;
}

/** Calls back when another interpreter is chosen. */
export async function onDidChoose(call: () => void): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath?.(call);
}

async function chosen(resource?: vscode.Uri): Promise<Environment | undefined> {
  // In a folder that is not trusted, what is chosen may come from the folder itself.
  if (!vscode.workspace.isTrusted) {
    return undefined;
  }
  try {
    return await within(PATIENCE_MS, resolved(resource));
  } catch {
    return undefined;
  }
}

async function resolved(resource?: vscode.Uri): Promise<Environment | undefined> {
  const api = await environments();
  return api?.resolveEnvironment?.(api.getActiveEnvironmentPath?.(resource));
}

async function environments(): Promise<Environments | undefined> {
  const extension = vscode.extensions.getExtension<{ readonly environments?: Environments }>(ID);
  try {
    return (await extension?.activate())?.environments;
  } catch {
    return undefined;
  }
}
