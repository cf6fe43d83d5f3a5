// Changes of the open document by other tabs or programs.

/**
 * `leave()` asks whether the document may be left, `reload(name)` shows the contents of its file, `createAgain()` creates it
 * again, and `renamed()` follows its name.
 */
export function showExternalChange(editor, { change, name, from, title, version }, { leave, reload, createAgain, renamed }) {
  const open = editor.openDocument();
  if (!open) return;
  const fromDisk = { name: "Reload", run: async () => { if (await leave()) await reload(name); } };
  const follow = () => {
    if (name === open.name) return;
    editor.update({ ...open, name, title });
    renamed();
  };
  if (change === "saved" && name === open.name && version !== open.version) {
    editor.showNote("This document was saved elsewhere.", fromDisk);
  }
  if (change === "deleted" && name === open.name) {
    editor.showNote("This document was deleted elsewhere.", { name: "Create again", run: createAgain });
    editor.isDeleted = true;
  }
  if (change === "restored" && from === open.name && editor.isDeleted) {
    editor.showNote();
    follow();
  }
  if (change === "created" && name === open.name && editor.isDeleted) {
    editor.showNote("This document was deleted and created again elsewhere.", fromDisk);
  }
  if (change === "renamed" && from === open.name) follow();
}
