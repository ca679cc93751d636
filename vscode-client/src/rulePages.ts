// The rules' pages, which come with the extension: no web site is needed to read one.
import * as vscode from "vscode";

/** Opens the page of the rule at the cursor, else of one that is picked. */
export async function openRulePage(extension: vscode.Uri): Promise<void> {
  const pages = vscode.Uri.joinPath(extension, "bundled", "rules");
  const rule = ruleAtCursor() ?? (await pick(pages));
  if (rule !== undefined) {
    await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(pages, `${rule}.md`));
  }
}

/** The rule of the finding at the cursor, else of the first one on its line. */
export function ruleAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return undefined;
  }
  const line = editor.selection.active.line;
  const own = vscode.languages.getDiagnostics(editor.document.uri).filter((one) => one.source === "prelower");
  const here = own.filter((one) => one.range.start.line <= line && line <= one.range.end.line);
  const exact = here.find((one) => one.range.contains(editor.selection.active));
  return codeOf(exact ?? here[0]);
}

function codeOf(diagnostic: vscode.Diagnostic | undefined): string | undefined {
  const code = diagnostic?.code;
  const value = typeof code === "object" ? code.value : code;
  return value === undefined ? undefined : String(value);
}

async function pick(pages: vscode.Uri): Promise<string | undefined> {
  const files = await vscode.workspace.fs.readDirectory(pages);
  const rules = files.map(([name]) => name.replace(/\.md$/, "")).filter((name) => name !== "README");
  return vscode.window.showQuickPick(rules.sort(), { placeHolder: "The rule whose page to open" });
}
