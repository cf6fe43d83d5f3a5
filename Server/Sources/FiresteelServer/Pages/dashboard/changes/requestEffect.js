// The effect of a request or a schedule: the difference of its edits, or of the change that it made.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { count, counted } from "../../kit/text/format.js";
import { itemName } from "../text/itemLines.js";
import { differences } from "./changeRow.js";
import { previewChange } from "./submit.js";

/** The number of items whose difference is shown. */
const maximumShown = 200;
/** The number of edits of which the server makes a preview. Reversals may have more. */
const maximumEdits = 10_000;

/** The edits of a request, of which lists leave out large ones. */
async function editsOf(program, request) {
  if (!request.isShortened) return request.edits;
  const { edits } = await program.transport.get(`${program.path}/requests/${encodeURIComponent(request.id)}`);
  return edits;
}

/** The effect that the edits of a request would have now: a preview. */
export async function readPreview(program, request) {
  const edits = await editsOf(program, request);
  return edits.length > maximumEdits ? { change: program.change, edits: edits.length } : previewChange(program, edits);
}

/** The effect of a request that made a change, or that it would have now. */
export async function readEffect(program, request) {
  if (!request.change) return readPreview(program, request);
  const { differences: list } = await program.transport.get(`${program.path}/changes/${request.change}`);
  return { differences: list, conflicts: [], diagnostics: [] };
}

/** An effect as elements: the difference of each item, and what keeps it from applying. */
export function effectOf({ differences: list, conflicts, diagnostics, edits }, program) {
  if (!list) return [h("p", { class: "note warning" }, icon("warning"), h("span", {}, `${count(edits)} edits are too many to show what they would do.`))];
  const notes = [...conflicts.map((one) => `${itemName(one, program)} was changed since.`), ...diagnostics.map(({ message }) => message)];
  return [
    differences(list.slice(0, maximumShown), program),
    list.length > maximumShown && h("p", { class: "muted" }, `And ${counted(list.length - maximumShown, "more item")}.`),
    list.length === 0 && h("p", {}, "Nothing changes: the stored values are the same."),
    notes.map((text) => h("p", { class: "note warning" }, icon("warning"), h("span", {}, text))),
  ];
}
