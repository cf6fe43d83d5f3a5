// Suspects: ratios with their intervals, whether only a combination is affected, and what changed shortly before the first report.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge } from "../../kit/dom/marks.js";
import { intervals } from "../plots/intervals.js";
import { count, counted } from "../../kit/text/format.js";
import { variantName } from "../../run/flagText.js";
import { initials } from "../app/account.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { share, shortMoment, since } from "../insight/figures.js";
import { partsOfReason } from "../insight/reportLink.js";
import { card } from "./parts.js";
import { isCertain, isCompared, ratioText, rangeText, verdictOf } from "./suspects.js";

const shownFirst = 3;
const scale = { from: 0.3, to: 300, none: 1, noneText: "1 ×", isLogarithmic: true, ticks: [{ at: 1, text: "1 ×" }, { at: 10, text: "10 ×" }, { at: 100, text: "100 ×" }] };

/** The card. `found` is the server’s comparison, if any; `showsAll` and `toggle()` are for the list of all. */
export function suspectsCard({ facts, found, program, showsAll, toggle }) {
  const parts = [found?.combination && combination(found.combination, facts, program), found?.before?.length > 0 && before(found.before, program)].filter(Boolean);
  return h("section", { class: "card", "aria-labelledby": "suspects" },
    card("suspects", "Suspects", { aside: found?.suspects?.length > 0 && h("span", { class: "muted" }, headText(found)) }, comparison(found, { program, facts, showsAll, toggle })).firstChild,
    parts.map((part) => h("div", { class: "section" }, part)));
}

const headText = ({ compared, named }) => `${counted(compared, "variant and version compared", "variants and versions compared")}, ${named === 0 ? "none stands out" : named === 1 ? "1 stands out" : `${count(named)} stand out`}`;

function comparison(found, { program, facts, showsAll, toggle }) {
  const list = found?.suspects ?? [], known = list.filter(isCompared), unknown = list.filter((one) => !isCompared(one));
  if (!found || !found.isEnough || list.length === 0) {
    const why = found?.shortage || `A comparison needs sessions with a variant and sessions without it, in the same version. ${counted(facts.what.sessions, "affected session")} so far.`;
    return h("div", { class: "note" }, icon("help"), h("span", {}, h("strong", { class: "strong" }, "Not enough data. "), why));
  }
  const rows = showsAll ? known : known.slice(0, shownFirst);
  return [
    rows.length > 0 ? intervals({ label: "How much more often sessions with a variant are affected", titles: ["Variant", "Ratio", "risk ratio", "confidence"], scale, rows: rows.map((one) => rowOf(one, program, facts)) })
      : h("p", { class: "muted" }, "Not enough data about any variant or version yet."),
    showsAll && unknown.length > 0 && h("ul", { class: "plain after" }, unknown.map((one) => h("li", {}, nameText(one, program), " ", h("span", { class: "sub" }, ["Not enough data", one.shortage].filter(Boolean).join(": "))))),
    h("p", { class: "sub after" }, `95 % intervals that hold at any time. With ${counted(found.compared, "comparison")}, some stand out by chance; “conclusive” and “affected less” are corrected for that. `,
      list.length > Math.min(shownFirst, known.length) && h("button", { class: "link", type: "button", "aria-expanded": String(showsAll), data: { focus: "all-suspects" }, on: { click: toggle } }, showsAll ? "Fewer" : `All ${count(list.length)}`)),
  ];
}

const flagName = (key, program) => program.flags.get(key)?.value.name ?? key;
const nameText = ({ flag, variant, version }, program) => (flag ? `${flagName(flag, program)} ${variantName(variant)}` : version);

function rowOf(one, program, facts) {
  const { flag, variant, version, exposed, ratio, interval: [from, to] } = one;
  const all = flag ? facts.who.variants.find((other) => other.flag === flag && other.variant === variant) : facts.who.versions.find(({ value }) => value === version);
  const what = flag ? [program.flags.has(flag) ? h("a", { class: "strong", href: flagAddress(flag) }, flagName(flag, program)) : h("span", { class: "strong" }, flag), " ", badge("reason-split", variantName(variant))]
    : [h("span", { class: "strong" }, version), " ", badge("", "version")];
  const note = `${count(exposed.affected)} affected of ${count(exposed.total)}${all ? `, ${share(all.allShare)} of all` : ""}`;
  // A session that ended early may not have reached what the flag changes.
  const hint = flag && one.verdict === "less" && [h("br"), "May be because affected sessions ended before they used it."];
  return { what, note: hint ? [note, hint] : note, from: from ?? 0, to: to ?? Infinity, at: ratio ?? to ?? scale.to,
    figure: ratioText(ratio), range: rangeText(one.interval), confidence: verdictOf(one), isCertain: isCertain(one) };
}

/** A table of system and variant: whether only both together are affected. */
function combination({ flag, variant, system, cells, isOnlyInCombination, isEstimated }, { group }, program) {
  const name = `${flagName(flag, program)} ${variantName(variant)}`, rates = cells.map(({ affected, total }) => (total > 0 ? affected / total : 0)), most = Math.max(...rates);
  const cell = (hasSystem, hasVariant) => {
    const index = cells.findIndex((one) => one.hasSystem === hasSystem && one.hasVariant === hasVariant), { affected, total } = cells[index] ?? { affected: 0, total: 0 };
    return h("td", { class: rates[index] === most && most > 0 ? "hot" : undefined }, h("strong", {}, total > 0 ? share(rates[index]) : "–"), h("span", {}, `${count(affected)} of ${counted(total, "session")}`));
  };
  return [
    h("h3", {}, isOnlyInCombination ? "Only in combination" : "System and variant"),
    h("table", { class: "cross", "aria-describedby": "cross-note" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "said" }, "System")), h("th", { scope: "col" }, name), h("th", { scope: "col" }, `without ${name}`))),
      h("tbody", {}, [[true, system], [false, "All others"]].map(([hasSystem, label]) => h("tr", {}, h("th", { scope: "row" }, label), cell(hasSystem, true), cell(hasSystem, false))))),
    h("p", { class: "sub after", id: "cross-note" }, [group.firstVersion && `Since ${group.firstVersion}.`, isEstimated && "The numbers of sessions are scaled up from a sample."].filter(Boolean).join(" ")),
  ];
}

/** Changes and releases shortly before the first report. */
const before = (entries, program) => [
  h("h3", {}, "Shortly before the first one"),
  h("ul", { class: "lines" }, entries.map((entry) => {
    const gap = since(entry.time, entry.time + entry.before), when = h("span", { class: "when" }, `${gap === "now" ? "within a minute" : `${gap} before`}, ${shortMoment(entry.time)}`);
    if (entry.kind === "release") return h("li", {}, h("span", { class: "initials machine", "aria-hidden": "true" }, icon("download")), h("span", { class: "what" }, h("strong", { class: "strong" }, entry.version), " was used for the first time"), when);
    const flags = entry.flags ?? [], reason = partsOfReason(entry.reason ?? "").text;
    return h("li", {}, initials(entry.author || "?", entry.source !== "dashboard"), h("span", { class: "what" }, h("strong", { class: "strong" }, entry.author), " changed ",
      h("a", { href: addressOf("changes", { query: { item: flags[0] } }) }, flags.length > 0 ? flags.map((key) => flagName(key, program)).join(", ") : `segments or experiments (change ${entry.number})`), reason && h("span", { class: "sub" }, ` “${reason}”`)), when);
  }))];
