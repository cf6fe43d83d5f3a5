// The open document: its text, whether it is saved, and what is said above it.

import { byId, h } from "/kit/dom/dom.js";
import { when } from "./documentText.js";

/** The editor, with the document that is open in it. */
export function createEditor() {
  const editor = byId("editor"), panes = byId("panes"), note = byId("note"), modes = byId("modes");
  let current = null, keptText = null, changed = () => {}, canPreview = false;
  let mode = localStorage.mode ?? "both";

  /** `edited()` is called at each change of the text, `seen()` when the preview comes into view. */
  function setUpEditor({ edited, seen }) {
    changed = edited;
    editor.addEventListener("input", () => { notify(); changed(); });
    modes.addEventListener("click", (event) => {
      const wanted = event.target.closest("[data-mode]")?.dataset.mode;
      if (!wanted) return;
      mode = localStorage.mode = wanted;
      applyMode();
      if (isPreviewSeen()) seen();
    });
    matchMedia("(max-width: 48rem)").addEventListener("change", () => { applyMode(); if (current && isPreviewSeen()) seen(); });
    applyMode();
  }

  const openDocument = () => current;
  const text = () => editor.value;
  const isDirty = () => current !== null && normal(editor.value) !== normal(current.text);
  /** Whether what was written is neither saved nor kept as a draft. */
  const isUnsafe = () => isDirty() && editor.value !== keptText;
  const isPreviewSeen = () => canPreview && panes.dataset.mode !== "write";
  const focusEditor = () => (panes.dataset.mode === "read" ? byId("title") : editor).focus();

  /** Shows a document; `written` is what the editor begins with where that isn't what the file holds. */
  function showDocument(document, written) {
    current = { ...document };
    editor.value = written ?? document.text;
    keptText = written ?? null;
    if (written === undefined) editor.setSelectionRange(0, 0);
    editor.scrollTop = 0;
    byId("nothing").hidden = true;
    byId("open").hidden = false;
    byId("app").dataset.view = "document";
    say();
    notify();
  }

  /** Takes over a new name or version. With `saved`, the text that was sent is the one on disk now. */
  function update({ name, title, version, modified }, saved) {
    current = { ...current, name, title, version, modified, text: saved ?? current.text };
    notify();
  }

  function draftKept(of, kept) {
    if (current?.name !== of) return;
    keptText = kept;
    notify();
  }

  function closeDocument() {
    current = null;
    keptText = null;
    editor.value = "";
    byId("nothing").hidden = false;
    byId("open").hidden = true;
    byId("app").dataset.view = "list";
    document.title = "Documents";
  }

  /** A line above the text, with buttons `{ name, run }`; without words it goes. */
  function say(words, ...actions) {
    note.hidden = !words;
    note.replaceChildren();
    if (!words) return;
    note.append(h("p", {}, words));
    for (const { name, run } of actions) {
      note.append(h("button", { class: "button small", on: { click: () => { say(); run(); } } }, name));
    }
  }

  /** Replaces a part of the text as if it were typed, so that the browser can undo it, and selects another. */
  function write(text, from, to, start, end) {
    editor.focus();
    editor.setSelectionRange(from, to);
    if (!document.execCommand("insertText", false, text)) {
      editor.setRangeText(text, from, to);
      editor.dispatchEvent(new Event("input", { bubbles: true }));
    }
    editor.setSelectionRange(start, end);
  }

  /** `classic` is a column of text, `wide` the whole width with buttons above it. */
  function layOut(layout) {
    byId("app").dataset.layout = layout;
    byId("toolbar").hidden = layout !== "wide";
  }

  /** The preview comes and goes with its feature. */
  function allowPreview(available) {
    canPreview = available;
    applyMode();
  }

  function notify() {
    if (!current) return;
    byId("title").textContent = current.title;
    byId("title").title = current.name;
    document.title = `${isDirty() ? "• " : ""}${current.title} – Documents`;
    byId("status").textContent = !isDirty() ? `Saved ${when(current.modified)}` : isUnsafe() ? "Not saved" : "Not saved, draft kept";
    byId("save").disabled = !isDirty();
  }

  function applyMode() {
    const narrow = matchMedia("(max-width: 48rem)").matches;
    const shown = !canPreview ? "write" : narrow && mode === "both" ? "write" : mode;
    panes.dataset.mode = shown;
    for (const button of modes.children) button.setAttribute("aria-pressed", button.dataset.mode === shown);
  }

  /** A text area turns every line end into one sign. */
  function normal(text) { return text.replace(/\r\n?/g, "\n"); }

  return {
    setUpEditor, openDocument, text, isDirty, isUnsafe, isPreviewSeen, focusEditor, showDocument, update, draftKept, closeDocument, say, write, layOut, allowPreview, notify,
  };
}
