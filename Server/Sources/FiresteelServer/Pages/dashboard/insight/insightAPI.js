// The paths of what programs report: groups of reports, behaviour, overview.

/** The path of a call about the reports of the current environment. */
export const insightPath = (program, ...parts) => insightPathIn(program.environment, program, ...parts);

/** The path of a call about the reports of an environment. */
export function insightPathIn({ id }, program, ...parts) {
  return [`${program.path}/environments/${encodeURIComponent(id)}/insight`, ...parts.map((part) => encodeURIComponent(part))].join("/");
}

/** The path of a group of reports, or of one of its parts. */
export const groupPath = (program, id, ...parts) => insightPath(program, "groups", id, ...parts);

/** The result of a read that the server may not have, or `undefined` if it doesn’t. */
export async function readIfPresent(read) {
  try {
    return await read();
  } catch (error) {
    if (error.status === 404) return undefined;
    throw error;
  }
}
