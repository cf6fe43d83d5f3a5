// The variants of a flag that people had in the last 7 days, the ends of their sessions, and the impact of switching it off.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { table } from "../../kit/dom/table.js";
import { count, counted } from "../../kit/text/format.js";
import { variantName } from "../../run/flagText.js";
import { insightPath, readIfPresent } from "../insight/insightAPI.js";
import { inFlightText, peopleCount, peopleText, share } from "../insight/figures.js";
import { evaluatedBy, reportsWith } from "./evaluatedBy.js";

/** The number of groups of reports that are shown. */
const maximumGroups = 3;

/** Reads what is known of a flag’s sessions: `{exposure, impact, groups}`, or an error. */
export async function readExposure(page, program, key) {
  try {
    const [exposure, impact, reported] = await Promise.all([
      readIfPresent(() => page.transport.get(insightPath(program, "exposure"), { flag: key })),
      readIfPresent(() => page.transport.get(insightPath(program, "flags", key, "impact"))),
      readIfPresent(() => page.transport.get(insightPath(program, "groups"), { flag: key, limit: maximumGroups })),
    ]);
    // Without what differs from read to read.
    const groups = (reported?.groups ?? []).map(({ hours, ...group }) => group);
    return { exposure, impact, groups };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return error;
  }
}

/** The card of a flag; `found` is what was read, `undefined` before. */
export function exposureCard(found, flag, program) {
  const { exposure, impact, groups } = found ?? {}, variants = exposure?.variants ?? [];
  return h("section", { class: "card", "aria-labelledby": "exposure" },
    h("div", { class: "section" }, h("div", { class: "section-head" }, h("h2", { id: "exposure" }, "Exposure"), h("span", { class: "muted push" }, "7 days")),
      found instanceof Error ? h("p", { class: "note failure" }, icon("warning"), h("span", {}, `Can’t read who had it: ${found.message}`))
        : found === undefined ? h("p", { class: "muted" }, "Reading who had it…")
        : variants.length === 0 ? h("p", { class: "muted" }, noSession(groups, program))
        : table({ label: "Exposure by variant", named: true, rows: variants, columns: [
          { title: "Variant", cell: ({ variant }) => variantName(variant) },
          { title: "People", number: true, cell: ({ people, peopleAreEstimated }) => peopleCount(people, peopleAreEstimated) },
          { title: "Sessions", number: true, cell: ({ sessions }) => count(sessions) },
          { title: "Ended abnormally", number: true, cell: ({ abnormal, sessions }) => share(sessions > 0 ? abnormal / sessions : undefined) },
        ] })),
    evaluatedBy(exposure, impact), reportsWith(groups, flag, program),
    impact?.used?.sessions > 0 && h("div", { class: "section" }, h("h3", {}, "Impact of switching off"), h("p", {}, impactText(impact))));
}

/** The reason why there is no session. Reports are sent immediately, sessions later. */
const noSession = (groups, program) => (groups.length > 0 || program.connections?.length > 0 ? "No session figures yet: programs send them every 15 minutes." : "No program reported a session with this flag.");

function impactText({ used, inFlight, features = [] }) {
  const had = [`${counted(used.sessions, "session")} of ${peopleText(used.people, used.peopleAreEstimated)} had it.`, inFlightText(inFlight)].filter(Boolean).join(" ");
  return features.length === 0 ? `${had} No known feature declares this flag as a constraint; code may read it.` : `${had} ${features.slice(0, 5).map(({ feature, name, sessions }) => `${name || feature} (${counted(sessions, "session")})`).join(", ")}${features.length > 5 ? ` and ${counted(features.length - 5, "more feature")}` : ""} ${features.length === 1 ? "needs" : "need"} it.`;
}
