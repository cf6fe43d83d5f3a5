// Figures in rows and columns.

import { h } from "./dom.js";

/**
 * A table. A column is `{title, cell, number, said, className}`: `cell(row)` creates the content of a cell, `number` aligns it
 * to the end, `said` hides the title visually. The first column is the row's heading if `named` is true. `className(row)` is
 * the class of a row. Without rows, the table shows `empty`.
 */
export function table({ label, columns, rows, named = false, className = () => undefined, empty }) {
  const classOf = ({ number, className: own }, more) => [number && "num", own, more].filter(Boolean).join(" ") || undefined;
  return h("table", { class: "table", "aria-label": label },
    h("thead", {}, h("tr", {}, columns.map((column) =>
      h("th", { scope: "col", class: classOf(column) }, column.said ? h("span", { class: "said" }, column.title) : column.title)))),
    h("tbody", {}, rows.map((row) => h("tr", { class: className(row) }, columns.map((column, index) => {
      const { content, className: own } = contentOf(column.cell(row));
      return named && index === 0 ? h("th", { scope: "row", class: classOf(column, own) }, content) : h("td", { class: classOf(column, own) }, content);
    }))), rows.length === 0 && empty && h("tr", { class: "quiet" }, h("td", { colspan: columns.length }, empty))));
}

/** A cell is its content, or `{content, className}`. */
const contentOf = (cell) => (cell && typeof cell === "object" && "content" in cell && !(cell instanceof Node) ? cell : { content: cell });
