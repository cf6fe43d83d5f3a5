// Layers: which experiments divide the people of an environment among themselves, the holdout, and what is free.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { experimentAddress } from "../app/routes.js";
import { percent as styled } from "../plots/scale.js";
import { card } from "../report/parts.js";

/** The purpose of a holdout. */
export const holdoutText = "People of a holdout take part in no experiment, so that the sum of all experiments can be measured against them.";

const slots = 10_000, usual = "default";
const percent = (value) => `${Number((100 * value).toFixed(1))} %`;

/** The share of a layer that an experiment has, from 0 to 1. */
export const slotShare = ({ slots: ranges = [] }) => ranges.reduce((sum, [from, until]) => sum + until - from, 0) / slots;

/**
 * The layers of running experiments by name: `{name, held, parts, free}`. Shares are of all people: the holdout takes part in no
 * layer, so each layer divides the rest.
 */
export function layersOf(experiments) {
  const running = experiments.filter(({ value }) => value.state === "running"), held = running.filter(({ value }) => value.holdout).reduce((sum, { value }) => sum + value.share / 100, 0);
  const layers = Map.groupBy(running.filter(({ value }) => !value.holdout), ({ value }) => value.layer ?? usual);
  return [...layers].sort(([one], [other]) => one.localeCompare(other, "en")).map(([name, own]) => {
    const parts = own.map((experiment) => ({ experiment, share: slotShare(experiment.value) * (1 - held) })).sort((one, other) => other.share - one.share);
    return { name, held, parts, free: Math.max(0, 1 - held - parts.reduce((sum, { share }) => sum + share, 0)) };
  });
}

/**
 * The warning that an experiment doesn’t fit in its layer; nothing where it does. Other experiments are links on a page, and text with
 * `isForm`, which they would leave.
 */
export function layerNote(experiments, { name, value }, { isForm = false } = {}) {
  const { share = 100, layer = usual } = value, others = experiments.filter((one) => one.name !== name && one.value.state === "running" && !one.value.holdout && (one.value.layer ?? usual) === layer);
  const free = Number((1 - others.reduce((sum, one) => sum + slotShare(one.value), 0)).toFixed(4));
  if (!(share / 100 > free)) return undefined;
  return h("p", { class: "note warning after" }, icon("warning"), h("span", {}, `It needs ${share} % of ${layer === usual ? "the default layer" : `the layer ${layer}`}, which ${free > 0 ? `has ${percent(free)} free` : "is full"}: `,
    others.map((one, index) => [index > 0 && ", ", isForm ? one.value.name : h("a", { href: experimentAddress(one.name) }, one.value.name), ` has ${percent(slotShare(one.value))}`]), ". Use a smaller share or another layer, or end one of them."));
}

/** The card; without a running experiment it says what layers are for. Editors have `hold()`, and `release(holdout)` once there is one. */
export function layersCard(experiments, { canEdit, hold, release }) {
  const layers = layersOf(experiments), holdouts = experiments.filter(({ value }) => value.holdout && value.state === "running");
  return card("layers", "Who is in what", { aside: h("span", { class: "muted" }, "shares of all people") },
    layers.length === 0 && h("p", { class: "muted" }, "No experiment is running. Experiments of one layer divide its people, so that no one is in two of them."),
    layers.map(({ name, held, parts, free }) => h("div", { class: "layer" }, h("h3", {}, name === usual ? "Default layer" : `Layer ${name}`),
      h("div", { class: "shares layers", role: "img", "aria-label": [held > 0 && `holdout ${percent(held)}`, ...parts.map(({ experiment, share }) => `${experiment.value.name} ${percent(share)}`), `free ${percent(free)}`].filter(Boolean).join(", ") },
        held > 0 && h("span", { class: "held", style: { "--value": styled(held) } }, "Holdout"), parts.map(({ experiment, share }) => h("span", { class: "taken", style: { "--value": styled(share) } }, experiment.value.name)),
        free > 0 && h("span", { class: "free", style: { "--value": styled(free) } }, "Free")),
      h("ul", { class: "lines" }, parts.map(({ experiment, share }) => h("li", {}, h("span"), h("span", { class: "what" }, h("a", { href: experimentAddress(experiment.name) }, experiment.value.name)), h("span", { class: "when" }, percent(share)))),
        h("li", {}, h("span"), h("span", { class: "what muted" }, "Free for another experiment"), h("span", { class: "when" }, percent(free)))))),
    holdouts.length > 0 && h("p", { class: "sub after" }, `Holdout ${holdouts.map(({ value }) => `“${value.name}”, ${value.share} %`).join(", ")}. ${holdoutText}`),
    canEdit && h("p", { class: "buttons after" }, holdouts.length === 0 ? button("New holdout…", hold, "small") : holdouts.map((one) => button("End the holdout…", () => release(one), "small"))));
}
