// Compares the values of all flags: the defaults in code, the program's values, and those of open sessions.

import { notify } from "../../kit/overlays/dialogs.js";
import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { settled } from "../../kit/time/pacing.js";
import { loading } from "../../kit/dom/states.js";
import { table } from "../../kit/dom/table.js";
import { count, counted } from "../../kit/text/format.js";
import { flagLink } from "../../run/links.js";
import { reasonOf, shown } from "../../run/flagText.js";

const defaults = "defaults", program = "program";

/** The flags whose values differ: `[{flag, left, right}]`, by key. A value that is missing on one side is `undefined`. */
function differences(left, right) {
  const others = new Map(right.map((flag) => [flag.key, flag])), keys = [...new Set([...left, ...right].map(({ key }) => key))].sort();
  const own = new Map(left.map((flag) => [flag.key, flag]));
  return keys.map((key) => ({ flag: own.get(key) ?? others.get(key), left: own.get(key), right: others.get(key) }))
    .filter((one) => one.left?.value !== one.right?.value);
}

/** The declared flags with their defaults. */
const asDefaults = (flags) => flags.filter(({ declared }) => declared)
  .map((flag) => ({ ...flag, value: flag.default, reason: "DEFAULT", variant: undefined, provider: undefined, error: undefined }));

/** Opens the dialog. */
export async function compareFlags(page) {
  const { get } = page.transport;
  const result = h("div", { "aria-live": "polite" }, loading("Loading flags", 4)), note = h("p", { class: "muted" });
  const search = h("input", { class: "field", type: "search", autocomplete: "off", placeholder: "Session or targeting key" });
  const sides = [side("Compare", defaults), side("with", program)];
  let round = 0, sessions = [];

  function side(label, value) {
    const id = uniqueId("compare");
    const select = h("select", { class: "field", id, on: { change: () => show() } });
    return { select, value, element: h("div", { class: "field-label grow" }, h("label", { for: id }, label), select) };
  }

  function fillSides() {
    for (const one of sides) {
      const before = one.select.value || one.value;
      fill(one.select, h("option", { value: defaults }, "Defaults in code"), h("option", { value: program }, "This program now"),
        sessions.length > 0 && h("optgroup", { label: "Open sessions" }, sessions.map(({ session, targetingKey }) =>
          h("option", { value: String(session.id) }, [session.name || `Session ${session.id}`, targetingKey].filter(Boolean).join(", ")))));
      one.select.value = before;
      if (!one.select.value) one.select.value = one.value;
    }
  }

  async function readSessions() {
    try {
      const found = await get("flags/sessions", { text: search.value.trim(), limit: 100 });
      const selected = sides.map(({ select }) => select.value);
      sessions = [...sessions.filter(({ session }) => selected.includes(String(session.id)) && !found.sessions.some((other) => other.session.id === session.id)), ...found.sessions];
      fill(note, found.total > found.sessions.length && `${count(found.sessions.length)} of ${counted(found.total, "open session")} can be selected. Search for others.`);
      searchLabel.hidden = found.open <= 20 && !search.value;
    } catch (error) {
      fill(note, `Can’t read the sessions: ${error.message}`);
    }
    fillSides();
  }

  const read = async (which) => {
    if (which === program) return (await get("flags")).flags;
    return which === defaults ? asDefaults((await get("flags")).flags) : (await get("flags", { session: which })).flags;
  };

  async function show() {
    const mine = ++round, names = sides.map(({ select }) => select.selectedOptions[0]?.textContent ?? "").map((name) => (name.length > 60 ? `${name.slice(0, 59)}…` : name));
    try {
      const [left, right] = await Promise.all(sides.map(({ select }) => read(select.value)));
      if (mine !== round) return;
      const rows = differences(left, right);
      fill(result, h("p", { class: "muted", role: "status" }, rows.length ? `${counted(rows.length, "flag")} ${rows.length === 1 ? "differs" : "differ"}.` : "No flag differs."),
        rows.length > 0 && table({ label: "Flags that differ", rows, columns: [
          { title: "Flag", cell: ({ flag }) => ({ className: "wrap", content: [flag.name, h("div", { class: "small mono wrap" }, h("a", { href: flagLink(flag.key) }, flag.key))] }) },
          { title: names[0], cell: ({ left: one }) => value(one) }, { title: names[1], cell: ({ right: one }) => value(one) },
        ] }));
    } catch (error) {
      if (mine !== round) return;
      fill(result, h("p", { class: "note failure" }, h("span", { class: "grow" }, `Can’t compare the flags: ${error.message}`),
        h("button", { class: "button small", type: "button", on: { click: () => show() } }, "Try again")));
    }
  }

  const searchLabel = h("label", { class: "field-label", hidden: true }, "Search sessions", search);
  search.addEventListener("input", settled(readSessions, 250));
  notify({ title: "Compare flags", wide: true, body: h("div", { class: "stack-v flag-compare" }, h("div", { class: "setting" }, sides.map(({ element }) => element)), searchLabel, note, result) });
  // A link leads to the flag behind the dialog.
  result.addEventListener("click", (event) => { if (event.target.closest("a[href]")) result.closest("dialog")?.close(); });
  await readSessions();
  await show();
}

function value(flag) {
  if (!flag) return { className: "muted", content: "None" };
  const { tint, word, title } = reasonOf(flag);
  return { className: "value wrap", content: [shown(flag.value), h("div", {}, h("span", { class: `badge ${tint}`, title }, word))] };
}
