// The list of documents, and the search above it.

import { byId, h } from "/kit/dom/dom.js";
import { button, loading, state } from "/kit/dom/states.js";
import { settled } from "/kit/time/pacing.js";
import { size, when } from "./documentText.js";

/** The list, with what is in it and what is selected. */
export function createList() {
  const list = byId("list"), place = byId("list-state"), search = byId("search"), count = byId("count");
  let documents = [], query = "", chosen = null, changed = false, focused = null, brought = null, drawn;

  /** `look(query)` performs the search or, for an empty query, lists; `open(name)` opens a document. */
  function setUpList({ look, open }) {
    const later = settled(() => look(search.value.trim()), 200);
    search.addEventListener("input", later);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && search.value) { event.preventDefault(); search.value = ""; look(""); }
      if (event.key === "Enter" || event.key === "ArrowDown") { event.preventDefault(); move(0); }
    });
    list.addEventListener("click", (event) => {
      const row = event.target.closest("li");
      if (row) open(row.dataset.name);
    });
    list.addEventListener("keydown", (event) => {
      const rows = [...list.children], at = rows.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
      if (to !== undefined) { event.preventDefault(); move(Math.max(0, Math.min(rows.length - 1, to))); }
      if ((event.key === "Enter" || event.key === " ") && at >= 0) { event.preventDefault(); open(rows[at].dataset.name); }
      if (event.key === "Escape") search.focus();
    });
    showBones();
  }

  const currentQuery = () => search.value.trim();

  function showDocuments(message) {
    // An answer to a question that was changed meanwhile.
    if (message.query !== currentQuery()) return;
    ({ documents, query } = message);
    // The same again leaves the rows alone, with the focus and a press that has begun.
    const now = JSON.stringify([query, documents.map(({ name, title, bytes, modified, excerpt }) => [name, title, bytes, when(modified), excerpt])]);
    if (now !== drawn) draw();
    drawn = now;
  }

  /** Marks the open document, and whether it has unsaved changes. */
  function choose(name, hasChanges) {
    if (chosen === name && changed === hasChanges) return;
    [chosen, changed] = [name, hasChanges];
    for (const row of list.children) mark(row);
    bringChosen();
  }

  /** Brings the open document's row into view, once: where somebody scrolls to later is theirs. */
  function bringChosen() {
    if (brought === chosen) return;
    const row = [...list.children].find((row) => row.dataset.name === chosen);
    if (!row && chosen !== null) return;
    row?.scrollIntoView({ block: "nearest" });
    brought = chosen;
  }

  function showListProblem({ message, remedy = "" }, again) {
    documents = [];
    drawn = undefined;
    list.replaceChildren();
    count.textContent = "";
    place.replaceChildren(state({ symbol: "warning", failed: true, title: message, text: remedy, buttons: [button("Try again", again)] }));
  }

  function showBones() {
    place.replaceChildren(loading("Loading the documents"));
  }

  function move(index) {
    const row = list.children[index];
    if (!row) return;
    for (const other of list.children) other.tabIndex = other === row ? 0 : -1;
    focused = row.dataset.name;
    row.focus();
  }

  function draw() {
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...documents.map(row));
    const stop = [...list.children].find((row) => row.dataset.name === (hadFocus ? focused : chosen)) ?? list.children[0];
    if (stop) { stop.tabIndex = 0; if (hadFocus) stop.focus(); }
    bringChosen();
    const number = `${documents.length} ${documents.length === 1 ? "document" : "documents"}`;
    count.textContent = query ? `${number} found` : number;
    place.replaceChildren();
    if (documents.length) return;
    place.append(state(query
      ? { symbol: "search", title: "Nothing matches", text: "Try fewer words, or another spelling." }
      : { symbol: "file", title: "There are no documents yet", text: "Make a new one, or put Markdown files into the folder." }));
  }

  function row({ name, title, bytes, modified, excerpt }) {
    const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
    const made = h("li", { role: "option", tabIndex: -1 },
      h("span", { class: "name clip" }, folder ? h("span", { class: "folder" }, `${folder} / `) : "", title));
    made.dataset.name = name;
    if (excerpt) made.append(h("span", { class: "excerpt clip" }, ...marked(excerpt)));
    made.append(h("span", { class: "facts" }, `${when(modified)}, ${size(bytes)}`));
    mark(made);
    return made;
  }

  function mark(row) {
    const isChosen = row.dataset.name === chosen;
    row.setAttribute("aria-selected", isChosen);
    row.querySelector(".name").classList.toggle("changed", isChosen && changed);
  }

  /** The excerpt with the words that were looked for marked. */
  function marked(text) {
    const words = query.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (!words.length) return [text];
    return text.split(new RegExp(`(${words.join("|")})`, "i")).map((part, index) => (index % 2 ? h("mark", {}, part) : part));
  }

  return { setUpList, currentQuery, showDocuments, choose, showListProblem };
}
