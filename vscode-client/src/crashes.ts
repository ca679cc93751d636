// How often a server that crashes is started again. Knows nothing of VS Code.

const MOST = 4;
const WITHIN_MS = 3 * 60_000;

/** Counts crashes: more than four in three minutes, and the server stays down. */
export class Crashes {
  private times: number[] = [];

  /** Notes a crash; whether the server should be started again. */
  again(now: number = Date.now()): boolean {
    this.times = [...this.times.filter((time) => now - time < WITHIN_MS), now];
    return this.times.length <= MOST;
  }

  get count(): number {
    return this.times.length;
  }

  forget(): void {
    this.times = [];
  }
}
