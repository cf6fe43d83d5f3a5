// Text and marks for the ends of runs.

import { toSecond } from "../../kit/text/format.js";

/** “Crashed during Export to PDF”, “Ended normally”, … */
export function howItEnded({ how, current, isSaved, signal, inFlight = [] }) {
  const where = inFlight.length ? ` during ${inFlight.at(-1).action.name}` : "";
  switch (how) {
    case "running": return current ? "This run" : isSaved ? "Running when saved" : "Still running";
    case "orderly": return "Ended normally";
    case "signal": return signal?.name === "SIGKILL" || signal?.name === "SIGTERM" ? `Killed${where}` : `Crashed${where}`;
    case "died": return `Ended abnormally${where}`;
    case "restarted": return "Ended when the machine restarted";
    case "unreadable": return "Unreadable";
    case "unknown": return "Report without a timeline";
    default: return how;
  }
}

/** The note above the pages of an earlier run. */
export function earlierRun(run) {
  if (run.opened !== undefined) return `This run is from the file “${run.opened}”, which is open in this tab only.`;
  const end = howItEnded(run), times = [run.started, run.ended].filter((at) => at !== undefined).map(toSecond).join(" to ");
  return `This is an earlier run: ${end[0].toLowerCase()}${end.slice(1)}${times ? `, ${times}` : ""}. It no longer changes.`;
}

/** The mark of a run's end. */
export const runMark = ({ how }) => ({
  running: "in-flight", orderly: "success", signal: "failure", died: "failure", restarted: "cancelled", unreadable: "undetermined",
})[how] ?? "cancelled";

/** Whether the run crashed or was killed. */
export const endedAbnormally = ({ how }) => how === "signal" || how === "died";
