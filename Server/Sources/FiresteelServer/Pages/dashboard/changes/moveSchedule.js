// Moves a schedule to another time.

import { h } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { Form } from "../app/form.js";
import { toast } from "../../kit/overlays/toasts.js";
import { momentInSentence } from "../text/times.js";
import { dueField } from "./dueField.js";
import { requestsChanged } from "./pending.js";
import { confirmed, randomId } from "./submit.js";

/** Opens the dialog; `changed()` is called once the schedule was moved. */
export function openMove(program, request, { changed }) {
  // The same call twice has one result.
  const id = randomId();
  const time = dueField(request.due);
  const form = new Form({
    label: "Move the schedule", verb: "Move", fields: [time], cancel: () => dialog.close(),
    submit: async ({ due }) => {
      const result = await confirmed(program.transport, () => program.transport.post(`${program.path}/requests/${encodeURIComponent(request.id)}/time`, { id: `${id}-${due}`, due: new Date(due).getTime() }));
      dialog.close();
      toast(result.result === "requested" ? "Approval of the new time requested." : `Moved to ${momentInSentence(result.request.due)}.`);
      requestsChanged();
      await program.refresh();
      changed();
    },
  });
  const dialog = openDialog({ title: "Move the schedule to another time", body: [request.decidedBy && h("p", { class: "sub" }, "It was approved for its time: another person approves the new one."), form.element] });
  dialog.querySelector("footer").remove();
  time.control.focus();
}
