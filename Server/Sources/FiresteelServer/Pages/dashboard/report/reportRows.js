// The last events and log lines of a report, with the inspector's rows. One tab stop; Enter shows the details of an action.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { showChange } from "../../run/timeline/changeDetail.js";
import { createEventRow, renderEventRow } from "../../run/timeline/eventRow.js";
import { createLineRow, renderLineRow } from "../../run/logLine.js";
import { showPerform } from "../../run/timeline/performDetail.js";
import { SavedRun } from "../../run/data/savedRun.js";
import { actionName, featureName } from "../insight/groupText.js";

const outcomes = { inFlight: "in-flight" };

/** The run of a report: its recorded events, or its steps where it has none. */
export function runOf({ timeline, steps = [], run }) {
  const objects = Array.isArray(timeline?.run) ? timeline.run.filter((one) => one && typeof one === "object") : [];
  const saved = new SavedRun(String(run), objects);
  const isRecorded = saved.rows.length > 0 || saved.lines.length > 0;
  const entries = isRecorded ? [...saved.rows.map((row) => ({ at: row.at, row })), ...saved.lines.map((line) => ({ at: line.at, line }))]
    : steps.map((step, index) => ({ at: step.time * 1_000, row: { id: index, at: step.time * 1_000, took: step.outcome === "inFlight" ? undefined : step.duration * 1_000, outcome: outcomes[step.outcome] ?? step.outcome, depth: 0,
      feature: { path: step.feature, name: featureName(step) }, action: { identifier: step.action, name: actionName(step) } } }));
  // Sorting is stable: an event is before the lines of its time.
  return { saved: isRecorded ? saved : undefined, entries: entries.sort((one, other) => one.at - other.at), dropped: Number(timeline?.dropped) || 0 };
}

/** The number of a key among equal ones. */
function numbered(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts.get(key);
}

/** The rows of `entries`, the last of which is the newest. */
export function reportRows({ saved }, entries, label) {
  const now = entries.at(-1)?.at ?? 0, lines = new Map();
  const rows = entries.map(({ row, line }, index) => {
    const element = row ? createEventRow() : createLineRow();
    if (row) renderEventRow(element, row, { now, ended: true }); else renderLineRow(element, line);
    element.setAttribute("role", "row");
    element.tabIndex = index === entries.length - 1 ? 0 : -1;
    element.dataset.entry = String(index);
    element.dataset.focus = row ? `event-${row.id}` : `line-${line.at}-${numbered(lines, line.at)}`;
    return element;
  });
  const open = (element) => { const { row } = entries[Number(element.dataset.entry)]; if (row && saved) showDetails(saved, row, element); };
  return h("div", { class: saved ? "rows boxed opens" : "rows boxed", role: "grid", "aria-label": label, on: {
    click: (event) => { const element = event.target.closest(".row"); if (element) { element.focus(); open(element); } },
    focusin: (event) => { const element = event.target.closest(".row"); for (const row of rows) row.tabIndex = row === element ? 0 : -1; },
    keydown: (event) => {
      const here = rows.indexOf(event.target.closest(".row")), to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
      if (event.key === "Enter") open(rows[here]); else if (to === undefined) return; else rows[Math.min(Math.max(to, 0), rows.length - 1)].focus();
      event.preventDefault();
    },
  } }, rows);
}

/** Opens the details of an action or a change beside the page. */
function showDetails(saved, row, from) {
  const pane = h("div", { class: "pane" });
  const dialog = h("dialog", { class: "drawer", "aria-labelledby": "selected", on: {
    // The browser returns the focus, unless the row was redrawn meanwhile.
    close: () => { dialog.remove(); if (document.activeElement === document.body) document.querySelector(`main [data-focus="${CSS.escape(from.dataset.focus)}"]`)?.focus(); }, click: (event) => { if (event.target === dialog) dialog.close(); },
  } }, pane);
  const context = { run: saved.id, ended: true, now: saved.lastTime, backLabel: "Report", back: () => dialog.close(), open: show };
  document.body.append(dialog);
  show(row);
  dialog.showModal();
  dialog.querySelector("#selected")?.focus();

  function show(one) {
    const detail = saved.get(`timeline/performs/${one.id}`);
    fill(pane);
    if (detail.change) showChange(pane, { ...detail, ...one }, context); else showPerform(pane, detail, context);
    pane.querySelector(".detail-head .title").append(h("button", { class: "button quiet only small", type: "button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close")));
    if (dialog.open) dialog.querySelector("#selected")?.focus();
  }
}
