// Who: the share of those affected beside the share of all, for versions, systems, variants and devices.

import { h } from "../../kit/dom/dom.js";
import { count, counted } from "../../kit/text/format.js";
import { variantName } from "../../run/flagText.js";
import { share } from "../insight/figures.js";
import { actionName } from "../insight/groupText.js";
import { card } from "./parts.js";

const most = 5;
/** A share of the affected that is this many times that of all, with at least a few reports, is shown in red. */
const notable = 1.5, minimumAffected = 3;

/** The card. */
export function whoCard({ group, what, who }, program) {
  const variants = who.variants.map(({ flag, variant, ...figures }) => ({ value: `${program.flags.get(flag)?.value.name ?? flag} ${variantName(variant)}`, ...figures }));
  const groups = [["Versions", who.versions], ["Systems", who.systems], ["Variants", variants], ["Devices", who.devices]].filter(([, rows]) => rows.length > 0);
  const of = `of ${what.base.sessions === 1 ? "" : "all "}${counted(what.base.sessions, "session")}`;
  const base = what.base.subject === "action" && actionName(group) ? `${of} with ${actionName(group)}` : of;
  const key = h("span", { class: "plot-key push" }, h("span", {}, h("span", { class: "swatch hit", "aria-hidden": "true" }), `share of the ${count(what.sessions)} affected`), h("span", {}, h("span", { class: "swatch tick", "aria-hidden": "true" }), base));
  return card("who", "Who", { aside: key }, groups.length === 0 ? h("p", { class: "muted" }, "No facts yet about the affected sessions.")
    : h("div", { class: "who-groups" }, groups.map(([title, rows]) => h("div", {}, table(title, rows)))));
}

function table(title, rows) {
  const sorted = rows.toSorted((one, other) => other.affectedShare - one.affectedShare || other.allShare - one.allShare);
  const shown = sorted.slice(0, most), rest = sorted.slice(most);
  const sum = (name) => rest.reduce((total, row) => total + row[name], 0);
  const others = rest.length > 0 && title !== "Variants" ? [{ value: "others", affected: sum("affected"), affectedShare: Math.min(1, sum("affectedShare")), allShare: Math.min(1, sum("allShare")) }] : [];
  return h("div", { class: "who-rows", role: "table", "aria-label": title },
    h("div", { class: "head", role: "row" }, h("span", { role: "columnheader" }, title), h("span", { role: "columnheader" }, h("span", { class: "said" }, "Bar")), h("span", { class: "num", role: "columnheader" }, "Affected"), h("span", { class: "num", role: "columnheader" }, "All")),
    [...shown, ...others].map(row));
}

function row({ value, affected, affectedShare, allShare }) {
  const isOver = affected >= minimumAffected && allShare !== null && affectedShare > notable * allShare;
  return h("div", { role: "row" },
    h("span", { class: "clip", role: "cell", title: value }, value || "unknown"),
    h("span", { role: "cell" }, h("span", { class: isOver ? "against over" : allShare === null ? "against plain" : "against", "aria-hidden": "true", style: { "--hurt": `${(affectedShare ?? 0) * 100}%`, "--all": `${(allShare ?? 0) * 100}%` } })),
    h("span", { class: isOver ? "num bad" : "num", role: "cell" }, share(affectedShare)), h("span", { class: "num all-share", role: "cell" }, share(allShare)));
}

/** The common traits of most affected people, in a sentence, or `undefined`: “Fast Save on, iOS 26 and 3.4.1 …”. */
export function commonFacts({ what, who }, program) {
  const top = (rows, text) => {
    const [best] = rows.filter(({ affected, affectedShare, allShare }) => affected >= minimumAffected && affectedShare >= 0.5 && allShare !== null && affectedShare > notable * allShare)
      .toSorted((one, other) => other.affectedShare / (other.allShare || 0.001) - one.affectedShare / (one.allShare || 0.001));
    return best && { text: text(best), affected: best.affected };
  };
  const found = [
    top(who.variants, ({ flag, variant }) => `${program.flags.get(flag)?.value.name ?? flag} ${variantName(variant)}`),
    top(who.systems, ({ value }) => value), top(who.versions, ({ value }) => value),
  ].filter(Boolean);
  if (found.length === 0) return undefined;
  return h("p", { class: "verdict" }, found.map(({ text, affected }, index) => [index > 0 && (index === found.length - 1 ? " and " : ", "), h("strong", { class: "strong" }, text), ` in ${count(affected)}`]), ` of the ${count(what.sessions)} affected.`);
}
