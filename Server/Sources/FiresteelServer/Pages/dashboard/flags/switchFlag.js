// The switch of a flag: immediate where nothing protects the environment, otherwise with a dialog, as from the command menu.

import { toast } from "../../kit/overlays/toasts.js";
import { openChange } from "../changes/changeDialog.js";
import { report } from "../changes/report.js";
import { submitChange } from "../changes/submit.js";
import { nameOf } from "../text/flagState.js";

/** Switches a flag in an environment to the other state; `asks` opens the dialog, in which a reason can be given, everywhere. */
export async function switchFlag(program, flag, environment, { asks = false } = {}) {
  const { value, change } = flag.targetings.get(environment.id), isOn = !value.isOn, word = isOn ? "on" : "off";
  const edits = [{ kind: "targeting", name: flag.key, environment: environment.id, base: change, set: { isOn } }];
  const name = nameOf(flag), done = `${name} is ${word} in ${environment.name.toLowerCase()}.`;
  if (asks || environment.protection !== "none") {
    return openChange({ program, edits, environment, title: `Switch ${word} ${name} in ${environment.name.toLowerCase()}?`, verb: `Switch ${word}`, done });
  }
  try {
    await report(program, await submitChange(program, { edits }), done);
    return true;
  } catch (error) {
    toast(error.code === "conflict" ? "Another person changed it first. The page shows the new state." : error.message, { failed: true });
    await program.refresh();
    return false;
  }
}
