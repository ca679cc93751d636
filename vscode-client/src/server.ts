// The server's life: started, watched, started again, stopped.
import * as vscode from "vscode";
import { CloseAction, type CloseHandlerResult, type LanguageClient, State } from "vscode-languageclient/node";

import { makeClient } from "./client";
import { bundledServer, type Command, customServer } from "./command";
import { Crashes } from "./crashes";
import { type Interpreter, search } from "./interpreter";
import { crashed, LOG, noInterpreter, notStarted, type Problem, RESTART, SETTINGS } from "./problems";
import { chosenInterpreter } from "./pythonExtension";
import { type Starting, starting } from "./settings";
import type { Info, Status } from "./status";

export class Server {
  private client: LanguageClient | undefined;
  private work: Promise<void> = Promise.resolve();
  private readonly crashes = new Crashes();
  /** How many long works the server is at. */
  private works = 0;
  /** What was started last, for the debug information. */
  command: Command | undefined;
  interpreter: Interpreter | undefined;

  constructor(
    private readonly extension: string,
    private readonly log: vscode.LogOutputChannel,
    private readonly status: Status,
  ) {}

  start(): Promise<void> {
    return this.inOrder(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.inOrder(() => this.stopNow());
  }

  restart(): Promise<void> {
    return this.inOrder(async () => {
      await this.stopNow();
      this.crashes.forget();
      await this.startNow();
    });
  }

  /** The answer to a request; undefined where no server runs. */
  async ask<T>(method: string, params: unknown): Promise<T | undefined> {
    const client = this.client;
    return client?.isRunning() ? await client.sendRequest<T>(method, params) : undefined;
  }

  /** Has the server ask for the settings again. */
  async settingsChanged(): Promise<void> {
    if (this.client?.isRunning()) {
      await this.client.sendNotification("workspace/didChangeConfiguration", { settings: null });
    }
  }

  /** Shows in the status which JAX is looked at for the document in the editor. */
  async refresh(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const asked = this.client;
    if (!asked?.isRunning()) {
      return;
    }
    const info = uri === undefined ? undefined : await this.infoOf(uri);
    if (asked === this.client && asked.isRunning()) {
      this.status.show({ kind: "running", info, working: this.works > 0 });
    }
  }

  /** What is known of the JAX of a document; a server of the settings may not be able to say. */
  async infoOf(uri: string): Promise<Info | undefined> {
    try {
      return (await this.ask<Info | null>("prelower/info", { uri })) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Runs one start or stop after the other, so that two servers never run at once. */
  private inOrder(step: () => Promise<void>): Promise<void> {
    this.work = this.work.then(step, step);
    return this.work;
  }

  private async startNow(): Promise<void> {
    const settings = starting();
    if (!settings.enable) {
      this.log.info("prelower is switched off by the setting prelower.enable");
      this.status.show({ kind: "off" });
      return;
    }
    this.status.show({ kind: "starting" });
    this.command = await this.find(settings);
    if (this.command) {
      await this.run(this.command);
    }
  }

  private async find(settings: Starting): Promise<Command | undefined> {
    this.interpreter = undefined;
    const custom = customServer(settings.command);
    if (custom) {
      return custom;
    }
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = settings.interpreter ? undefined : await chosenInterpreter(folder);
    const found = await search({ setting: settings.interpreter, chosen });
    found.tried.forEach((line) => this.log.info(`Tried ${line}`));
    this.interpreter = found.interpreter;
    if (!found.interpreter) {
      this.failed(noInterpreter(found, settings.interpreter));
      return undefined;
    }
    return bundledServer(found.interpreter, this.extension);
  }

  private async run(command: Command): Promise<void> {
    this.log.info(`Starting ${[command.command, ...command.args].join(" ")}`);
    const client = makeClient(command, this.log, {
      closed: () => this.closed(client),
      checked: () => void this.refresh(),
      working: (change) => this.working(change),
    });
    this.works = 0;
    this.client = client;
    client.onDidChangeState(({ newState }) => newState === State.Running && void this.refresh());
    try {
      await client.start();
    } catch (error) {
      this.client = undefined;
      this.log.error(`The server did not start: ${String(error)}`);
      this.failed(notStarted(error));
    }
  }

  private working(change: 1 | -1): void {
    this.works = Math.max(0, this.works + change);
    const { state } = this.status;
    if (state.kind === "running") {
      this.status.show({ ...state, working: this.works > 0 });
    }
  }

  private closed(client: LanguageClient): CloseHandlerResult {
    if (client.state === State.Starting || client !== this.client) {
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    this.works = 0;
    if (this.crashes.again()) {
      this.log.warn("The server has ended unexpectedly, and is started again");
      this.status.show({ kind: "starting" });
      return { action: CloseAction.Restart, handled: true };
    }
    this.failed(crashed(this.crashes.count));
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private failed(problem: Problem): void {
    this.log.error(problem.message);
    this.status.show({ kind: "problem", message: problem.message });
    void this.offer(problem);
  }

  private async offer(problem: Problem): Promise<void> {
    const answer = await vscode.window.showErrorMessage(problem.message, ...problem.answers);
    if (answer === LOG) {
      this.log.show();
    } else if (answer === RESTART) {
      await this.restart();
    } else if (answer === SETTINGS) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "prelower.server.interpreter");
    }
  }

  private async stopNow(): Promise<void> {
    const stopping = this.client;
    this.client = undefined;
    if (stopping?.needsStop()) {
      await stopping.stop();
    }
  }
}
