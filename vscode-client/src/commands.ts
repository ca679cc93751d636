// The commands of the palette.
import * as vscode from "vscode";

import { debugInformation } from "./debugInformation";
import type { Explanations } from "./explanations";
import { openRulePage } from "./rulePages";
import type { Server } from "./server";

const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append("prelower");

export interface Parts {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly server: Server;
  readonly explanations: Explanations;
}

/** Registers all commands. */
export function registerCommands({ context, log, server, explanations }: Parts): void {
  const commands: Record<string, () => unknown> = {
    restart: () => server.restart(),
    showLog: () => log.show(),
    copyDebugInformation: () => copyDebugInformation(context, server),
    fixAll: () => withEditor(fixAll),
    explain: () => withEditor((editor) => explanations.show(editor)),
    openRulePage: () => openRulePage(context.extensionUri),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`prelower.${name}`, run));
  }
}

async function withEditor(run: (editor: vscode.TextEditor) => Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    await run(editor);
  }
}

async function copyDebugInformation(context: vscode.ExtensionContext, server: Server): Promise<void> {
  await vscode.env.clipboard.writeText(await debugInformation(context, server));
  void vscode.window.showInformationMessage("Debug information of prelower is on the clipboard.");
}

/** Applies the safe fixes of a file, in one step that can be undone. */
async function fixAll({ document }: vscode.TextEditor): Promise<void> {
  const whole = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    whole,
    FIX_ALL.value,
  );
  const action = actions.find((one) => one.edit && one.kind && FIX_ALL.contains(one.kind));
  if (action?.edit) {
    await vscode.workspace.applyEdit(action.edit);
  } else {
    void vscode.window.showInformationMessage("prelower has no safe fix for this file.");
  }
}
