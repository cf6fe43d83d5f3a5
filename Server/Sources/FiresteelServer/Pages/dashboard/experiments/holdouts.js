// The holdout of an environment: people who take part in no experiment, to measure the sum of all.

import { h } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { openChange } from "../changes/changeDialog.js";
import { identifierOf } from "../signIn/noProgram.js";
import { editOf } from "./experimentDeeds.js";
import { holdoutText } from "./layersCard.js";

/** Opens the dialog for a new holdout; `saved()` is called after the change was sent. */
export function openHoldout({ program, experiments, saved }) {
  const environment = program.environment;
  const name = textField({ name: "name", label: "Name", hint: "Such as Fourth quarter.", check: (text) => (!identifierOf(text) ? "It needs a letter." : experiments.some((one) => one.name === identifierOf(text)) ? "There is an experiment or a holdout with this name already." : undefined) });
  const share = textField({ name: "share", label: "Percent of all people", value: "5", hint: "They leave experiments that run.", attributes: { type: "number", min: "1", max: "100", step: "1" }, check: (text) => (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100 ? undefined : "A whole number from 1 to 100.") });
  const form = new Form({ label: "Holdout", verb: "Review…", cancel: () => dialog.close(), fields: [name, share], submit: async (values) => {
    const title = values.name.trim(), create = { holdout: true, name: title, share: Number(values.share), state: "running" };
    if (!await openChange({ program, environment, edits: [{ kind: "experiment", name: identifierOf(title), environment: environment.id, base: 0, create }], title: `Hold out ${create.share} % of all people?`, verb: "Start", done: `Holdout ${title} started.`, cancel: "Back" })) return;
    dialog.close();
    saved();
  } });
  form.element.prepend(h("p", {}, holdoutText));
  const dialog = openDialog({ title: "New holdout", body: form.element, data: { env: kindOf(environment) }, aside: environmentTag(environment) });
  dialog.querySelector("footer").remove();
  name.control.focus();
}

/** Asks before a holdout ends. Resolves to whether a change was sent. */
export const endHoldout = ({ program, experiment }) => openChange({ program, environment: program.environment, edits: [editOf(program, experiment, { state: "ended" })],
  title: `End the holdout ${experiment.value.name}?`, verb: "End", done: `Holdout ${experiment.value.name} ended.` });
