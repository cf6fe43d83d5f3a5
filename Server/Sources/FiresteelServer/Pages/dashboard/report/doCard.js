// Do: what can be done about a group, with the reason where it can't.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { nameOf } from "../text/flagState.js";
import { backButton } from "./effectCard.js";
import { commonFacts } from "./whoCard.js";

/** “Switch off Fast Save…”; a long name is cut off. */
const switchOffLabel = (flag) => (flag ? h("span", { class: "clip" }, `Switch off ${nameOf(flag)}…`) : "Switch off…");

/**
 * The card. `acts` are the operations by name: `switchOff`, `assign`, `resolve`, `ignore`, `reopen`, `merge`, `split`; `why` is why nothing can be
 * switched off, `suspect` the flag to switch off if the data names one, `current` the change in effect that is meant to help, `isOff`
 * whether it switched something off.
 */
export function doCard(facts, { program, acts, why, suspect, current, isOff }) {
  const { group } = facts, canEdit = program.mayEdit(), verdict = commonFacts(facts, program);
  const act = (label, symbol, run, className = "") => h("button", { class: `button ${className}`.trim(), type: "button", "aria-disabled": canEdit ? undefined : "true", "aria-describedby": canEdit ? undefined : "no-right", data: { focus: label }, on: { click: () => { if (canEdit) run(); } } }, symbol && icon(symbol), label);
  const off = h("button", { class: why ? "button" : "button primary", type: "button", "aria-disabled": why ? "true" : undefined, "aria-describedby": why ? "no-switch" : undefined, data: { focus: "switch-off" }, on: { click: () => { if (!why) acts.switchOff(); } } }, icon("power"), switchOffLabel(why ? undefined : suspect));
  return h("section", { class: group.state === "open" && !current ? "card harm" : "card", "aria-label": "Do" },
    verdict && h("div", { class: "section" }, verdict),
    h("div", { class: "section" }, h("div", { class: "do-list" },
      current && program.mayEdit(program.environment.id) && backButton(program, current),
      !isOff && off,
      !isOff && why && h("p", { class: "why-not", id: "no-switch" }, why),
      group.state === "open" ? [
        h("div", { class: "pair" }, act("Assign…", "segments", acts.assign), act("Resolve…", "check", acts.resolve)),
        act("Ignore until it happens again…", undefined, acts.ignore, "quiet"),
      ] : h("div", { class: "pair" }, act("Assign…", "segments", acts.assign), act("Open again", "undo", acts.reopen)),
      h("div", { class: "pair" }, act("Merge…", undefined, acts.merge, "quiet"), act("Split…", undefined, acts.split, "quiet")),
      !canEdit && h("p", { class: "why-not", id: "no-right" }, "You have view-only access. An editor can assign, resolve and ignore."))));
}

/** The bar at the bottom of narrow screens. */
export function doBar(facts, { program, acts, why, suspect, isOff }) {
  const { group } = facts;
  if (!program.mayEdit()) return undefined;
  const more = h("button", { class: "button only", type: "button", "aria-label": "More: assign, resolve, ignore" }, icon("more"));
  const place = h("span", {}, more);
  attachMenu(more, { label: "More", items: () => [
    { label: "Assign…", act: acts.assign },
    ...(group.state === "open" ? [{ label: "Resolve…", act: acts.resolve }, { label: "Ignore…", act: acts.ignore }] : [{ label: "Open again", act: acts.reopen }]),
    { label: "Merge…", act: acts.merge }, { label: "Split…", act: acts.split },
  ] });
  const first = !why && !isOff ? h("button", { class: "button primary grow", type: "button", on: { click: () => acts.switchOff() } }, icon("power"), switchOffLabel(suspect))
    : h("button", { class: "button grow", type: "button", on: { click: () => (group.state === "open" ? acts.resolve() : acts.reopen()) } }, group.state === "open" ? "Resolve…" : "Open again");
  return [first, place];
}
