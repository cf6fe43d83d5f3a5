// What is being written moves over to the new page when the program was started anew.

/** Puts the open document aside for the page that is loaded next in this tab. */
export function putAside(editor) {
  const open = editor.openDocument();
  if (open) sessionStorage.rescued = JSON.stringify({ name: open.name, text: editor.isDirty() ? editor.text() : undefined });
}

/** Opens what was put aside, with `open(name)`; answers whether text was brought that was never saved. */
export async function takeUp(editor, open) {
  const rescued = JSON.parse(sessionStorage.rescued ?? "null");
  delete sessionStorage.rescued;
  if (!rescued) return false;
  await open(rescued.name);
  const now = editor.openDocument();
  if (now?.name !== rescued.name || rescued.text === undefined || rescued.text === editor.text()) return false;
  editor.showDocument(now, rescued.text);
  editor.say("Documents was started anew. This is what you had written.");
  return true;
}
