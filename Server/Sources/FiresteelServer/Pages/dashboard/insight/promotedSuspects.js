// Warnings about flags that are promoted although open reports suspect them.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { groupAddress } from "../app/routes.js";
import { suspectSentence } from "./groupText.js";
import { insightPathIn } from "./insightAPI.js";

/** The number of groups that are searched in each environment. */
const maximumGroups = 100;

/** Returns a note for each open group, in these environments, whose suspect is one of the flags. */
export async function suspectNotes(program, flags, environments) {
  const keys = new Set(flags.map(({ key }) => key));
  const lists = await Promise.all(environments.map(async (environment) => {
    const { groups } = await program.transport.get(insightPathIn(environment, program, "groups"), { state: "open", limit: maximumGroups });
    return groups.filter(({ suspect }) => keys.has(suspect?.flag)).map((group) => note(group, environment, program));
  }));
  return lists.flat();
}

const note = (group, environment, program) => h("p", { class: "note warning" }, icon("warning"),
  h("span", {}, h("a", { href: groupAddress(group.id, { environment: environment.id }) }, group.title), ` in ${environment.name.toLowerCase()}: ${suspectSentence(group.suspect, program)}`));
