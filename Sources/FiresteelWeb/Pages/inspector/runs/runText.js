// How a run ended, in words and with a mark.

import { toSecond } from "../../kit/text/format.js";

/** “Crashed in Export to PDF”, “Ended normally”, … */
export function howItEnded({ how, current, signal, inFlight = [] }) {
  const where = inFlight.length ? ` in ${inFlight.at(-1).action.name}` : "";
  switch (how) {
    case "running": return current ? "This run" : "Still running";
    case "orderly": return "Ended normally";
    case "signal": return signal?.name === "SIGKILL" || signal?.name === "SIGTERM" ? `Killed${where}` : `Crashed${where}`;
    case "died": return `Ended without a word${where}`;
    case "restarted": return "Ended when the machine restarted";
    case "unreadable": return "Can’t be read";
    default: return how;
  }
}

/** The sentence above the pages of an earlier run. */
export function earlierRun(run) {
  const words = howItEnded(run), times = [run.started, run.ended].filter((at) => at !== undefined).map(toSecond).join(" to ");
  return `This is an earlier run: ${words[0].toLowerCase()}${words.slice(1)}${times ? `, ${times}` : ""}. Nothing here changes any more.`;
}

/** The name of the mark for it. */
export const runMark = ({ how }) => ({
  running: "in-flight", orderly: "success", signal: "failure", died: "failure", restarted: "cancelled", unreadable: "undetermined",
})[how] ?? "cancelled";

/** Whether the run ended as no run should. */
export const endedBadly = ({ how }) => how === "signal" || how === "died";
