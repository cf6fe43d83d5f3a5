// Unsaved drafts of the open document by other tabs. Each tab has its own, which no other one changes: another draft is
// offered, and is used or discarded by the user.

import { choose } from "/kit/overlays/dialogs.js";
import { differences } from "./conflict.js";
import { difference } from "./diff.js";
import { byId, fill, h } from "/kit/dom/dom.js";
import { when } from "./documentText.js";

/** The offer of other drafts, above the text of the `editor`. */
export function createDrafts({ editor }) {
  const note = byId("drafts");
  let page = {};

  /** `use(draft)` continues the text of a draft in this tab, `discard(draft)` discards it. */
  function setUpDrafts(functions) { page = functions; }

  /** Offers the latest of the drafts `{ owner, text, madeFrom, modified }`, or nothing. */
  function offerDrafts(drafts = []) {
    const [draft, ...rest] = drafts;
    note.hidden = !draft;
    if (!draft) return fill(note);
    fill(note,
      h("p", {}, `Another tab has an unsaved draft of this document, stored ${when(draft.modified)}.${rest.length ? ` ${rest.length} more.` : ""}`),
      h("button", { class: "button small", on: { click: () => compare(draft, rest) } }, "Compare…"));
  }

  async function compare(draft, rest) {
    const isDirty = editor.isDirty();
    const chosen = await choose({
      title: `Draft of “${editor.openDocument().title}”`, wide: true,
      choices: [
        { name: "Not now", focused: true },
        { name: "Discard draft", value: "discard", kind: "danger" },
        { name: "Use draft", value: "use" },
      ],
      body: [
        h("p", {}, isDirty ? "The draft replaces your unsaved text in this tab. Undo in the text restores it." : "The draft replaces the text in this tab. The file is changed when you save."),
        h("p", { class: "legend" }, h("span", {}, "+ only in the draft"), h("span", {}, "− only in your text")),
        differences(difference(editor.text(), draft.text), { mine: "Draft", theirs: "Yours" }),
      ],
    });
    if (chosen === "discard") await page.discard(draft);
    if (chosen === "use") { offerDrafts(rest); await page.use(draft); }
  }

  return { setUpDrafts, offerDrafts };
}
