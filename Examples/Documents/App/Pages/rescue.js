// Moves unsaved text to the new page after a restart of the program.

/** Stores the open document for the next page in this tab. */
export function storeForReload(editor) {
  const open = editor.openDocument();
  if (open) sessionStorage.rescued = JSON.stringify({ name: open.name, text: editor.isDirty() ? editor.text() : undefined });
}

/** Opens the stored document with `open(name)`. Returns whether unsaved text was restored. */
export async function restoreAfterReload(editor, open) {
  const rescued = JSON.parse(sessionStorage.rescued ?? "null");
  delete sessionStorage.rescued;
  if (!rescued) return false;
  await open(rescued.name);
  const now = editor.openDocument();
  if (now?.name !== rescued.name || rescued.text === undefined || rescued.text === editor.text()) return false;
  editor.showDocument(now, rescued.text);
  editor.showNote("Documents restarted. Your unsaved text was restored.");
  return true;
}
