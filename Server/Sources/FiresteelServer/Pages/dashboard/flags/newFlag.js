// The dialog for a new flag, which is created in all environments.

import { h, uniqueId } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { choiceField, longField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { openChange } from "../changes/changeDialog.js";
import { declarationCode } from "./declarationCode.js";
import { Variants } from "./variants.js";
import { ownersOf } from "./flagFilters.js";

const kindChoices = [
  ["release", "Release", "Introduces a change gradually, then is removed."],
  ["experiment", "Experiment", "Compares variants, with a result."],
  ["operational", "Operations", "A switch or limit for emergencies. Stays."],
  ["permission", "Permission", "Who may use a feature. Stays."],
  ["configuration", "Configuration", "A value that differs by environment. Stays."],
];

/** Opens the dialog; `go(key)` opens the new flag. `key` is that of a flag that the code declares. */
export function openNewFlag({ program, go, key: given = "" }) {
  const name = textField({ name: "name", label: "Name" });
  const key = textField({ name: "key", label: "Key", value: given, hint: "It can’t be changed later.", attributes: { class: "field mono", spellcheck: "false", autocapitalize: "none" },
    check: (value) => (program.flags.has(value.trim()) ? `There is a flag “${value.trim()}” already.` : undefined) });
  let written = given !== "";
  key.control.addEventListener("input", () => { written = true; });
  name.control.addEventListener("input", () => { if (!written) key.control.value = keyOf(name.value); });
  const type = choiceField({ name: "type", label: "Type", choices: [["boolean", "Boolean"], ["string", "String"], ["integer", "Integer"], ["double", "Number"], ["object", "Object"]] });
  const variants = new Variants(type.value);
  type.control.addEventListener("change", () => variants.setType(type.value));
  const description = longField({ name: "description", label: "Description", optional: true });
  const expires = textField({ name: "expires", label: "Expires", optional: true, attributes: { type: "date" }, hint: "The last day on which the code should contain it." });
  const owners = uniqueId("owners");
  const owner = textField({ name: "owner", label: "Owner", optional: true, attributes: { list: owners } });
  const kind = kindField();
  const start = choiceField({ name: "start", label: "In all environments", choices: [["off", "Off"], ["on", "On for everyone"]] });
  const form = new Form({
    label: "New flag", verb: "Create flag", cancel: () => dialog.close(), fields: [name, key, description, type, variants, owner, expires, start],
    submit: async (values) => {
      const edits = editsOf(program, { ...values, kind: kind.value });
      dialog.close();
      if (await openChange({ program, edits, title: `Create ${values.name.trim()}?`, verb: "Create flag", done: `${values.name.trim()} created.`, schedules: false })) go(values.key.trim());
    },
  });
  const fields = form.element;
  fields.prepend(h("div", { class: "two" }, name.element, key.element), description.element, kind.element, type.element, variants.element,
    h("div", { class: "two" }, owner.element, expires.element), start.element, h("datalist", { id: owners }, ownersOf(program).map((one) => h("option", { value: one }))));
  fields.querySelector(".buttons").prepend(h("button", { class: "button", type: "button", on: { click: copy } }, "Copy declaration"));
  const dialog = openDialog({ title: "New flag", className: "wide", body: fields });
  dialog.querySelector("footer").remove();
  name.control.focus();

  /** Copies the declaration in Swift, for which the flag needs no more than a key and values. */
  async function copy() {
    const wrong = [key, variants].find((field) => !field.isValid());
    if (wrong) return wrong.control.focus();
    const { list, initial } = variants.value;
    try {
      await navigator.clipboard.writeText(declarationCode({
        key: key.value.trim(), type: type.value, value: list.find((variant) => variant.name === initial)?.value,
        description: description.value, owner: owner.value.trim(), expires: expires.value, kind: kind.value,
      }));
      toast("Declaration copied.");
    } catch (error) {
      toast(error.name === "NotAllowedError" ? "The browser doesn’t allow copying here." : error.message, { failed: true });
    }
    return undefined;
  }
}

/** A key made of a name: “Import batch” is “import-batch”. */
const keyOf = (name) => name.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");

function kindField() {
  const group = uniqueId("kind");
  const element = h("fieldset", {}, h("legend", { class: "field-label" }, "Kind"), h("div", { class: "choices plain" }, kindChoices.map(([value, label, text], index) =>
    h("label", {}, h("input", { type: "radio", name: group, value, checked: index === 0 }), h("span", {}, h("span", { class: "strong" }, label), h("br"), h("span", { class: "sub" }, text))))));
  return { element, get value() { return element.querySelector(":checked").value; } };
}

/** The edits that create a flag and its targeting in each environment that the person may change. */
function editsOf(program, { name, key, description, type, kind, owner, expires, start, variants }) {
  const given = Object.entries({ description: description.trim(), owner: owner.trim(), expires }).filter(([, own]) => own !== "");
  const value = { type, name: name.trim(), kind, variants: variants.list, ...Object.fromEntries(given) };
  // A Bool flag has the variant that its switch names; other flags have their default once they are on.
  const isBoolean = type === "boolean";
  const targeting = { isOn: start === "on", otherwise: { variant: isBoolean ? variants.list.find(({ value: own }) => own === true).name : variants.initial } };
  // A flag that is off changes nothing: the program’s default applies until someone switches it on.
  if (!isBoolean) targeting.off = null;
  return [{ kind: "flag", name: key.trim(), base: 0, create: value },
    ...program.environments.filter(({ id }) => program.mayEdit(id)).map(({ id }) => ({ kind: "targeting", name: key.trim(), environment: id, base: 0, create: targeting }))];
}
