// What an experiment was set up to do, and its phases.

import { h } from "../../kit/dom/dom.js";
import { counted } from "../../kit/text/format.js";
import { addressOf, experimentAddress, flagAddress } from "../app/routes.js";
import { shortMoment } from "../insight/figures.js";
import { conditionsParts, plain } from "../text/conditions.js";
import { decisionText, endOf, exclusionText, metricName, sharedUnit, unitWords } from "../text/experiments.js";
import { nameOf } from "../text/flagState.js";
import { card } from "../report/parts.js";

export const flagName = (program, key) => (program.flags.has(key) ? nameOf(program.flags.get(key)) : key);

/** The conditions of those who take part. */
export const audienceText = ({ if: conditions = [] }, program) => (conditions.length === 0 ? "everyone" : `if ${plain(conditionsParts(conditions, program.segments))}`);

/** The decision of an experiment that ended, and what its flag does since. */
export const outcomeText = (value, program) => decisionText(value, flagName(program, value.flag), program.flags.get(value.flag)?.targetings.get(program.environment.id)?.value);

/** The card of the setup; `phase` is the one that is shown. */
export function setupCard({ value }, phase, program) {
  const { flag, arms, weights, share = 100, layer, window: counted_, days, excluded, primary, guardrails = [], secondary = [] } = value, end = phase?.ended ?? endOf(phase ?? {}, value);
  const total = weights?.reduce((sum, one) => sum + one, 0), pairs = [
    ["Flag", h("a", { href: flagAddress(flag) }, flagName(program, flag))],
    ["Variants", arms.map((arm, index) => `${arm}${total ? ` ${Number(((100 * weights[index]) / total).toFixed(1))} %` : ""}${index === 0 ? " (control)" : ""}`).join(", ")],
    ["Split by", sharedUnit(value) ?? unitWords(value).one],
    ["Takes part", audienceText(value, program)],
    ["Share", `${share} %${layer ? ` of the layer ${layer}` : ""}`],
    phase && ["Started", shortMoment(phase.started)],
    phase ? [phase.ended ? "Ended" : "Ends", `${shortMoment(end)}${phase.ended ? "" : ", or earlier"}`] : ["Length", `at most ${counted(days, "day")}`],
    ...(excluded ?? []).filter(({ phase: number }) => number === phase?.phase).map((one) => ["Left out", exclusionText(one)]),
    primary && ["Primary", metricName(primary, value)],
    guardrails.length > 0 && ["Guardrails", guardrails.map((one) => metricName(one, value)).join(", ")],
    secondary.length > 0 && ["Secondary", secondary.map((one) => metricName(one, value)).join(", ")],
    ["Counted", counted_ ? `${counted(counted_, "day")} from the first exposure` : "from the first exposure"],
  ];
  return card("setup", "Setup", {}, h("dl", { class: "pairs" }, pairs.filter(Boolean).map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])));
}

/** The card of phases, which are never pooled; nothing before the start. */
export function historyCard({ name, value, phases = [] }, shown, program) {
  if (phases.length === 0) return undefined;
  return card("history", "History", { aside: h("a", { class: "push", href: addressOf("changes", { query: { item: name } }) }, "Changes") },
    h("ul", { class: "lines" }, phases.toReversed().map(({ phase, started, ended }) => h("li", {}, h("span"), h("span", { class: "what" },
      phase === shown ? h("span", { class: "strong" }, `Phase ${phase}`) : h("a", { href: experimentAddress(name, { query: { phase } }) }, `Phase ${phase}`)),
    h("span", { class: "when" }, `${shortMoment(started)}${ended ? ` to ${shortMoment(ended)}` : ", running"}`)))),
    value.state === "ended" && h("p", { class: "sub after" }, outcomeText(value, program)),
    phases.length > 1 && h("p", { class: "sub after" }, "A change of the setup begins another phase. Phases are never pooled."));
}
