// The program’s own actions in its own words, for metrics: those that the newest catalogue declares, and those that were performed.

import { featuresOf } from "../app/catalogue.js";
import { insightPath } from "../insight/insightAPI.js";

/** “saveDocument” is “Save Document”, “App/Documents” is “Documents”. */
export function identifierWords(identifier) {
  const text = identifier.split("/").at(-1).replace(/([a-z0-9])([A-Z])/g, "$1 $2");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The actions by feature: `{feature, name, actions: [{action, name, performs}]}`; `performs` is from the last 28 days. */
export async function readActions(program) {
  const [declared, behaviour] = await Promise.all([featuresOf(program), program.transport.get(insightPath(program, "behaviour"), { hours: 28 * 24 }).catch(() => ({ features: [], actions: [] }))]);
  return groupedActions(declared, behaviour);
}

/** Declared and performed actions in one list, as `readActions` has them: an action of an earlier version may still be performed. */
export function groupedActions(declared, { features = [], actions = [] }) {
  const found = new Map(declared.map(({ feature, name, actions: own = [] }) => [feature, { feature, name, actions: new Map(own.map((one) => [one.action, { ...one, performs: 0 }])) }]));
  for (const { feature, action, name, performs } of actions) {
    if (!found.has(feature)) found.set(feature, { feature, name: features.find((one) => one.feature === feature)?.name ?? identifierWords(feature), actions: new Map() });
    const group = found.get(feature).actions;
    group.set(action, { ...group.get(action), action, name: group.get(action)?.name ?? name ?? identifierWords(action), performs });
  }
  return [...found.values()].map((group) => ({ ...group, actions: [...group.actions.values()] })).filter(({ actions: own }) => own.length > 0);
}
