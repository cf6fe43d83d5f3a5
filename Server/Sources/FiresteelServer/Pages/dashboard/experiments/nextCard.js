// What can be done next about an experiment, with the reason where it can’t.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { experimentAddress, flagAddress } from "../app/routes.js";
import { shortMoment } from "../insight/figures.js";
import { reasonText } from "../insight/reportLink.js";
import { endOf, everyonesArm } from "../text/experiments.js";
import { card } from "../report/parts.js";
import { flagName, outcomeText } from "./setupCards.js";

/** The variant to ship: the best of those that are clearly better and break no guardrail, if any. */
export function bestArm({ verdict, metrics = [] } = {}) {
  if (verdict?.kind !== "better") return undefined;
  const broken = new Set(metrics.filter(({ role }) => role === "guardrail").flatMap(({ comparisons }) => comparisons.filter(({ verdict: own }) => own === "beyond").map(({ arm }) => arm)));
  const gain = ({ relative }, { direction }) => (direction === "decrease" ? -relative : relative), primary = metrics.find(({ role }) => role === "primary");
  return primary?.comparisons.filter((one) => one.verdict === "better" && !broken.has(one.arm)).toSorted((one, other) => gain(other, primary) - gain(one, primary))[0]?.arm;
}

/**
 * The card. `acts` are the operations by name: `start`, `edit`, `remove`, `end(arm)`, `extend`, `grow`, `exclude`, and
 * `rollOut(arm)` where a plan can start. */
export function nextCard({ name, value, state, phases = [], may = [] }, { results, acts, program, canEdit, isNewest }) {
  const act = (label, symbol, run, className = "") => h("button", { class: `button ${className}`.trim(), type: "button", "aria-disabled": canEdit ? undefined : "true", "aria-describedby": canEdit ? undefined : "no-right", data: { focus: label },
    on: { click: () => { if (canEdit) run(); } } }, symbol && icon(symbol), label);
  const why = !canEdit && h("p", { class: "why-not", id: "no-right" }, `Experiments in ${program.environment.name.toLowerCase()} are changed by its editors.`);
  const whole = (...content) => card("next", "Next", {}, h("div", { class: "do-list" }, content, why));
  const everyones = everyonesArm(program.flags.get(value.flag)?.targetings.get(program.environment.id)?.value, value.arms);
  if (!isNewest) return card("next", "Next", {}, h("p", {}, "These are the figures of an earlier phase. ", h("a", { href: experimentAddress(name) }, "The newest phase")));
  if (value.state === "draft") return whole(act("Start…", "play", acts.start, "primary"), act("Edit…", "edit", acts.edit), act("Remove…", undefined, acts.remove, "quiet"));
  if (value.state === "ended") return whole(value.decision?.why && h("p", {}, "The guard ended it: ", reasonText(value.decision.why)), h("p", {}, outcomeText(value, program)), acts.rollOut && !value.decision?.arm && !value.decision?.why && value.arms.slice(1).filter((arm) => arm !== everyones).map((arm) => act(`Roll out “${arm}” in steps…`, "changes", () => acts.rollOut(arm))), may.includes("exclude") && act("Leave sessions out…", undefined, acts.exclude, "quiet"), h("p", {}, h("a", { href: flagAddress(value.flag) }, `Open ${flagName(program, value.flag)}`)));
  const kind = results?.verdict.kind, best = bestArm(results), until = endOf(phases.at(-1) ?? {}, value), isBad = ["harmed", "worse"].includes(kind);
  return whole(
    best && act(`Ship “${best}”…`, "check", () => acts.end(best), "primary"), best && acts.rollOut && act(`Ship “${best}” in steps…`, "changes", () => acts.rollOut(best)), isBad && act(`Ship “${value.arms[0]}”, the control…`, "undo", () => acts.end(value.arms[0]), "primary"),
    !best && !isBad && h("p", { class: "muted" }, kind === "unreliable" ? "Find out what drops people before you decide." : state === "over" ? "Its days have passed: decide, or let it continue." : `It continues until ${until ? shortMoment(until) : "its end"}, unless you end it.`),
    act("Continue longer…", "changes", acts.extend), (value.share ?? 100) < 100 && act("Larger share…", "segments", acts.grow), act("Change the setup…", "edit", acts.edit, "quiet"), act("Leave sessions out…", undefined, acts.exclude, "quiet"));
}
