// Unsaved drafts of the open document by other tabs. Each tab has its own, which no other one changes: another draft is
// offered, and is used or discarded by the user.

import { choose } from "/kit/overlays/dialogs.js";
import { differences } from "./conflict.js";
import { difference } from "./diff.js";
import { byId, fill, h } from "/kit/dom/dom.js";
import { toast } from "/kit/overlays/toasts.js";
import { when } from "./documentText.js";

/** The offer of other drafts, above the text of the `editor`. */
export function createDrafts({ editor }) {
  const note = byId("drafts");
  let page = {}, offered = [];

  /**
   * `use(draft)` continues the text of a draft in this tab; `discard({ name, owner, text, madeFrom })` discards the draft of a
   * document and `restore(…)` restores it, which resolve to whether they could; `read()` offers the drafts as they are now.
   */
  function setUpDrafts(functions) { page = functions; }

  /** Offers the latest of the drafts `{ owner, text, madeFrom, modified }`, or nothing. */
  function offerDrafts(drafts = []) {
    offered = drafts;
    const [draft, ...rest] = drafts;
    note.hidden = !draft;
    if (!draft) return fill(note);
    fill(note,
      h("p", {}, `Another tab has an unsaved draft of this document, stored ${when(draft.modified)}.${rest.length ? ` ${rest.length} more.` : ""}`),
      h("button", { class: "button small", on: { click: () => compareLatest(draft) } }, "Compare…"));
  }

  /** Compares a draft, whose tab may have continued since it was offered. */
  async function compareLatest({ owner }) {
    await page.read();
    const draft = offered.find((one) => one.owner === owner);
    if (draft) await compare(draft, offered.filter((one) => one !== draft));
  }

  /** Discards a draft, and offers to restore it. */
  async function discard(draft) {
    const discarded = { ...draft, name: editor.openDocument().name };
    if (!await page.discard(discarded)) return;
    const undo = async () => { if (!await page.restore(discarded)) offerUndo(); };
    const offerUndo = () => toast("Draft discarded.", { undo });
    offerUndo();
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
    if (chosen === "discard") await discard(draft);
    if (chosen === "use") { offerDrafts(rest); await page.use(draft); }
  }

  return { setUpDrafts, offerDrafts };
}
