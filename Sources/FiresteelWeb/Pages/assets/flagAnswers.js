// What each source says of a flag, in the order in which they are asked.

import { h } from "./dom.js";
import { providerName, reasonOf, shown } from "./flagText.js";

const silent = { none: "Does not know it", default: "Leaves it to the default" };

/** The table. What won stands out; who doesn't know the flag says so. */
export function answersTable(answers) {
  return h("table", { class: "table" },
    h("thead", {}, h("tr", {}, ["From", "Value", "Why"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, answers.map((answer) => {
      const { provider, outcome, value, variant, won, error } = answer, why = reasonOf(answer);
      return h("tr", { class: won ? "won" : undefined },
        h("td", {}, won ? h("strong", { class: "strong" }, providerName(provider)) : providerName(provider),
          won && h("span", { class: "said" }, " (this counts)")),
        value === undefined ? h("td", { class: "muted" }, "None") : h("td", { class: "value wrap" }, shown(value)),
        h("td", { class: outcome === "none" ? "muted" : "", title: why.title },
          provider === "" ? "The default in the code" : silent[outcome] ?? why.word,
          variant && h("div", { class: "muted small" }, `Variant ${variant}`),
          error && h("div", { class: "bad small wrap" }, error.message)));
    })));
}
