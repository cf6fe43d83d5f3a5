// For how many recent contexts each condition of a segment holds. The server compares flags that aren’t saved, one for each condition.

import { fill, h } from "../../kit/dom/dom.js";
import { table } from "../../kit/dom/table.js";
import { count, counted } from "../../kit/text/format.js";
import { conditionParts, plain } from "../text/conditions.js";
import { momentInSentence } from "../text/times.js";

/** The number of flags that the server compares at once; two are for the people and for all members. */
const maximumConditions = 18;
const probe = (index) => `firesteel-count-${index}`, capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The rows of a segment: `{text, condition}` for each condition, for its people by key, and for all members. */
export function rowsOf({ key, value }, segments) {
  const { if: conditions = [], people = [] } = value;
  return [
    ...conditions.slice(0, maximumConditions).map((condition) => ({ text: capital(plain(conditionParts(condition, segments))), condition })),
    ...(people.length > 0 ? [{ text: "Listed by key", condition: { attribute: "targetingKey", is: "oneOf", values: people } }] : []),
    { text: "Members", condition: { segment: key, is: "in" } },
  ];
}

/** The edits of flags that are on where a row’s condition holds. */
export const countingEdits = (rows, environment) => rows.flatMap(({ condition }, index) => [
  { kind: "flag", name: probe(index), base: 0, create: { type: "boolean", variants: [{ name: "in", value: true }, { name: "out", value: false }] } },
  { kind: "targeting", name: probe(index), environment: environment.id, base: 0, create: { isOn: true, rules: [{ id: "1", if: [condition], then: { variant: "in" } }], otherwise: { variant: "out" } } },
]);

/** The section, which reads its counts in an environment. */
export function conditionCounts(program, segment, environment) {
  const rows = rowsOf(segment, program.segments), content = h("div", { role: "status" }, h("p", { class: "muted" }, "Counting recent contexts…"));
  read();
  return h("section", { class: "section", "aria-labelledby": "counts" }, h("h3", { id: "counts" }, `Recent contexts in ${environment.name.toLowerCase()}`), content);

  async function read() {
    try {
      fill(content, described(await program.transport.post(`${program.path}/environments/${encodeURIComponent(environment.id)}/comparisons`, { edits: countingEdits(rows, environment) })));
    } catch (error) {
      fill(content, h("p", { class: "muted" }, `Recent contexts can’t be counted: ${error.message}`));
    }
  }

  function described({ contexts, since, flags }) {
    if (contexts === 0) return h("p", { class: "sub" }, "None yet. They come from programs with a client token.");
    const counts = new Map(flags.map(({ name, transitions }) => [name, transitions.find(({ to }) => to === "in")?.count ?? 0]));
    return [table({ label: "Recent contexts by condition", named: true, rows: rows.map(({ text }, index) => ({ text, number: counts.get(probe(index)) ?? 0 })), columns: [
      { title: "Condition", cell: ({ text }) => text },
      { title: "Contexts", number: true, cell: ({ number }) => count(number) },
    ] }), h("p", { class: "sub after" }, `Of ${counted(contexts, "distinct context")} for which this server evaluated flags since ${momentInSentence(since)}.`)];
  }
}
