// Importing flags from a file, and exporting them.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { choiceField, Field, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { counted } from "../../kit/text/format.js";
import { openChange } from "../changes/changeDialog.js";
import { confirmed } from "../changes/submit.js";

const formats = { firesteel: "Firesteel", flagd: "flagd", unleash: "Unleash", justtweak: "JustTweak", optimizely: "Optimizely datafile", firebase: "Firebase Remote Config template",
  growthbook: "GrowthBook", launchdarkly: "LaunchDarkly", flipt: "Flipt", gofeatureflag: "GO Feature Flag" };
/** The limit of the server, in bytes. */
const maximumSize = 8 << 20;
/** The number of messages that are shown before the others are folded. */
const shown = 20;

/** Downloads all flags, targetings and segments. */
export const exportFlags = (program) => program.transport.download(`${program.path}/export`, {}, `${program.id}-flags.json`);

/** Opens the dialog for a file; the next one shows what it changes. */
export function openImport(program) {
  const file = new Field({
    name: "file", label: "File", hint: "JSON, or a property list of JustTweak. Nothing is changed yet.",
    control: (common) => h("input", { class: "field", type: "file", accept: ".json,.plist,.xml,application/json", ...common }),
    check: () => (file.control.files[0]?.size > maximumSize ? "The file is larger than 8 MiB." : undefined),
  });
  const editable = program.environments.filter(({ id }) => program.mayEdit(id));
  const environment = choiceField({ name: "environment", label: "Rules apply in", choices: editable.map(({ id, name }) => [id, name]),
    value: (editable.find(({ id }) => id === program.environment.id) ?? editable[0])?.id });
  const format = choiceField({ name: "format", label: "Format", optional: true, choices: [["", "Detect"], ...Object.entries(formats)] });
  const source = textField({ name: "source", label: "Environment in the file", optional: true, hint: "Only if it has several, as exports of Unleash and LaunchDarkly can." });
  const form = new Form({
    label: "Import flags", verb: "Continue…", fields: [file, environment, format, source], cancel: () => dialog.close(),
    submit: async (values) => {
      const content = file.control.files[0];
      const query = { environment: values.environment, format: values.format, source: values.source.trim() };
      const found = await send(program, content, { ...query, preview: true });
      dialog.close();
      review(program, content, query, found);
    },
  });
  const dialog = openDialog({ title: "Import flags", className: "wide", body: form.element });
  dialog.querySelector("footer").remove();
  file.control.focus();
}

const send = (program, file, query) => program.transport.post(`${program.path}/imports`, file, query);

/** The dialog with the difference, and what is left out or differs. */
function review(program, file, query, found) {
  const environment = program.environmentNamed(query.environment);
  let result = found;
  openChange({
    program, environment, edits: [], schedules: false, title: `Import ${formats[found.format] ?? "the file"}?`, verb: "Import", done: "Flags imported.",
    preview: async () => {
      result ??= await send(program, file, { ...query, preview: true });
      const { preview } = result;
      return preview ?? { differences: [], environments: [], needsApproval: [], isReviewed: [], needsReason: [], conflicts: [], diagnostics: [] };
    },
    submit: async ({ id, reason }) => (await confirmed(program.transport, () => send(program, file, { ...query, id, reason }))).result,
    findings: () => findings(result.diagnostics),
    again: () => { result = undefined; },
  });
}

/** The messages about the file: first what is left out, then what differs. */
function findings(list) {
  const errors = list.filter(({ severity }) => severity === "error"), warnings = list.filter(({ severity }) => severity === "warning");
  const group = (title, kind, messages) => messages.length > 0 && h("section", { "aria-label": title },
    h("p", { class: `note ${kind}` }, icon("warning"), h("span", {}, title)), h("ul", { class: "lines" }, rows(messages)));
  return [group(`${counted(errors.length, "item")} of the file can’t be imported`, "failure", errors), group(`${counted(warnings.length, "difference")} after the import`, "warning", warnings)];
}

function rows(messages) {
  const row = ({ name, message }) => h("li", {}, h("span", { class: "what" }, name && h("code", {}, name), name && " ", h("span", { class: "sub" }, message)));
  if (messages.length <= shown) return messages.map(row);
  const more = h("li", {}, h("button", { class: "button small quiet", type: "button", on: { click: () => {
    const rest = messages.slice(shown).map(row), list = more.parentElement;
    rest[0].tabIndex = -1;
    more.replaceWith(...rest);
    list.children[shown].focus();
  } } }, `Show ${messages.length - shown} more`));
  return [...messages.slice(0, shown).map(row), more];
}
