// The addresses of the pages: program and environment are part of each.

const pages = ["reports", "flags", "changes", "segments", "behaviour", "experiments", "compare", "settings", "webhooks", "connect"];
/** The pages of one item of a list, by the name of the list’s page. */
const itemPages = { flags: "flag", reports: "report", experiments: "experiment" };
const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

/** The program, environment, page and key that a path names, or `undefined`. */
export function placeOf(path) {
  const [start, root, program, environment, page, key, more] = path.split("/");
  if (start !== "" || root !== "p" || !program || !environment || more !== undefined) return undefined;
  const place = { program: decoded(program), environment: decoded(environment) };
  if (page === undefined) return { ...place, page: "overview" };
  if (!pages.includes(page)) return undefined;
  if (key === undefined) return { ...place, page };
  return itemPages[page] && key ? { ...place, page: itemPages[page], key: decoded(key) } : undefined;
}

/** The name of the page at a path of the same program; another program is another document. */
export function nameOf(path) {
  const place = placeOf(path), here = placeOf(location.pathname);
  return place && place.program === here?.program ? place.page : undefined;
}

/** The address of a page, in the current program and environment unless others are given. */
export function addressOf(page, { key, query, ...other } = {}) {
  const { program, environment } = { ...placeOf(location.pathname), ...other };
  const list = Object.keys(itemPages).find((name) => itemPages[name] === page);
  const parts = ["p", program, environment, ...(page === "overview" ? [] : list ? [list, key] : [page])];
  const search = new URLSearchParams(Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "")).toString();
  return `/${parts.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

/** The address of a flag's page. */
export const flagAddress = (key, other) => addressOf("flag", { key, ...other });

/** The address of the page of a group of reports. */
export const groupAddress = (id, other) => addressOf("report", { key: id, ...other });

/** The address of an experiment's page. */
export const experimentAddress = (name, other) => addressOf("experiment", { key: name, ...other });
