// Edits of several flags as one change.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { choiceField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { counted } from "../../kit/text/format.js";
import { openChange } from "../changes/changeDialog.js";
import { nameOf } from "../text/flagState.js";

/** The number of flags that a sentence names. */
const maximumNamed = 8;

/** Shows what can be done with the selected flags, or hides the bar without any. */
export function showBulk(place, { program, keys, clear }) {
  place.hidden = keys.length === 0;
  if (keys.length === 0) return;
  const flags = keys.map((key) => program.flags.get(key)), title = counted(flags.length, "flag");
  place.setAttribute("aria-label", `${title} selected`);
  const save = async (edits, verb, done, { number = flags.length, ...more } = {}) => {
    if (await openChange({ program, edits, title: `${verb} ${counted(number, "flag")} as one change?`, verb, done, ...more })) clear();
  };
  const command = (label, act, symbol) => h("button", { class: "button", type: "button", on: { click: act } }, symbol && icon(symbol), label);
  const isArchived = flags.every(({ value }) => value.isArchived);
  fill(place, h("strong", { class: "strong", role: "status" }, `${keys.length} selected`),
    h("button", { class: "button quiet small", type: "button", on: { click: clear } }, "Deselect all"), h("span", { class: "push" }),
    !isArchived && command("Switch…", () => askForSwitch(program, flags, save), "power"),
    command("Owner…", () => askForText("Owner", "Set owner", flags, (value) => save(flags.map((flag) => fieldEdit(flag, "owner", value || undefined)), "Change", "Owner changed."))),
    command("Tags…", () => askForText("Tags, separated by commas", "Set tags", flags, (value) => save(flags.map((flag) => fieldEdit(flag, "tags", tagsOf(value))), "Change", "Tags changed."), { value: (flags[0].value.tags ?? []).join(", ") })),
    command("Expiry…", () => askForText("Expires, empty for never", "Set expiry", flags, (value) => save(flags.map((flag) => fieldEdit(flag, "expires", value || undefined)), "Change", "Expiry changed."), { value: flags[0].value.expires ?? "", attributes: { type: "date" } })),
    command(isArchived ? "Restore…" : "Archive…", () => save(flags.map((flag) => fieldEdit(flag, "isArchived", isArchived ? undefined : true)), isArchived ? "Restore" : "Archive", isArchived ? "Flags restored." : "Flags archived.")));
}

export const tagsOf = (text) => [...new Set(text.split(",").map((tag) => tag.trim()).filter(Boolean))];

/** An edit of one field of a flag; `undefined` removes it. */
export const fieldEdit = (flag, field, value) => ({ kind: "flag", name: flag.key, base: flag.change, ...(value === undefined || value.length === 0 ? { clear: [field] } : { set: { [field]: value } }) });

function askForText(label, verb, flags, act, { value = flags[0].value.owner ?? "", attributes } = {}) {
  const field = textField({ name: "value", label, value, optional: true, attributes });
  const form = new Form({ label, verb: "Continue…", fields: [field], cancel: () => dialog.close(), submit: async (values) => { dialog.close(); act(values.value.trim()); } });
  const dialog = openDialog({ title: `${verb} of ${counted(flags.length, "flag")}`, body: form.element });
  dialog.querySelector("footer").remove();
  field.control.focus();
  if (field.control.type === "text") field.control.select();
}

/** The names of flags in a sentence. */
function listed(flags) {
  const shown = flags.slice(0, maximumNamed).map(nameOf).join(", ");
  return flags.length > maximumNamed ? `${shown} and ${flags.length - maximumNamed} more` : shown;
}

/** The flags that a switch leaves out, as a note. */
const leftOut = (flags, why) => flags.length > 0 && h("p", { class: "note warning" }, icon("warning"), h("span", {}, `${counted(flags.length, "flag")} left out, ${why}: ${listed(flags)}.`));

function askForSwitch(program, flags, save) {
  const places = program.environments.filter(({ id }) => program.mayEdit(id));
  const where = choiceField({ name: "environment", label: "Environment", value: program.environment.id, choices: places.map(({ id, name }) => [id, name]) });
  const to = choiceField({ name: "to", label: "Switch", choices: [["off", "Off"], ["on", "On"]] });
  const form = new Form({
    label: "Switch flags", verb: "Continue…", fields: [where, to], cancel: () => dialog.close(),
    submit: async ({ environment, to: state }) => {
      const isOn = state === "on", place = program.environmentNamed(environment), name = place.name.toLowerCase();
      const missing = flags.filter(({ targetings }) => !targetings.has(environment)), defined = flags.filter(({ targetings }) => targetings.has(environment));
      const same = defined.filter(({ targetings }) => targetings.get(environment).value.isOn === isOn), changed = defined.filter((flag) => !same.includes(flag));
      if (defined.length === 0) throw new Error(`None of the selected flags is defined in ${name}. Open a flag there and add it.`);
      if (changed.length === 0) throw new Error(`The selected flags are already ${state} in ${name}${missing.length ? ", or not defined there" : ""}.`);
      const edits = changed.map((flag) => ({ kind: "targeting", name: flag.key, environment, base: flag.targetings.get(environment).change, set: { isOn } }));
      dialog.close();
      save(edits, `Switch ${state}`, `Switched ${state}.`, { environment: place, number: changed.length,
        findings: () => [leftOut(missing, `not defined in ${name}`), leftOut(same, `already ${state} in ${name}`)] });
    },
  });
  const dialog = openDialog({ title: `Switch ${counted(flags.length, "flag")}`, body: form.element });
  dialog.querySelector("footer").remove();
}
