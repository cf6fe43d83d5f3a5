// What each source says of a flag, in the order in which they are asked.

import { h } from "../../kit/dom/dom.js";
import { table } from "../../kit/tables/table.js";
import { providerName, reasonOf, shown } from "./flagText.js";

const silent = { none: "Does not know it", default: "Leaves it to the default" };

/** The table. What won stands out; who doesn't know the flag says so. */
export const answersTable = (answers) => table({
  rows: answers, className: ({ won }) => (won ? "won" : undefined),
  columns: [
    { title: "From", cell: ({ provider, won }) => (won ? [h("strong", { class: "strong" }, providerName(provider)), h("span", { class: "said" }, " (this counts)")] : providerName(provider)) },
    { title: "Value", cell: ({ value }) => (value === undefined ? { content: "None", className: "muted" } : { content: shown(value), className: "value wrap" }) },
    { title: "Why", cell: (answer) => {
      const { provider, outcome, variant, error } = answer, why = reasonOf(answer);
      return { className: outcome === "none" ? "muted" : undefined, content: [
        h("span", { title: why.title }, provider === "" ? "The default in the code" : silent[outcome] ?? why.word),
        variant && h("div", { class: "muted small" }, `Variant ${variant}`),
        error && h("div", { class: "bad small wrap" }, error.message),
      ] };
    } },
  ],
});
