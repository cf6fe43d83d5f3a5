// The link between a change and a group of reports: the end of the change’s reason names the group.

import { h } from "../../kit/dom/dom.js";
import { groupAddress } from "../app/routes.js";

const ending = /\s*\(report ([\w-]{1,64})\)$/;
const suffixOf = (id) => `(report ${id})`;

/** The link of a change to a group: the note of its reason, and the end of it. */
export const linkOf = ({ id }) => ({ text: "Linked to this report", suffix: suffixOf(id) });

/** A reason without the name of a group, and the group: `{text, group}`. */
export function partsOfReason(reason) {
  const [all, group] = reason.match(ending) ?? [];
  return { text: all ? reason.slice(0, -all.length) : reason, group };
}

/** A reason in quotation marks, with a link to its report. */
export function reasonText(reason) {
  const { text, group } = partsOfReason(reason);
  return [text && `“${text}”`, group && [text && " ", h("a", { href: groupAddress(group) }, "Report")]];
}

/** The times of the newest changes that are linked to groups and in effect, by group. */
export async function answeredGroups(page, program) {
  const { changes } = await page.transport.get(`${program.path}/changes`, { text: "(report ", environment: program.environment.id, limit: 100 }), found = new Map();
  for (const { reason, time, revertedBy } of changes) {
    const { group } = partsOfReason(reason);
    if (group && revertedBy === undefined && !found.has(group)) found.set(group, time);
  }
  return found;
}

/** The changes that are linked to a group, the newest first, and whether each was reverted: `{change, isReverted}`. */
export async function linkedChanges(page, program, id) {
  const { changes } = await page.transport.get(`${program.path}/changes`, { text: suffixOf(id), limit: 10 });
  return changes.filter(({ reason }) => partsOfReason(reason).group === id).map((change) => ({ change, isReverted: change.revertedBy !== undefined }));
}
