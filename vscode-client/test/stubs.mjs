// VS Code and its language client, as far as the extension uses them, for tests without an editor.
import { createRequire } from "node:module";
import Module from "node:module";

/** What the tests look at and set; `reset` before each. */
export const seen = {};

export function reset() {
  Object.assign(seen, {
    settings: {}, // what getConfiguration gives, without "prelower."
    trusted: true,
    python: undefined, // the API of the Python extension
    commands: new Map(),
    executed: [],
    listeners: {}, // by event name
    clients: [],
    errors: [],
    answers: [], // what the user answers to the next messages
    log: [],
    item: undefined,
    editor: undefined,
    startFails: undefined,
  });
}
reset();

const disposable = { dispose() {} };
const event = (name) => (listener) => {
  seen.listeners[name] = listener;
  return disposable;
};

const log = {
  show: () => seen.log.push("shown"),
  dispose() {},
  ...Object.fromEntries(["info", "warn", "error"].map((level) => [level, (text) => seen.log.push(`${level} ${text}`)])),
};

const vscode = {
  LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
  Uri: { parse: (text) => ({ fsPath: text.replace("file://", ""), toString: () => text }) },
  EventEmitter: class { event = () => disposable; fire() {} dispose() {} },
  Disposable: { from: () => disposable },
  CodeActionKind: { SourceFixAll: { append: (name) => ({ value: `source.fixAll.${name}` }) } },
  workspace: {
    getConfiguration: () => ({ get: (key, fallback) => seen.settings[key] ?? fallback }),
    getWorkspaceFolder: (uri) => ({ uri }),
    get isTrusted() { return seen.trusted; },
    workspaceFolders: [{ uri: { fsPath: "/folder" } }],
    registerTextDocumentContentProvider: () => disposable,
    onDidChangeConfiguration: event("configuration"),
    onDidGrantWorkspaceTrust: event("trust"),
  },
  window: {
    createOutputChannel: () => log,
    get activeTextEditor() { return seen.editor; },
    onDidChangeActiveTextEditor: event("editor"),
    showErrorMessage: async (message, ...answers) => {
      seen.errors.push({ message, answers });
      return seen.answers.shift();
    },
  },
  languages: {
    createLanguageStatusItem: () => (seen.item = { dispose() {} }),
    getDiagnostics: () => seen.diagnostics ?? [],
  },
  commands: {
    registerCommand: (name, run) => { seen.commands.set(name, run); return disposable; },
    executeCommand: async (...asked) => { seen.executed.push(asked); },
  },
  extensions: { getExtension: () => seen.python && { activate: async () => seen.python } },
};

class LanguageClient {
  log = [];
  state = 1;
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options });
    seen.clients.push(this);
  }
  registerFeature(feature) { this.log.push(feature); }
  onDidChangeState(listener) { this.changed = listener; return disposable; }
  async start() {
    this.log.push("start");
    this.state = 3;
    if (seen.startFails) {
      this.options.errorHandler.closed();
      throw seen.startFails;
    }
    this.state = 2;
    this.changed({ newState: 2 });
  }
  async stop() { this.log.push("stop"); this.state = 1; }
  needsStop() { return this.state === 2; }
  isRunning() { return this.state === 2; }
  async sendRequest(method, params) { this.log.push([method, params]); return seen.info ?? null; }
  async sendNotification(method) { this.log.push(method); }
}

const stubs = {
  vscode,
  "vscode-languageclient/node": {
    LanguageClient,
    CloseAction: { DoNotRestart: 1, Restart: 2 },
    ErrorAction: { Continue: 1, Shutdown: 2 },
    RevealOutputChannelOn: { Never: 4 },
    State: { Stopped: 1, Running: 2, Starting: 3 },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);

const require = createRequire(import.meta.url);
/** A module of the extension, with the stubs in place. */
export const module = (name) => require(`../out/test/${name}.js`);
