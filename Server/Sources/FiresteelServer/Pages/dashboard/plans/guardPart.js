// The guard of a plan: its figures with their intervals, and its decision.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge } from "../../kit/dom/marks.js";
import { intervals } from "../plots/intervals.js";
import { count, counted } from "../../kit/text/format.js";
import { seconds, share } from "../insight/figures.js";
import { guardDecisions, guardMetrics, guardSentence, points, usualMinimumRuns } from "../text/guards.js";
import { isWatched } from "../text/plans.js";
import { momentInSentence } from "../text/times.js";

const scale = { from: 0.1, to: 100, none: 1, noneText: "1 ×", isLogarithmic: true, ticks: [{ at: 0.1, text: "0.1 ×" }, { at: 1, text: "1 ×" }, { at: 10, text: "10 ×" }, { at: 100, text: "100 ×" }] };

/** The part of the plan’s card. `seen` is the server’s answer: `{guard, state}`, an error, or `undefined` before it; `nameOf(path)` is the name of a feature. */
export function guardPart(plan, seen, nameOf) {
  if (!plan.guard) return undefined;
  const { state } = seen ?? {}, hasEnded = !isWatched(plan), found = foundBy(plan, state, hasEnded), [mark, word] = found ?? guardDecisions[state?.decision] ?? ["unavailable", hasEnded ? "No figures" : "No figures yet"];
  return h("section", { "aria-labelledby": "guard", class: "after" },
    h("div", { class: "section-head" }, h("h3", { id: "guard" }, "Guard"), badge(mark, word), state && h("span", { class: "muted push" }, `${hasEnded ? "last read" : "read"} ${momentInSentence(state.checked)}`)),
    seen instanceof Error ? h("p", { class: "note failure", role: "status" }, icon("warning"), h("span", {}, `Can’t read the guard’s figures: ${seen.message}`))
      : h("p", { class: "sub" }, state ? found?.[2] ?? state.reason : hasEnded ? "What the guard saw isn’t stored." : `The guard reads the figures once a minute${plan.state === "finished" || plan.guard.action === "notify" ? "" : ", and a step waits for it"}.`),
    h("p", { class: "sub" }, guardSentence(plan.guard, nameOf)),
    state && plan.state !== "finished" && progress(plan, state), state?.metrics.length > 0 && figures(plan, state));
}

/** The finding of a guard for which no step waits any longer, as `[mark, word, reason]`; `undefined` while one may, and of harm. */
function foundBy({ state: progress, variant, rest, guard }, state, hasEnded) {
  if (progress !== "finished" || state?.decision !== "wait") return undefined;
  const { exposed, unexposed } = state.metrics[0] ?? {};
  if (exposed && Math.min(exposed.total, unexposed.total) < (guard.minimumRuns ?? usualMinimumRuns)) return ["unavailable", "Too few sessions", state.reason];
  return exposed ? ["", hasEnded ? "No harm found" : "No harm so far", `No difference is certain in ${counted(exposed.total + unexposed.total, "session")}.`]
    : ["unavailable", hasEnded ? "No figures" : "No figures yet", `No sessions with ${variant} and ${rest} could be compared.`];
}

/** The number of sessions so far of those that a step needs. */
function progress({ guard, variant, rest }, { stepRuns: { exposed, unexposed }, decision }) {
  const needed = guard.minimumRuns ?? usualMinimumRuns;
  if (decision === "harm" || guard.action === "notify" || Math.min(exposed, unexposed) >= needed) return undefined;
  return h("dl", { class: "pairs" }, [[variant, exposed], [rest, unexposed]].map(([name, sessions]) => [h("dt", {}, `Sessions with ${name}`), h("dd", {}, `${count(sessions)} of ${count(needed)}`)]));
}

function figures({ variant, rest }, { metrics }) {
  return [intervals({
    label: `Sessions with ${variant} compared with ${rest}`, titles: [`${variant} vs. ${rest}`, "Ratio", "difference", "margin"], scale,
    rows: metrics.map(({ metric, slowerThan, exposed, unexposed, ratio, interval: [from, to], differencePoints, atLeastPoints, marginPoints, isWithin }) => {
      const rate = ({ affected, total }) => (total > 0 ? affected / total : undefined), usual = rate(unexposed);
      return {
        what: guardMetrics.find((one) => one.metric === metric)?.name ?? metric, note: `${share(rate(exposed))} vs. ${share(usual)}${slowerThan === undefined ? "" : `, beyond ${seconds(slowerThan)}`}`,
        from: from ?? 0, to: to ?? Infinity, at: ratio ?? to ?? scale.to, limit: usual > 0 ? (usual + marginPoints / 100) / usual : undefined,
        figure: `${points(differencePoints)} pts`, range: atLeastPoints > 0 ? `at least ${points(atLeastPoints)}` : undefined,
        confidence: `${points(marginPoints)}, ${atLeastPoints > marginPoints ? "exceeded" : isWithin ? "within" : "not certain"}`,
      };
    }),
  }), h("p", { class: "sub" }, "Shares are of all sessions. Ratio and difference compare sessions of the same version and step, so they can differ from the shares.")];
}
