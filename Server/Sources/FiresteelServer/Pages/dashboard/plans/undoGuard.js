// Takes back what the guard of a plan did.

import { toast } from "../../kit/overlays/toasts.js";
import { report } from "../changes/report.js";
import { openRevert } from "../changes/revertDialog.js";
import { NotConfirmed, revertChange } from "../changes/submit.js";

/** The newest change of a flag’s targeting, if a guard made it and its plan is still there; `changes` are the flag’s, the newest first. */
export function guardChange(changes, flag, environment, plan) {
  const own = ({ kind, name, environment: place }) => kind === "targeting" && name === flag.key && place === environment.id;
  const newest = changes.find(({ differences }) => differences.some(own));
  return newest?.author.source === "guard" && newest.differences.find(own).after?.plan?.id === plan.id ? newest : undefined;
}

/** Reverts a guard’s change, as the history does. Asks first only if something has to be decided: a reason, an approval, a later change. */
export async function undoGuard(program, change) {
  try {
    const { preview, later } = await revertChange(program, change.number, { preview: true });
    if (later.length > 0 || !preview || preview.differences.length === 0 || preview.diagnostics.length > 0 || preview.needsReason.length > 0 || preview.needsApproval.length > 0) return openRevert(program, change);
    const { result } = await revertChange(program, change.number, { reason: `Undo of change ${change.number}` });
    await report(program, result ?? { result: "unchanged" }, "The guard’s change was undone.");
  } catch (error) {
    toast(error.message, { failed: !(error instanceof NotConfirmed) });
    await program.refresh();
  }
  return undefined;
}
