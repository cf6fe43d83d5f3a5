// The list of documents, and the search above it.

import { byId, h } from "/kit/dom/dom.js";
import { button, loading, state } from "/kit/dom/states.js";
import { settled } from "/kit/time/pacing.js";
import { size, when } from "./documentText.js";

/** The list with its selection. */
export function createList() {
  const list = byId("list"), place = byId("list-state"), search = byId("search"), count = byId("count");
  let documents = [], query = "", selected = null, changed = false, focused = null, brought = null, left = null, drawn;

  /** `find(query)` searches, or lists all documents for an empty query; `open(name)` opens a document. */
  function setUpList({ list: find, open }) {
    const later = settled(() => find(search.value.trim()), 200);
    search.addEventListener("input", later);
    search.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && search.value) { event.preventDefault(); search.value = ""; find(""); }
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
    // A result of an earlier query.
    if (message.query !== currentQuery()) return;
    const isNew = message.query !== query;
    ({ documents, query } = message);
    // Unchanged rows retain the focus and a pending press.
    const now = JSON.stringify([query, documents.map(({ name, title, bytes, modified, excerpt }) => [name, title, bytes, when(modified), excerpt])]);
    if (now !== drawn) draw();
    drawn = now;
    if (isNew) list.parentElement.scrollTop = 0;
  }

  /** Marks the open document, and whether it has unsaved changes. */
  function select(name, hasChanges) {
    if (selected === name && changed === hasChanges) return;
    left = selected ?? left;
    [selected, changed] = [name, hasChanges];
    for (const row of list.children) mark(row);
    scrollToSelected();
  }

  /** Scrolls the open document's row into view, once. */
  function scrollToSelected() {
    if (brought === selected) return;
    const row = [...list.children].find((row) => row.dataset.name === selected);
    if (!row && selected !== null) return;
    row?.scrollIntoView({ block: "nearest" });
    brought = selected;
  }

  function showListProblem({ message, remedy = "" }, again) {
    documents = [];
    drawn = undefined;
    list.replaceChildren();
    count.textContent = "";
    place.replaceChildren(state({ symbol: "warning", failed: true, title: message, text: remedy, buttons: [button("Try again", again)] }));
  }

  function showBones() {
    place.replaceChildren(loading("Loading documents"));
  }

  function move(index) {
    const row = list.children[index];
    if (!row) return;
    for (const other of list.children) other.tabIndex = other === row ? 0 : -1;
    focused = row.dataset.name;
    row.focus();
  }

  /** Moves the focus to a row near the one that was open, or to the search field. */
  function focusList() {
    const at = Math.max(0, [...list.children].findIndex((row) => row.dataset.name === left));
    if (list.children.length) move(Math.min(at, list.children.length - 1)); else search.focus();
  }

  function draw() {
    const hadFocus = list.contains(document.activeElement), before = [...list.children].map(({ dataset }) => dataset.name);
    // The row of a removed document is followed by the next one.
    const position = (name) => {
      const now = [...list.children].findIndex((row) => row.dataset.name === name);
      return now >= 0 ? now : Math.max(0, before.indexOf(name));
    };
    list.replaceChildren(...documents.map(row));
    const at = position(hadFocus ? focused : selected);
    const stop = list.children[at] ?? list.children[list.children.length - 1];
    if (stop) { stop.tabIndex = 0; if (hadFocus) stop.focus(); }
    scrollToSelected();
    const number = `${documents.length} ${documents.length === 1 ? "document" : "documents"}`;
    count.textContent = query ? `${number} found` : number;
    place.replaceChildren();
    if (documents.length) return;
    place.append(state(query
      ? { symbol: "search", title: "No matching documents", text: "Try fewer words or another spelling." }
      : { symbol: "file", title: "No documents yet", text: "Create a document, or add Markdown files to the folder." }));
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
    const isSelected = row.dataset.name === selected;
    row.setAttribute("aria-selected", isSelected);
    row.querySelector(".name").classList.toggle("changed", isSelected && changed);
  }

  /** The excerpt with highlighted search words. */
  function marked(text) {
    const words = query.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (!words.length) return [text];
    return text.split(new RegExp(`(${words.join("|")})`, "i")).map((part, index) => (index % 2 ? h("mark", {}, part) : part));
  }

  return { setUpList, currentQuery, showDocuments, select, focusList, showListProblem };
}
