// Reports what became of a change.

import { toast } from "../../kit/overlays/toasts.js";
import { momentInSentence } from "../text/times.js";
import { requestsChanged } from "./pending.js";
import { NotConfirmed, revertChange } from "./submit.js";

/** Shows the result of a change with Undo where it took effect, and reads the program again. `text` is what was done. */
export async function report(program, { result, change, request, review }, text) {
  if (result === "applied") {
    const note = review ? `${text} Another person reviews it.` : text;
    toast(note, { undo: () => undo(program, change.number) });
  } else if (result === "requested") {
    toast("Approval requested.");
  } else if (result === "scheduled") {
    toast(`Scheduled for ${momentInSentence(request.due)}.`);
  } else {
    toast("Nothing changed: the values were the same.");
  }
  requestsChanged();
  await program.refresh();
}

async function undo(program, number) {
  try {
    const { result } = await revertChange(program, number, { reason: "Undone right after it was made" });
    if (result.result === "applied") toast("Change reverted."); else toast("Approval of the reversal requested.");
    requestsChanged();
    await program.refresh();
  } catch (error) {
    toast(error.message, { failed: !(error instanceof NotConfirmed) });
  }
}
