// The cause of a run's end: the message of a fatal error, the signal, and the thread.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";

/** The cause as texts, the most telling first, or nothing for an end without one. */
export function causesOf({ how, signal, problem, crash = {} }) {
  if (how === "unreadable") return [problem ?? "The file can’t be read."];
  if (how === "died") return ["Ended without a recorded cause: killed, or out of memory."];
  const { message, backtrace } = crash;
  return [message, backtrace?.reason, signal && `${signal.words ?? "Ended by a signal"}`].filter(Boolean).slice(0, 1)
    .concat([message && backtrace?.reason, signal && `signal ${signal.number} (${signal.name})`, backtrace && `thread ${backtrace.thread}`, problem].filter(Boolean));
}

/** The cause of a run's end, or nothing. */
export function endCause(run) {
  const [first, ...others] = causesOf(run);
  if (first === undefined) return null;
  if (run.how === "unreadable") return h("p", { class: "note warning" }, icon("warning"), h("span", { class: "wrap" }, first));
  return h("div", { class: "fatal" }, h("p", { class: "message" }, first),
    others.length > 0 && h("p", { class: "facts-line" }, others.map((text) => h("span", {}, text))));
}
