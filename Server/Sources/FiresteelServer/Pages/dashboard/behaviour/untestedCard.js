// Untested: what people do that no test of a version does, from the runs of tests that CI sends.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge } from "../../kit/dom/marks.js";
import { button, loading } from "../../kit/dom/states.js";
import { table } from "../../kit/dom/table.js";
import { count } from "../../kit/text/format.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { peopleCount, sinceAgo } from "../insight/figures.js";
import { card } from "../report/parts.js";
import { stepOf } from "./pathCards.js";

const most = 10;
/** The kinds, with what their counts are of. People are counted where they have `people`. */
const kinds = {
  actions: { title: "Actions", unit: "Sessions", people: true }, outcomes: { title: "Outcomes", unit: "Times" }, successions: { title: "Successions", unit: "Times" },
  variants: { title: "Variants", unit: "Sessions", people: true }, refusals: { title: "Refusals", unit: "Times", people: true },
};
const outcomes = { success: "succeeded", cancellation: "was cancelled", failure: "failed" };

/** The command with which CI sends what the tests of a version do. */
export const sendCode = (version, origin = location.origin) => `FIRESTEEL_TEST_RUNS=runs/tests swift test
firesteel coverage --tests runs/tests --send ${origin} --tested-version ${/^[\w.+-]+$/.test(version) ? version : `'${version.replaceAll("'", "'\\''")}'`}
`;

/**
 * The card. `untested` is the answer, an error, or undefined while it is read; `kind` the selected kind, `choose(kind)` selects
 * one; `query` the period and version of the page; `shown` has `untested`, whether all lines are shown.
 */
export function untestedCard({ untested, kind, choose, query, nameOf, nameOfFeature, shown, redraw }) {
  const { tests, versions } = untested ?? {}, found = Object.keys(kinds).filter((name) => untested?.[name]?.count > 0);
  const selected = found.includes(kind) ? kind : found[0];
  const select = found.length > 0 && h("select", { class: "field small push", "aria-label": "Kind", data: { focus: "untested" }, on: { change: () => choose(select.value) } },
    found.map((name) => h("option", { value: name, selected: name === selected }, `${kinds[name].title}, ${count(untested[name].count)}`)));
  return card("untested", "Untested", { className: "card full", aside: tests && [h("span", { class: "muted" }, `by the tests of ${tests.version}, sent ${sinceAgo(tests.received)}`), select] },
    untested === undefined ? loading("Loading what is untested", 3)
      : untested instanceof Error ? h("p", { class: "note failure" }, icon("warning"), h("span", {}, untested.message))
        : !tests ? noTests(query.version, versions)
          : !selected ? h("p", { class: "muted" }, "Tests do everything that people did in this period.")
            : lines(untested[selected], selected, { query, nameOf, nameOfFeature, shown, redraw }));
}

function noTests(version, versions) {
  return [
    h("p", {}, version ? `No tests were sent for ${version}. ` : "No tests were sent yet. ", "CI sends the names of what they do with a token of the kind server in FIRESTEEL_TOKEN, which the ", h("a", { href: addressOf("settings") }, "settings"), " create:"),
    h("pre", { class: "code after", tabIndex: 0, role: "group", "aria-label": "Commands for CI" }, sendCode(version || "1.0")),
    versions.length > 0 && h("p", { class: "sub after" }, `There are tests of ${versions.slice(0, 5).join(", ")}${versions.length > 5 ? ", …" : ""}.`),
  ];
}

function lines({ count: all, first }, kind, { query, nameOf, nameOfFeature, shown, redraw }) {
  const { title, unit, people } = kinds[kind], list = shown.untested ? first : first.slice(0, most);
  const name = (one) => one.name || nameOf(one.feature, one.action), feature = (one) => h("span", { class: "sub" }, nameOfFeature(one.feature));
  const following = (one, text) => h("a", { href: addressOf("behaviour", { query: { ...query, after: stepOf(one) } }), title: `What follows ${name(one)}` }, text);
  const cells = {
    actions: (one) => [following(one, name(one)), " ", feature(one)],
    outcomes: (one) => {
      const text = `${name(one)} ${outcomes[one.outcome]}${one.error ? `: ${one.error}` : ""}`;
      return [one.outcome === "failure" ? h("a", { href: addressOf("reports", { query: { text: one.error || name(one), state: "all" } }) }, text) : following(one, text), " ", feature(one)];
    },
    successions: ({ from, to }) => [following(from, `${name(from)}, then ${name(to)}`), " ", feature(to)],
    variants: ({ flag, variant }) => [h("a", { href: flagAddress(flag) }, flag), " ", badge("", variant)],
    refusals: (one) => [one.name || nameOfFeature(one.feature), " ", one.reason && badge("unavailable", one.reason)],
  };
  return [
    table({ label: `Untested ${title.toLowerCase()}`, rows: list, columns: [
      { title, cell: (one) => ({ content: cells[kind](one) }) },
      ...(people ? [{ title: "People", number: true, cell: (one) => peopleCount(one.people, one.peopleAreEstimated) }] : []),
      { title: unit, number: true, cell: (one) => count(one.count) },
    ] }),
    first.length > most && h("p", { class: "after" }, button(shown.untested ? "Fewer" : `${all > first.length ? "First" : "All"} ${count(first.length)}`, () => { shown.untested = !shown.untested; redraw(); }, "small")),
    all > first.length && shown.untested && h("p", { class: "sub after" }, `${count(all - first.length)} more aren’t shown.`),
  ];
}
