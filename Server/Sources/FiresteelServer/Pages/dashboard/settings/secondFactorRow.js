// The second factor of the signed-in person in the settings.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { counted } from "../../kit/text/format.js";
import { confirmed } from "../changes/submit.js";
import { codeField, setUpSecondFactor, showRecoveryCodes } from "../signIn/secondFactor.js";
import { momentOf } from "../text/times.js";

/** The row; `factor` is its state, `changed()` is called after a change. */
export function secondFactorRow(transport, factor, changed) {
  const attempt = (act) => async () => {
    try {
      await act();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  };
  const state = factor.isOn ? `On since ${momentOf(factor.since).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())}. ${counted(factor.recoveryCodes, "recovery code")} left.`
    : factor.isRequired ? "Off. This server requires one of everyone who may change flags." : "Off. Codes of an authenticator app, after the password.";
  return h("div", { class: "setting" }, h("span", {}, "Second factor", h("br"), h("span", { class: "sub" }, state)),
    h("span", { class: "buttons" }, factor.isOn
      ? [button("New recovery codes…", () => renew(transport, changed), "small"), button("Turn off…", () => turnOff(transport, changed), "small danger")]
      : button("Set up…", attempt(() => setUpSecondFactor(transport, changed)), "small")));
}

function turnOff(transport, changed) {
  const password = textField({ name: "password", label: "Password", attributes: { type: "password", autocomplete: "current-password" } });
  const form = new Form({
    label: "Turn off the second factor", verb: "Turn off", fields: [password, codeField()], cancel: () => dialog.close(),
    submit: async (body) => {
      await transport.post("session/second-factor/removal", body);
      dialog.close();
      toast("Second factor turned off. Other sessions ended.");
      changed();
    },
  });
  const dialog = openDialog({ title: "Turn off the second factor", body: form.element });
  dialog.querySelector("footer").remove();
  password.control.focus();
}

function renew(transport, changed) {
  const code = codeField();
  const form = new Form({
    label: "New recovery codes", verb: "Create codes", fields: [code], cancel: () => dialog.close(),
    submit: async (body) => {
      const { recoveryCodes } = await confirmed(transport, () => transport.post("session/second-factor/recovery-codes", body));
      dialog.close();
      showRecoveryCodes(recoveryCodes, changed);
    },
  });
  const dialog = openDialog({ title: "New recovery codes", body: [h("p", {}, "The earlier codes no longer work."), form.element] });
  dialog.querySelector("footer").remove();
  code.control.focus();
}
