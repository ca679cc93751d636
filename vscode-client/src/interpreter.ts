// Which Python runs the server. Knows nothing of VS Code, so that it can be tested alone.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

export const NEEDED: Version = [3, 10];

export type Version = readonly [number, number];

/** A command that may be a Python, and where it comes from, in words. */
export interface Candidate {
  readonly command: string;
  readonly args: readonly string[];
  readonly origin: string;
}

export interface Interpreter extends Candidate {
  readonly version: Version;
}

/** What came of the search: an interpreter, else what was tried, a line each. */
export type Search =
  | { readonly interpreter: Interpreter; readonly tried: readonly string[] }
  | { readonly interpreter?: undefined; readonly tried: readonly string[]; readonly old?: Interpreter };

export interface Wishes {
  /** The setting; nothing else is tried where there is one. */
  readonly setting: string;
  /** What the Python extension has chosen. */
  readonly chosen: string | undefined;
}

export type Find = (name: string) => string | undefined;
export type Probe = (candidate: Candidate) => Promise<Version | undefined>;

/** The interpreters to try, in this order. */
export function candidates(wishes: Wishes, find: Find = findOnPath, platform: string = process.platform): Candidate[] {
  if (wishes.setting) {
    const bare = !wishes.setting.includes("/") && !wishes.setting.includes("\\");
    const command = (bare ? find(wishes.setting) : undefined) ?? wishes.setting;
    return [{ command, args: [], origin: "the setting prelower.server.interpreter" }];
  }
  const found: Candidate[] = [];
  if (wishes.chosen) {
    found.push({ command: wishes.chosen, args: [], origin: "the Python extension's choice" });
  }
  const names: [string, string[]][] = [["python3", []], ["python", []]];
  if (platform === "win32") {
    names.push(["py", ["-3"]]);
  }
  for (const [name, args] of names) {
    const command = find(name);
    if (command) {
      found.push({ command, args, origin: `${[name, ...args].join(" ")} on the path` });
    }
  }
  return found;
}

/** The first interpreter that is new enough. */
export async function search(wishes: Wishes, find: Find = findOnPath, probe: Probe = versionOf): Promise<Search> {
  const tried: string[] = [];
  let old: Interpreter | undefined;
  for (const candidate of candidates(wishes, find)) {
    const version = await probe(candidate);
    const interpreter = version && { ...candidate, version };
    tried.push(`${candidate.command} (${candidate.origin}): ${version ? `Python ${version.join(".")}` : "no Python"}`);
    if (interpreter && isEnough(interpreter.version)) {
      return { interpreter, tried };
    }
    old ??= interpreter;
  }
  return { tried, ...(old && { old }) };
}

export function isEnough([major, minor]: Version): boolean {
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/**
 * The version that an interpreter says it has, undefined where it is none.
 *
 * `-V` runs nothing of an environment, and is understood by every Python; the home folder, because
 * the opened one may hold files that choose another.
 */
export async function versionOf(candidate: Candidate): Promise<Version | undefined> {
  const options = { cwd: os.homedir(), timeout: 20_000, windowsHide: true };
  return new Promise((resolve) => {
    execFile(candidate.command, [...candidate.args, "-V"], options, (_error, stdout, stderr) => {
      const said = /^Python (\d+)\.(\d+)/m.exec(`${stdout}\n${stderr}`);
      resolve(said ? [Number(said[1]), Number(said[2])] : undefined);
    });
  });
}

/** Where a program is on the path, if anywhere. Relative entries of the path are passed over. */
export function findOnPath(name: string): string | undefined {
  const ends = process.platform === "win32" ? [".exe"] : [""];
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const end of ends) {
      const file = path.join(folder, name + end);
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
