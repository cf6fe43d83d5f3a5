// Flags with their last recorded values, in a table.

import { h } from "../kit/dom/dom.js";
import { flagLink } from "./links.js";
import { changeValue } from "./timeline/changeText.js";
import { reasonOf, variantText } from "./flagText.js";

/** A table of `{flag, value, variant, provider, reason, others}`; `others` are other recorded values. */
export const flagTable = (flags) => h("table", { class: "table" },
  h("thead", { class: "said" }, h("tr", {}, ["Flag", "Value", "Reason"].map((text) => h("th", { scope: "col" }, text)))),
  h("tbody", {}, flags.map(({ flag, value, variant, provider, reason, others = [] }) => {
    const { tint, word, title } = reasonOf({ reason: reason ?? "UNKNOWN" });
    return h("tr", {}, h("td", { class: "wrap" }, h("a", { href: flagLink(flag) }, flag)),
      h("td", { class: "value wrap" }, changeValue(value), variant && h("div", { class: "muted small" }, variantText(variant)),
        others.length > 0 && h("div", { class: "muted small wrap" }, `Was ${others.map(changeValue).join(", ")}`)),
      h("td", { class: "num" }, h("span", { class: `badge ${tint}`, title }, word), provider && h("div", { class: "muted small wrap" }, provider)));
  })));
