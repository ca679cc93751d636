// How the server is started. Knows nothing of VS Code, so that it can be tested alone.
import * as os from "node:os";
import * as path from "node:path";

import type { Candidate } from "./interpreter";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command that runs the prelower that comes with the extension.
 *
 * Isolated (`-I`), so that nothing of the opened folder and of the user's variables is imported,
 * and without site-packages (`-S`), whose `.pth` files run code when Python starts.
 */
export function bundledServer(interpreter: Candidate, extension: string): Command {
  const launcher = path.join(extension, "bundled", "launch.py");
  return { command: interpreter.command, args: [...interpreter.args, "-I", "-S", launcher, "server"] };
}

/** The command of the settings, if there is one. */
export function customServer(setting: readonly string[]): Command | undefined {
  const [command, ...args] = setting;
  return command ? { command, args } : undefined;
}

/** A path as the user means it: `~`, `${workspaceFolder}`, `${userHome}` and `${env:NAME}` are put in. */
export function expanded(text: string, folder: string | undefined): string {
  return text
    .replace(/^~(?=$|[\\/])/, os.homedir())
    .replaceAll("${userHome}", os.homedir())
    .replaceAll("${workspaceFolder}", folder ?? "")
    .replace(/\$\{env:(\w+)\}/g, (_, name: string) => process.env[name] ?? "");
}
