// The open document of this tab, which a reload of the page opens again, with its unsaved text.

/** Stores the name of the open document, or `undefined`. */
export function storeOpenDocument(name) {
  if (name !== sessionStorage.open) forgetRescued();
  if (name === undefined) delete sessionStorage.open; else sessionStorage.open = name;
}

/** Removes the unsaved text of the earlier page, because newer text is stored or saved. */
export function forgetRescued() { delete sessionStorage.rescued; }

/**
 * Stores the open document for the next page in this tab, with its unsaved text: a reload while the program is unreachable
 * ends at a page of the browser, and the draft may be older.
 */
export function storeForReload(editor) {
  const open = editor.openDocument();
  if (!open) return;
  // An earlier text must not remain if this one is too large.
  forgetRescued();
  try {
    sessionStorage.rescued = JSON.stringify({ name: open.name, version: open.version, text: editor.isDirty() ? editor.text() : undefined });
  } catch (error) {
    // A text of several megabytes stays in this page, which asks before it is left.
    if (error.name !== "QuotaExceededError") throw error;
  }
}

/** Opens the stored document with `open({ name, text, version })`, which returns whether it could. Returns whether unsaved text was restored. */
export async function restoreAfterReload(editor, open) {
  const rescued = JSON.parse(sessionStorage.rescued ?? "null") ?? (sessionStorage.open === undefined ? undefined : { name: sessionStorage.open });
  if (!rescued) return false;
  // A document that can't be opened remains stored for the next page.
  if (!await open(rescued)) return false;
  forgetRescued();
  const now = editor.openDocument();
  if (now?.name !== rescued.name || rescued.text === undefined || rescued.text === editor.text()) return false;
  editor.showDocument({ ...now, version: rescued.version ?? now.version }, rescued.text);
  // It isn't stored as a draft yet.
  editor.draftStored(rescued.name, undefined);
  editor.showNote("Your unsaved text of the earlier page was restored.");
  return true;
}
