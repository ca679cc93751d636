// The language status item: beside the language's name, it says which JAX is looked at.
import * as vscode from "vscode";

import { SELECTOR } from "./client";

/** What the server says of the JAX that it looks at for a document. */
export interface Info {
  readonly jax: string | null;
  readonly how: string;
  readonly place: string | null;
  readonly environment: string | null;
  readonly why: string | null;
}

export type State =
  | { readonly kind: "off" | "starting" }
  | { readonly kind: "running"; readonly info?: Info | undefined; readonly working?: boolean }
  | { readonly kind: "problem"; readonly message: string };

export interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly severity: "information" | "warning" | "error";
  readonly busy: boolean;
}

/** What is shown of a state. */
export function shown(state: State): Shown {
  switch (state.kind) {
    case "off":
      return { text: "prelower: off", detail: "Switched off by prelower.enable", severity: "information", busy: false };
    case "starting":
      return { text: "prelower", detail: "Starting the server", severity: "information", busy: true };
    case "problem":
      return { text: "$(error) prelower", detail: state.message, severity: "error", busy: false };
    case "running":
      return { ...running(state.info), busy: state.working ?? false };
  }
}

function running(info: Info | undefined): Shown {
  if (!info) {
    return { text: "prelower", detail: "Nothing of JAX in this file", severity: "information", busy: false };
  }
  if (info.jax === null) {
    const detail = "No JAX was found: only what is the same in every release is checked. Name it in prelower.python";
    return { text: "$(question) No JAX found", detail, severity: "warning", busy: false };
  }
  const detail = [info.how, info.place === null ? undefined : info.why].filter(Boolean).join(", ");
  return { text: `JAX ${info.jax}`, detail, severity: "information", busy: false };
}

export class Status {
  private readonly item = vscode.languages.createLanguageStatusItem("prelower", SELECTOR);
  private last: State = { kind: "starting" };

  constructor() {
    this.item.name = "prelower";
    this.show(this.last);
  }

  get state(): State {
    return this.last;
  }

  show(state: State): void {
    const { text, detail, severity, busy } = shown(state);
    this.last = state;
    Object.assign(this.item, { text, detail, busy });
    this.item.severity = severityOf(severity);
    this.item.command =
      state.kind === "running" || state.kind === "off"
        ? { command: "prelower.showLog", title: "Log" }
        : { command: "prelower.restart", title: "Restart" };
  }

  dispose(): void {
    this.item.dispose();
  }
}

function severityOf(severity: Shown["severity"]): vscode.LanguageStatusSeverity {
  const { Error, Information, Warning } = vscode.LanguageStatusSeverity;
  return { error: Error, information: Information, warning: Warning }[severity];
}
