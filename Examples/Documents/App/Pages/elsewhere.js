// What another tab, or another program, changed of the document that is open here.

/** `leave()` asks whether the document may be left, `reload(name)` shows what its file holds, `createAgain()` writes it anew. */
export function noteChange(editor, { change, name, from, title, version }, { leave, reload, createAgain }) {
  const open = editor.openDocument();
  if (!open) return;
  if (change === "saved" && name === open.name && version !== open.version) {
    editor.say("This document was saved elsewhere.", { name: "Show it", run: async () => { if (await leave()) await reload(name); } });
  }
  if (change === "deleted" && name === open.name) {
    editor.say("This document was deleted elsewhere.", { name: "Create it again", run: createAgain });
  }
  if (change === "renamed" && from === open.name) editor.update({ ...open, name, title });
}
