// A crashed run as Markdown, for an issue or a message.

import { dayName, duration, toMillisecond } from "../../kit/text/format.js";
import { outcomeWord } from "../marks.js";
import { placeOf } from "./backtrace.js";
import { causesOf } from "./ending.js";
import { howItEnded } from "./runText.js";

const limit = 100;

/** Text from the program as one line, in which nothing is markup. */
const plain = (text) => text.replace(/\s+/g, " ").trim().replace(/[\\`*_[\]<>#|~]/g, "\\$&");
/** A fence that is longer than any in its text. */
const fenced = (text) => {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `${fence}text\n${text}\n${fence}`;
};

/** The Markdown of a run; `now` is the program's time. */
export function crashMarkdown(run, now) {
  const { program = "Program", version = "", build, host, started, ended, flights = [], steps = [], crash = {}, log = [] } = run;
  const end = ended ?? now, lines = [`# ${plain(howItEnded(run))}`, ""];
  lines.push([`${program} ${version}${build ? ` (${build})` : ""}`.trim(), host, ended === undefined ? "" : `${dayName(ended, now)} ${toMillisecond(ended)}`,
    started !== undefined && ended !== undefined && `after ${duration(ended - started)}`].filter(Boolean).map(plain).join(", "), "");
  const causes = causesOf(run);
  if (causes.length) lines.push(fenced(causes.join("\n")), "");
  if (flights.length) lines.push("## In flight at the end", "", ...flights.map(({ row, lasted }) => `- ${stepText(row)}${lasted === undefined ? "" : `, for ${duration(lasted)}`}`), "");
  if (steps.length) {
    lines.push("## Steps, newest first", "", ...steps.slice(0, limit).map(({ row, times }) => {
      const error = row.error ? `: ${plain(row.error)}` : "";
      return `- −${duration(Math.max(0, end - row.at))} ${stepText(row)}${times > 1 ? ` × ${times}` : ""}, ${outcomeWord(row.outcome, true).toLowerCase()}${error}`;
    }), "");
  }
  if (crash.backtrace) {
    lines.push("## Backtrace", "", fenced([`Thread ${crash.backtrace.thread}`, ...crash.backtrace.frames.slice(0, limit).map((frame) =>
      [String(frame.number), frame.symbol, placeOf(frame) && `at ${placeOf(frame)}`, frame.image && `in ${frame.image}`].filter(Boolean).join(" "))].join("\n")), "");
  }
  if (log.length) lines.push("## Last log lines", "", fenced(log.slice(-limit).map(({ at, level, message }) => `${toMillisecond(at)} ${level} ${message.replace(/\s+/g, " ")}`).join("\n")), "");
  return lines.join("\n");
}

const stepText = ({ feature, action, input }) => `${plain(feature.name)} › **${plain(action.name)}**${input ? ` (${plain(input)})` : ""}`;
