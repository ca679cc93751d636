// What the user is told when the server cannot run. Knows nothing of VS Code.
import { NEEDED, type Search } from "./interpreter";

export const SETTINGS = "Open Settings";
export const LOG = "Show Log";
export const RESTART = "Restart Server";

export interface Problem {
  readonly message: string;
  readonly answers: readonly string[];
}

const NEWER = `Python ${NEEDED.join(".")} or newer`;

/** Why no interpreter was found, and what to do. */
export function noInterpreter(failed: Search, setting: string): Problem {
  const answers = [SETTINGS, LOG];
  const old = failed.interpreter ? undefined : failed.old;
  if (setting && old) {
    const message = `prelower needs ${NEWER}; \`prelower.server.interpreter\` names Python ${old.version.join(".")} (${setting}).`;
    return { message, answers };
  }
  if (setting) {
    const message = `prelower cannot run: \`prelower.server.interpreter\` names no Python (${setting}).`;
    return { message, answers };
  }
  if (old) {
    const message = `prelower needs ${NEWER} to run; ${old.command} is Python ${old.version.join(".")}. Name a newer one in \`prelower.server.interpreter\`.`;
    return { message, answers };
  }
  const message = `prelower needs ${NEWER} to run, and found none. Install one, or name it in \`prelower.server.interpreter\`.`;
  return { message, answers };
}

/** That the server did not come up. */
export function notStarted(error: unknown): Problem {
  return { message: `prelower did not start: ${firstLine(error)}`, answers: [LOG, RESTART] };
}

/** That the server ended again and again. */
export function crashed(times: number): Problem {
  const message = `prelower's server has ended unexpectedly ${times} times and was not started again. The log says why.`;
  return { message, answers: [LOG, RESTART] };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n", 1)[0] ?? "";
}
