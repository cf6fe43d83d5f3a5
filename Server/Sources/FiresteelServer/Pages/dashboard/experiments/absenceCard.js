// Why no one takes part in an experiment that runs, and what to check.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { counted } from "../../kit/text/format.js";
import { attributesOf } from "../app/catalogue.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { insightPath, readIfPresent } from "../insight/insightAPI.js";
import { card } from "../report/parts.js";
import { sharedUnit } from "../text/experiments.js";
import { audienceText, flagName } from "./setupCards.js";

const hour = 3_600_000, maximumHours = 2_160;

/** Whether no one has taken part; `results` are `undefined` before the first ones. */
export const isEmpty = (results) => !results || results.mixed + results.arms.reduce((sum, { people }) => sum + people, 0) === 0;

/** Reads what sessions had since a phase began: `{sessions, exposed, isRecent, attributes}`; with `isRecent` there may be sessions from before it, `attributes` are the names of those that contexts have, if known. */
export async function readAbsence(page, program, { name, value }, { phase, started }) {
  // The server counts whole hours, that of the start among them.
  const hourOf = (time) => Math.floor(time / hour), passed = Math.max(0, hourOf(Date.now()) - hourOf(started)), hours = Math.min(maximumHours, passed + 1);
  const [exposure, attributes] = await Promise.all([readIfPresent(() => page.transport.get(insightPath(program, "exposure"), { flag: value.flag, hours })),
    sharedUnit(value) && attributesOf(program).then((all) => all.map((one) => one.name), () => undefined)]);
  const sum = (variants) => variants.reduce((total, { sessions }) => total + sessions, 0), variants = exposure?.variants ?? [];
  return { sessions: sum(variants), exposed: sum(variants.filter(({ variant }) => variant.startsWith(`${name}/${phase}:`))), isRecent: passed === 0, attributes };
}

/** The card; nothing before `found` is read. */
export function absenceCard(found, { value }, program) {
  if (!found) return undefined;
  const { sessions, exposed, isRecent, attributes } = found, unit = sharedUnit(value), flag = h("a", { href: flagAddress(value.flag) }, flagName(program, value.flag)), place = program.environment.name.toLowerCase();
  const targeting = program.flags.get(value.flag)?.targetings.get(program.environment.id)?.value, check = (...text) => h("li", {}, icon("search"), h("span", { class: "what" }, text));
  const [reason, checks] = targeting?.isOn === false ? [["The flag ", flag, ` is off in ${place}, and an experiment needs it on.`], []]
    : sessions === 0 || (isRecent && exposed === 0) ? [isRecent ? ["No session with a variant of the experiment has arrived since the start."] : ["No session with the flag ", flag, " has arrived since the start."], [
      check(`Does a program that runs in ${place} read the flag? `, h("a", { href: addressOf("connect") }, "Connect a program")),
      check("Does it report its sessions? Programs send them every 15 minutes, and when they end."),
    ]]
      : exposed === 0 ? [[`${counted(sessions, "session")} had the flag `, flag, ", and none a variant of the experiment."], [
        unit ? check(`Does the context of the flag have the attribute “${unit}”? Without it, no one takes part.`, attributes && !attributes.includes(unit) && h("strong", { class: "strong" }, " No program declares it, and no recent context had it."))
          : check("Does the context of the flag have a targeting key? Without it, no one takes part."),
        value.if?.length > 0 && check(`Do the conditions match? People take part ${audienceText(value, program)}.`),
        (value.share ?? 100) < 100 && check(`Are these sessions of enough people? ${value.share} % take part.`),
        check("Do the programs have the definitions from after the start?"),
      ]]
        : [[`${counted(exposed, "session")} had a variant of the experiment, and none counts.`], [
          check("Do sessions say whose they are? Those without a person don’t count."),
          unit && check(`Do all programs know experiments by “${unit}”? Sessions of earlier versions don’t say to which group they belong.`),
          value.excluded?.length > 0 && check("Are they among the sessions that are left out?"),
        ]];
  return card("absence", "Why no one takes part", {}, h("p", {}, reason), checks.some(Boolean) && h("ul", { class: "lines after" }, checks));
}
