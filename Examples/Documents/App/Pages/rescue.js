// Moves unsaved text to the page that is opened with the token of a restarted program.

/** Stores the open document for the next page in this tab. */
export function storeForReload(editor) {
  const open = editor.openDocument();
  if (open) sessionStorage.rescued = JSON.stringify({ name: open.name, text: editor.isDirty() ? editor.text() : undefined });
}

/** Opens the stored document with `open(name)`. Returns whether unsaved text was restored. */
export async function restoreAfterReload(editor, open) {
  const rescued = JSON.parse(sessionStorage.rescued ?? "null");
  if (!rescued) return false;
  // Without a valid token it remains stored for the next page.
  if (!await open(rescued.name)) return false;
  delete sessionStorage.rescued;
  const now = editor.openDocument();
  if (now?.name !== rescued.name || rescued.text === undefined || rescued.text === editor.text()) return false;
  editor.showDocument(now, rescued.text);
  editor.showNote("Documents restarted. Your unsaved text was restored.");
  return true;
}
