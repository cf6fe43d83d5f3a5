// Changes of the open document by other tabs or programs.

/** `leave()` asks whether the document may be left, `reload(name)` shows the contents of its file, `createAgain()` creates it again. */
export function showExternalChange(editor, { change, name, from, title, version }, { leave, reload, createAgain }) {
  const open = editor.openDocument();
  if (!open) return;
  if (change === "saved" && name === open.name && version !== open.version) {
    editor.showNote("This document was saved elsewhere.", { name: "Reload", run: async () => { if (await leave()) await reload(name); } });
  }
  if (change === "deleted" && name === open.name) {
    editor.showNote("This document was deleted elsewhere.", { name: "Create again", run: createAgain });
  }
  if (change === "renamed" && from === open.name) editor.update({ ...open, name, title });
}
