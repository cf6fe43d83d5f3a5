// The value of a flag in each provider, in order of priority.

import { h } from "../../kit/dom/dom.js";
import { table } from "../../kit/tables/table.js";
import { providerName, reasonOf, shown } from "./flagText.js";

const silent = { none: "No value", default: "Uses the default" };

/** The table. The value in effect is highlighted. */
export const providerValuesTable = (answers) => table({
  rows: answers, className: ({ won }) => (won ? "won" : undefined),
  columns: [
    { title: "Source", cell: ({ provider, won }) => (won ? [h("strong", { class: "strong" }, providerName(provider)), h("span", { class: "said" }, " (in effect)")] : providerName(provider)) },
    { title: "Value", cell: ({ value }) => (value === undefined ? { content: "None", className: "muted" } : { content: shown(value), className: "value wrap" }) },
    { title: "Reason", cell: (answer) => {
      const { provider, outcome, variant, error } = answer, why = reasonOf(answer);
      return { className: outcome === "none" ? "muted" : undefined, content: [
        h("span", { title: why.title }, provider === "" ? "Default in code" : silent[outcome] ?? why.word),
        variant && h("div", { class: "muted small" }, `Variant ${variant}`),
        error && h("div", { class: "bad small wrap" }, error.message),
      ] };
    } },
  ],
});
