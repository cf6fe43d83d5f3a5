// Who takes part: people in each arm, whether their ratio is as expected, and what isn’t counted.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { table } from "../../kit/dom/table.js";
import { count, counted } from "../../kit/text/format.js";
import { addressOf, groupAddress } from "../app/routes.js";
import { kindOf, suspectSentence } from "../insight/groupText.js";
import { sharedUnit, unitWords } from "../text/experiments.js";
import { percent as styled } from "../plots/scale.js";
import { card } from "../report/parts.js";

const percent = (value, digits = 1) => (Number.isFinite(value) ? `${(100 * value).toFixed(digits)} %` : "–");
const shareText = (value) => String(Number((100 * value).toFixed(1)));

/** The bar of some shares: `{name, value}`, each from 0 to 1. */
export const sharesBar = (shares) => h("div", { class: "shares", role: "img", "aria-label": shares.map(({ name, value }) => `${name} ${percent(value, 0)}`).join(", ") },
  shares.map(({ name, value }) => h("span", { style: { "--value": styled(value) } }, `${name} ${percent(value, 0)}`)));

/** The card of participants. */
export function participantsCard({ arms, ratio, mixed, capped, lost, bound }, experiment) {
  const { many } = unitWords(experiment), unit = sharedUnit(experiment), notes = [
    unit && `People with the same ${unit} share a variant and resemble each other, so they are compared in groups by it.`,
    mixed > 0 && `${count(mixed)} had two variants and ${mixed === 1 ? "counts" : "count"} in neither.`, capped > 0 && `${counted(capped, "very high value")} ${capped === 1 ? "is" : "are"} capped.`,
    bound?.isReached && `The limit of ${count(bound.people)} ${many} is reached: those who come later don’t count.`,
    lost > 0 && `${counted(lost, "session")} never arrived whole.`,
  ].filter(Boolean);
  return card("participants", "Participants", {},
    sharesBar(arms.map(({ name, expected }) => ({ name, value: expected }))),
    h("div", { class: "after" }, table({ label: "Participants by variant", named: true, rows: arms, columns: [
      { title: "Variant", cell: ({ name }) => name },
      { title: many.replace(/^./, (letter) => letter.toUpperCase()), number: true, cell: ({ people }) => count(people) },
      { title: "Share", number: true, cell: ({ share }) => (ratio.isMismatch ? h("span", { class: "bad" }, percent(share)) : percent(share)) },
    ] })),
    !ratio.isMismatch && ratio.sentence && h("p", { class: "sub after" }, ratio.sentence),
    notes.length > 0 && h("p", { class: "sub after" }, notes.join(" ")));
}

/** The card of a sample ratio mismatch; nothing without one. `groups` are open reports with the flag. */
export function mismatchCard({ arms, ratio }, experiment, groups, program) {
  if (!ratio.isMismatch) return undefined;
  const { largest, probability } = ratio, list = (values) => values.map(shareText).join(" to "), cause = (symbol, ...text) => h("li", {}, icon(symbol), h("span", { class: "what" }, text));
  return h("section", { class: "card harm", "aria-labelledby": "mismatch" },
    h("div", { class: "section" }, h("div", { class: "section-head" }, plainMark("failure"), h("h2", { id: "mismatch" }, "Sample ratio mismatch"))),
    h("div", { class: "section" },
      h("p", { class: "verdict" }, `Expected ${list(arms.map(({ expected }) => expected))}, got `, h("strong", { class: "strong" }, list(arms.map(({ share }) => share))), `: ${arms.map(({ people }) => count(people)).join(" and ")} ${unitWords(experiment).many}.${chanceText(probability)}`),
      h("p", { class: "after" }, "Something drops people from one group, which may explain every difference below.", largest && [" The largest gap is in ", h("strong", { class: "strong" }, `${largest.dimension} ${largest.value}`), `: ${largest.shares.map((value) => (100 * value).toFixed(0)).join(" to ")}.`]),
      h("ul", { class: "lines after" },
        cause("search", "Does one variant crash before the exposure is reported? ", groups?.length > 0 ? links(groups) : h("a", { href: addressOf("reports", { query: { flag: experiment.flag } }) }, "Reports with this flag")),
        cause("search", "Is the flag read later with one variant, or only there?"),
        cause("search", "Does a condition of those who take part depend on the variant?"))));
}

const links = (groups) => groups.map(({ id, title }, index) => [index > 0 && ", ", h("a", { href: groupAddress(id) }, title)]);

const chanceText = (probability) => (!(probability >= 0) ? "" : probability < 0.0001 ? " By chance, this happens less than once in 10,000 times." : ` By chance, this happens ${counted(Math.max(1, Math.round(probability * 10_000)), "time")} in 10,000.`);

/** The reports that the flag’s variants are suspected of, one click away; nothing without any. */
export const suspectsOf = (groups, flag, program) => groups?.length > 0 && h("ul", { class: "lines after" }, groups.map((group) => h("li", {}, plainMark(kindOf(group).mark),
  h("span", { class: "what" }, h("a", { href: groupAddress(group.id) }, group.title), group.suspect?.flag === flag && [" ", h("span", { class: "sub" }, suspectSentence(group.suspect, program))]))));
