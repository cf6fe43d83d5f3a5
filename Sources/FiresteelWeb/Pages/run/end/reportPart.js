// The parts of a report's section: paragraphs, facts, tables and texts.

import { fill, h } from "../../kit/dom/dom.js";
import { table } from "../../kit/dom/table.js";
import { button } from "../../kit/dom/states.js";
import { count, counted } from "../../kit/text/format.js";

const shownRows = 200;

/** Elements for parts. `matches(cells)` selects rows of tables; `link` is the page that shows a run. */
export const partElements = (parts, { matches, link } = {}) => parts.map((part) => {
  const { paragraph, facts, columns, text, run, title } = part;
  if (paragraph !== undefined) return h("p", { class: "wrap" }, paragraph);
  if (facts) return h("dl", { class: "pairs" }, facts.map(({ name, value }) => [h("dt", {}, name), h("dd", { class: "wrap" }, value)]));
  if (columns) return tablePart(part, matches);
  if (text !== undefined) return h("details", {}, h("summary", {}, title), h("pre", { class: "text", tabIndex: 0 }, text));
  if (run !== undefined && link) return h("p", { class: "after" }, h("a", { class: "button", href: link }, link.startsWith("#run") ? "Show crash" : "Show timeline"));
  return null;
});

function tablePart({ title, columns, rows, dropped }, matches) {
  const found = matches ? rows.filter(matches) : rows, place = h("div", { class: "wide-table", tabIndex: 0, role: "region", "aria-label": title ?? columns[0] });
  const show = (most) => fill(place, table({
    label: title ?? columns[0], rows: found.slice(0, most), empty: "No matching rows.",
    columns: columns.map((name, index) => ({ title: name || "Note", said: !name, cell: (row) => row[index] })),
  }), found.length > most && button(`Show all ${count(found.length)} rows`, () => show(Infinity), "small"));
  show(shownRows);
  return [title && h("h3", {}, title), place, dropped > 0 && h("p", { class: "muted" }, `${counted(dropped, "earlier row was", "earlier rows were")} omitted to limit the size.`)];
}
