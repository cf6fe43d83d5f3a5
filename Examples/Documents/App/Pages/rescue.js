// The open document of this tab, which a reload of the page opens again, with its unsaved text after a restart of the program.

/** Stores the name of the open document, or `undefined`. */
export function storeOpenDocument(name) {
  if (name === undefined) delete sessionStorage.open; else sessionStorage.open = name;
}

/** Stores the open document for the next page in this tab. */
export function storeForReload(editor) {
  const open = editor.openDocument();
  if (open) sessionStorage.rescued = JSON.stringify({ name: open.name, text: editor.isDirty() ? editor.text() : undefined });
}

/** Opens the stored document with `open(name, text)`, which returns whether it could. Returns whether unsaved text was restored. */
export async function restoreAfterReload(editor, open) {
  const rescued = JSON.parse(sessionStorage.rescued ?? "null") ?? (sessionStorage.open === undefined ? undefined : { name: sessionStorage.open });
  if (!rescued) return false;
  // A document that can't be opened remains stored for the next page.
  if (!await open(rescued.name, rescued.text)) return false;
  delete sessionStorage.rescued;
  const now = editor.openDocument();
  if (now?.name !== rescued.name || rescued.text === undefined || rescued.text === editor.text()) return false;
  editor.showDocument(now, rescued.text);
  editor.showNote("Documents restarted. Your unsaved text was restored.");
  return true;
}
