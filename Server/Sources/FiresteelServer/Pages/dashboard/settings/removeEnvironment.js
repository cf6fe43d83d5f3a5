// Removing an environment: what ends with it, and its name as a confirmation.

import { h } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { counted } from "../../kit/text/format.js";
import { environmentTag } from "../app/environments.js";
import { confirmed } from "../changes/submit.js";

/** The reason why an environment can’t be removed, or `undefined`. */
export function whyItStays(program, { protection }) {
  if (program.environments.length === 1) return "The only environment of a program can’t be removed.";
  return protection === "none" ? undefined : "Changes of this environment require something. To remove it, choose “Nothing” above and save first.";
}

/** The things that end with an environment, a sentence each. */
function consequences(program, { id }, tokens) {
  const flags = [...program.flags.values()].filter(({ targetings }) => targetings.has(id)).length, connected = program.having(id, 0).all;
  const revoked = tokens.filter((token) => token.environment === id && !token.revoked && !(token.expires && token.expires < Date.now())).length;
  return [
    flags > 0 && `The rules and switches of ${counted(flags, "flag")} in it are removed, as one change of the history. Other environments aren’t affected.`,
    revoked > 0 && `${counted(revoked, "token")} ${revoked === 1 ? "is" : "are"} revoked.`,
    connected > 0 && `${counted(connected, "connected program")} ${connected === 1 ? "receives no more flags, and retains" : "receive no more flags, and retain"} the stored values.`,
    "Requests and schedules that need it fail. What its programs sent is deleted when its retention ends.",
  ].filter(Boolean);
}

/** Requests the name, and removes the environment; `tokens` are those of the program, `removed(id)` is called afterwards. */
export function askToRemove(program, environment, { tokens, removed }) {
  const { name, id } = environment;
  const typed = textField({ name: "name", label: `Enter “${name}” to confirm`, attributes: { spellcheck: "false" }, check: (value) => (value.trim() === name.trim() ? undefined : `This isn’t “${name}”.`) });
  const form = new Form({ label: `Remove ${name}`, verb: "Remove environment", cancel: () => dialog.close(), fields: [typed], submit: async () => {
    program.removing = id;
    try {
      await confirmed(program.transport, () => program.transport.request("POST", `${program.path}/environments/${encodeURIComponent(id)}/removal`, { body: { name } }));
      dialog.close();
      toast(`${name} removed.`);
      await removed(id);
    } finally {
      program.removing = undefined;
    }
  } });
  form.go.className = "button danger";
  const dialog = openDialog({ title: `Remove ${name}?`, body: [consequences(program, environment, tokens).map((text) => h("p", {}, text)), form.element], aside: environmentTag(environment) });
  dialog.querySelector("footer").remove();
  typed.control.focus();
}
