// The origin of the flags of a server's provider: the server, what it sent earlier, or other sources.

import { count, dayInSentence, toMinute } from "./format.js";

/**
 * One or two sentences about a provider's values: `address` is the server's, `updated` the time at which the values were
 * current, `cached` whether an earlier run stored them, `reason` why there are no current ones.
 */
export function flagOrigin({ address, state, revision, updated, cached, reason }, now) {
  const why = reason && `${reason.replace(/\.?\s*$/, "")}.`;
  if (updated === undefined) return `${why ?? `Waiting for flags from ${address}.`} Other sources and defaults are used.`;
  const day = dayInSentence(updated, now), time = day === "today" ? toMinute(updated) : `${day}, ${toMinute(updated)},`;
  if (state !== "ready") return `${why ?? "The flags are out of date."} Flags of ${time} are used.`;
  if (cached) return `Flags of ${time} are used until ${address} responds.`;
  return `Flags from ${address}${revision === undefined ? "" : `, revision ${count(revision)}`}`;
}
