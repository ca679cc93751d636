// How the server is started. Knows nothing of VS Code, so that it can be tested alone.
import * as fs from "node:fs";
import * as path from "node:path";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

export interface CommandSettings {
  readonly command: readonly string[];
  readonly interpreter: string;
}

/**
 * The command that starts the server: the one of the settings, else `prelower` where it is on
 * the path, else the module run by the interpreter.
 *
 * The interpreter runs isolated (`-I`), so that nothing of the opened folder is imported.
 */
export function serverCommand(
  settings: CommandSettings,
  find: (name: string) => string | undefined = findOnPath,
): Command {
  const [command, ...args] = settings.command;
  if (command) {
    return { command, args };
  }
  if (!settings.interpreter) {
    const found = find("prelower");
    if (found) {
      return { command: found, args: ["server"] };
    }
  }
  const interpreter = settings.interpreter || find("python3") || find("python") || "python3";
  return { command: interpreter, args: ["-I", "-m", "prelower", "server"] };
}

/** Where a program is on the path, if anywhere. Relative entries of the path are passed over. */
export function findOnPath(name: string): string | undefined {
  const names = process.platform === "win32" ? [`${name}.exe`] : [name];
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const candidate of names) {
      const file = path.join(folder, candidate);
      if (path.isAbsolute(folder) && isExecutable(file)) {
        return file;
      }
    }
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
