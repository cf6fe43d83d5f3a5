// The open document: its text, whether it is saved, and the note above it.

import { byId, h } from "/kit/dom/dom.js";
import { when } from "./documentText.js";
import { storeOpenDocument } from "./rescue.js";

/** The editor with its open document. */
export function createEditor() {
  const editor = byId("editor"), panes = byId("panes"), note = byId("note"), modes = byId("modes");
  let current = null, storedText = null, changed = () => {}, canPreview = false, isDeleted = false;
  let mode = localStorage.mode ?? "both";

  /** `edited()` is called at each change of the text, `seen()` when the preview becomes visible. */
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
  /** Whether the text is neither saved nor stored as a draft. */
  const isUnsafe = () => isDirty() && editor.value !== storedText;
  const isPreviewSeen = () => canPreview && panes.dataset.mode !== "write";
  const focusEditor = () => (panes.dataset.mode === "read" ? byId("title") : editor).focus();

  /** Shows a document; `written` is the editor's text if it differs from the file. */
  function showDocument(document, written) {
    current = { ...document };
    storeOpenDocument(current.name);
    editor.value = written ?? document.text;
    storedText = written ?? null;
    if (written === undefined) editor.setSelectionRange(0, 0);
    editor.scrollTop = 0;
    byId("nothing").hidden = true;
    byId("open").hidden = false;
    byId("app").dataset.view = "document";
    showNote();
    notify();
  }

  /** Updates the name or version. `saved` is the text that is on disk now. */
  function update({ name, title, version, modified }, saved) {
    current = { ...current, name, title, version, modified, text: saved ?? current.text };
    storeOpenDocument(name);
    notify();
  }

  function draftStored(of, stored) {
    if (current?.name !== of) return;
    storedText = stored;
    notify();
  }

  /** Closes the document. `focusNext()` moves the focus if it was in the document. */
  function closeDocument(focusNext = () => {}) {
    const hadFocus = byId("open").contains(document.activeElement) || document.activeElement === document.body;
    current = null;
    storeOpenDocument(undefined);
    storedText = null;
    editor.value = "";
    byId("nothing").hidden = false;
    byId("open").hidden = true;
    byId("app").dataset.view = "list";
    document.title = "Documents";
    if (hadFocus) focusNext();
  }

  /** Shows a note above the text, with buttons `{ name, run }`, or hides it without a message. */
  function showNote(message, ...actions) {
    isDeleted = false;
    note.hidden = !message;
    note.replaceChildren();
    if (!message) return;
    note.append(h("p", {}, message));
    for (const { name, run } of actions) {
      note.append(h("button", { class: "button small", on: { click: () => { showNote(); run(); } } }, name));
    }
  }

  /** Replaces a part of the text so that the browser can undo it, which it can while the text is visible, and selects another part. */
  function write(text, from, to, start, end) {
    if (panes.dataset.mode === "read") modes.querySelector("[data-mode=write]").click();
    editor.focus();
    editor.setSelectionRange(from, to);
    if (!document.execCommand("insertText", false, text)) {
      editor.setRangeText(text, from, to);
      editor.dispatchEvent(new Event("input", { bubbles: true }));
    }
    editor.setSelectionRange(start, end);
  }

  /** `classic` is a column of text, `wide` the full width with a toolbar, `focused` hides the list while a document is open. */
  function layOut(layout) {
    byId("app").dataset.layout = layout;
    byId("toolbar").hidden = layout !== "wide";
  }

  /** Follows the availability of the preview feature. */
  function allowPreview(available) {
    canPreview = available;
    applyMode();
  }

  function notify() {
    if (!current) return;
    byId("title").textContent = current.title;
    byId("title").title = current.name;
    document.title = `${isDirty() ? "• " : ""}${current.title} – Documents`;
    byId("status").textContent = !isDirty() ? `Saved ${when(current.modified)}` : isUnsafe() ? "Not saved" : "Not saved, draft stored";
    byId("save").disabled = !isDirty();
  }

  function applyMode() {
    const narrow = matchMedia("(max-width: 48rem)").matches;
    const shown = !canPreview ? "write" : narrow && mode === "both" ? "write" : mode;
    panes.dataset.mode = shown;
    for (const button of modes.children) button.setAttribute("aria-pressed", button.dataset.mode === shown);
  }

  /** Normalizes line ends as a text area does. */
  function normal(text) { return text.replace(/\r\n?/g, "\n"); }

  return {
    setUpEditor, openDocument, text, isDirty, isUnsafe, isPreviewSeen, focusEditor, showDocument, update, draftStored, closeDocument, showNote, write, layOut, allowPreview, notify,
    /** Whether the note says that the document was deleted. */
    get isDeleted() { return isDeleted; },
    set isDeleted(value) { isDeleted = value; },
  };
}
