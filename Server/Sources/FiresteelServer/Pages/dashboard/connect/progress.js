// How far a program is connected: heard from, flags received, reports sent.

import { fill, h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { addressOf, flagAddress } from "../app/routes.js";

/** `{version, isConnected, hasRead, hasReported}` of watched tokens. */
export function progressOf(tokens) {
  const some = (name) => tokens.some((token) => token[name]);
  return { version: tokens.find(({ firstVersion }) => firstVersion)?.firstVersion, isConnected: some("lastUsed"), hasRead: some("firstRead"), hasReported: some("firstReport") };
}

/** The same of a person who can’t read tokens, by the connected programs: what they report isn’t known. */
export function progressOfConnected(program) {
  const here = (program.connections ?? []).filter(({ environment }) => environment === program.environment.id);
  return { version: here.find(({ version }) => version)?.version, isConnected: here.length > 0, hasRead: here.some(({ revision }) => revision > 0) && flagsOf(program).length > 0 };
}

const flagsOf = (program) => [...program.flags.values()].filter(({ value, targetings }) => !value.isArchived && targetings.has(program.environment.id));

/** The card. `test` opens the dialog for a test report, where there is a token for it. */
export class Progress {
  #said = h("p", { class: "said", role: "status" });
  #steps = h("ol", { class: "steps" });
  #reached = "";
  #shown = "";

  constructor() {
    this.element = h("section", { class: "card", "aria-labelledby": "progress" }, h("div", { class: "section" },
      h("div", { class: "section-head" }, h("h2", { id: "progress" }, "Connection")), this.#steps, this.#said));
  }

  /** Shows the progress, and announces what is new. */
  show(program, { version, isConnected, hasRead, hasReported }, { test } = {}) {
    const [first] = flagsOf(program), knowsReports = hasReported !== undefined;
    // What has the focus remains while nothing changes.
    const shown = JSON.stringify([version, isConnected, hasRead, hasReported, first?.key, first?.value.name, Boolean(test)]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const steps = [
      { isDone: isConnected, done: `Connected: ${program.name}${version ? ` ${version}` : ""}`, waiting: "Waiting for the program", more: ["This page shows it without a reload."] },
      { isDone: hasRead, done: "First flag read", waiting: "Waiting for the first flag", more: first ? ["The program reads its flags when it connects."] : ["There are no flags in this environment yet. ", program.mayEdit() && h("a", { href: addressOf("flags", { query: { open: "new" } }) }, "Create a flag")] },
      ...(knowsReports ? [{ isDone: hasReported, done: "First report", waiting: "Waiting for the first report", more: ["Programs with the code for Swift send counts every 15 minutes, and reports of crashes at the next start. To see a report now, call ", h("code", {}, "try await sender.report()"), test ? [", or ", h("button", { class: "link", type: "button", on: { click: test } }, "send a test report…")] : "."] }] : []),
    ];
    const waiting = steps.findIndex(({ isDone }) => !isDone);
    fill(this.#steps, steps.map(({ isDone, done, waiting: title, more }, index) => h("li", {},
      isDone ? plainMark("success") : index === waiting ? plainMark("in-flight") : h("span", { class: "pip", "aria-hidden": "true" }),
      h("div", { class: "body" }, h("p", { class: "strong" }, isDone ? done : title), !isDone && h("p", { class: "meta" }, more)))),
    hasRead && first && h("li", {}, h("span", { class: "pip", "aria-hidden": "true" }), h("div", { class: "body" }, h("p", { class: "strong" }, "Switch a flag"),
      h("p", { class: "meta" }, "Running programs follow within a second: ", h("a", { href: flagAddress(first.key) }, first.value.name ?? first.key)))));
    const reached = steps.filter(({ isDone }) => isDone).map(({ done }) => done).join(". ");
    if (reached !== this.#reached) fill(this.#said, reached);
    this.#reached = reached;
  }
}
