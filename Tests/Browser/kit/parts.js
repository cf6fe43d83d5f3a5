// Forms, tables and plots as the dashboard needs them, for the tests of the kit.

import * as fields from "/kit/dom/field.js";
import { Form } from "/dashboard/app/form.js";
import { intervals } from "/dashboard/plots/intervals.js";
import { plot, plotKey } from "/dashboard/plots/plot.js";
import { table } from "/kit/dom/table.js";

const key = fields.textField({ name: "key", label: "Key", hint: "It can't be changed later.",
  check: (value) => (/^[A-Za-z/]+$/.test(value) ? undefined : "Letters and slashes only.") });
const reason = fields.longField({ name: "reason", label: "Reason", optional: true });
const kind = fields.choiceField({ name: "kind", label: "Kind", value: "b", choices: [["a", "Release"], ["b", "Experiment"]] });
window.sent = [];
const form = new Form({ label: "New flag", fields: [key, reason, kind], verb: "Create", cancel: () => sent.push("cancelled"),
  submit: async (values) => {
    sent.push(values);
    const error = await new Promise((done) => { window.answer = done; });
    if (error) throw error;
  } });
const people = [{ name: "Save Document", people: 1870, share: "25 %" }, { name: "Share", people: 12, share: "0.2 %" }];
const columns = [{ title: "Feature", cell: ({ name }) => name }, { title: "People", number: true, cell: ({ people }) => String(people) },
  { title: "Share", said: true, number: true, cell: ({ share }) => ({ content: share, className: "muted" }) }];
document.querySelector("main").append(form.element, table({ label: "Usage", columns, rows: people, named: true }),
  table({ label: "Failures", columns, rows: [], empty: "No failures in this period." }),
  plot({ label: "Crashes per hour: none until 08:00, then rising to 16", bars: [{ name: "bad", values: [0, 0, 1, 3, 16] }],
    ticks: [{ at: 0, text: "00:00" }, { at: 0.5, text: "06:00" }, { at: 1, text: "now" }],
    events: [{ at: 0.4, text: "3.4.1 released", isBefore: true }, { at: 0.9, text: "Off", isBefore: true, isManual: true }], tall: "6.5rem" }),
  plotKey([{ name: "bad", text: "Crashes per hour" }]),
  plot({ label: "Share of sessions", lines: [{ name: "is", points: [[0, 0.1], [0.5, undefined], [1, 0.3]] }], figure: (value) => `${Math.round(value * 100)} %`,
    bands: [{ name: "band", points: [[0, 0.05, 0.2], [1, 0.2, 0.35]] }] }),
  intervals({ label: "How much more often people are affected", titles: ["Variant", "Ratio", "risk ratio", "confidence"],
    scale: { from: 0.3, to: 400, none: 1, noneText: "1 ×", isLogarithmic: true, ticks: [{ at: 1, text: "1 ×" }, { at: 10, text: "10 ×" }, { at: 100, text: "100 ×" }] },
    rows: [{ what: "Fast Save", note: "45 of 47 affected", from: 16, to: 280, at: 68, figure: "68 ×", range: "16 to 280", confidence: "Conclusive" },
      { what: "Delta Upload", from: 0.9, to: 2.9, at: 1.6, limit: 2, figure: "1.6 ×", confidence: "Could be chance" },
      { what: "Retries", from: 0.4, to: 0.8, at: 0.6, figure: "0.6 ×", confidence: "Fewer" }] }));
