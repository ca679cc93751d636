// "Explain this line": what prelower knows of the values there, as a text beside the editor.
import * as vscode from "vscode";

import type { Server } from "./server";

const SCHEME = "prelower-explain";

export interface Explanation {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The explanations of a line, as text. */
export function textOf(place: string, explanations: readonly Explanation[]): string {
  if (explanations.length === 0) {
    return `${place}\n\nNothing that prelower watches is given to JAX here.\n`;
  }
  const parts = explanations.map(({ title, lines }) => [title, ...lines.map((line) => `  ${line}`)].join("\n"));
  return `${[place, ...parts].join("\n\n")}\n`;
}

export class Explanations implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server) {}

  register(): vscode.Disposable {
    return vscode.Disposable.from(this.changed, vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Shows what is known on the line of the cursor. */
  async show({ document, selection }: vscode.TextEditor): Promise<void> {
    const line = selection.active.line;
    const found = await this.server.ask<Explanation[]>("prelower/explain", { uri: document.uri.toString(), line });
    if (found === undefined) {
      void vscode.window.showInformationMessage("prelower's server does not run.");
      return;
    }
    const name = vscode.workspace.asRelativePath(document.uri);
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}, line ${line + 1}` });
    this.texts.set(uri.toString(), textOf(`${name}:${line + 1}`, found));
    this.changed.fire(uri);
    const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
  }
}
