// The addresses of the inspector's pages, relative to their root.

// A document that is one file states the names of its pages, and addresses are its fragments. A link to another page has no
// address, and is text.
function link(page, query) {
  const { pages } = document.documentElement.dataset;
  if (pages !== undefined && !pages.split(" ").includes(page)) return undefined;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, value);
  const text = search.toString();
  return `${pages === undefined ? "" : "#"}${page}${text && `?${text}`}`;
}

export const featureLink = (path) => link("features", { feature: path });
export const timelineLink = (query = {}) => link("timeline", query);
export const performLink = (perform, run) => link("timeline", { perform, run });
export const stacksLink = (session) => link("stacks", { session });
export const logsLink = (query = {}) => link("logs", query);
export const flagLink = (key) => link("flags", { flag: key });
export const runLink = (run) => link("runs", { run });
export const routesLink = (query = {}) => link("routes", query);
export const accessLink = (query = {}) => link("access", query);
