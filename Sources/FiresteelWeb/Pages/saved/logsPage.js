// The page of log lines: those of the report, or those that the run's file has.

import { fill, setText } from "../kit/dom/dom.js";
import { narrow } from "../kit/app/address.js";
import { Rows } from "../kit/lists/rows.js";
import { button, state } from "../kit/dom/states.js";
import { count, counted } from "../kit/text/format.js";
import { createLineRow, renderLineRow, showLine } from "../run/logLine.js";
import { SavedRun } from "../run/data/savedRun.js";

/** Mounts the page. */
export function mountLogs(page) {
  const { byId, readQuery, writeQuery } = page;
  let all = [], shown = [], selected;

  const source = { first: 0, get total() { return shown.length; }, at: (position) => shown[position], want() {} };
  const rows = new Rows({
    signal: page.signal, scroller: byId("scroller"), label: "Log lines, oldest first", source,
    create: createLineRow, render: renderLineRow, isSelected: (line) => line === selected,
    onSelect: (line, position, opened) => select(line, opened), onBack: () => back(),
    onWindow: (from, to) => setText(byId("window"), shown.length ? `${count(from + 1)} to ${count(to + 1)} of ${count(shown.length)}` : ""),
  });

  function select(line, opened) {
    selected = line;
    if (line && !opened && narrow.matches) return;
    showLine(byId("line"), line, { run: readQuery().run });
    byId("nothing").hidden = Boolean(line);
    byId("split").dataset.view = line && opened ? "detail" : "list";
    if (opened && narrow.matches) byId("selected").focus();
    rows.update();
  }

  function back() {
    if (!selected) return false;
    select(undefined);
    rows.grid.focus();
    return true;
  }

  function show() {
    const query = readQuery(), { text = "", level, perform } = query;
    shown = all.filter((line) => SavedRun.hasLine(line, query));
    for (const one of byId("levels").children) one.setAttribute("aria-pressed", String(one.dataset.level === (level ?? "")));
    if (byId("search").value.trim() !== text) byId("search").value = text;
    byId("chip-perform").hidden = perform === undefined;
    const isEmpty = shown.length === 0;
    byId("scroller").hidden = isEmpty;
    byId("empty").hidden = !isEmpty;
    fill(byId("empty"), isEmpty && (all.length ? state({ symbol: "search", title: "No matching lines", buttons: [button("Clear filters", () => write({ text: "", level: "", perform: undefined }))] })
      : state({ symbol: "logs", title: "No log lines", text: "The file contains none of this run." })));
    setText(byId("facts"), counted(shown.length, "line"));
    rows.update({ stale: true });
  }

  function write(changes) { writeQuery(changes); show(); }

  byId("search").addEventListener("input", (event) => write({ text: event.target.value }));
  byId("levels").addEventListener("click", (event) => { const one = event.target.closest("button"); if (one) write({ level: one.dataset.level }); });
  byId("chip-perform").addEventListener("click", () => write({ perform: undefined }));
  byId("back").addEventListener("click", () => back());
  page.onStep(show);

  page.load(async () => {
    all = page.shared.app.runOf("", readQuery())?.lines ?? [];
    fill(byId("nothing"), state({ symbol: "logs", title: "No line selected", text: "Select a line to see where it comes from." }));
    show();
    rows.toEnd();
  });
}
