// The addresses of the inspector's pages, relative to their root.

// A document may state the names of its pages: a link to another page has no address then, and is text. The addresses of a
// document that is one file are its fragments.
function link(page, query) {
  const { pages, file } = document.documentElement.dataset;
  if (pages !== undefined && !pages.split(" ").includes(page)) return undefined;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, value);
  const text = search.toString();
  return `${file === undefined ? "" : "#"}${page}${text && `?${text}`}`;
}

export const featureLink = (path) => link("features", { feature: path });
export const timelineLink = (query = {}) => link("timeline", query);
export const performLink = (perform, run) => link("timeline", { perform, run });
export const stacksLink = (session) => link("stacks", { session });
export const logsLink = (query = {}) => link("logs", query);
export const flagLink = (key) => link("flags", { flag: key });
export const runLink = (run) => link("runs", { run });
export const behaviourLink = (query = {}) => link("behaviour", query);
export const routesLink = (query = {}) => link("routes", query);
export const accessLink = (query = {}) => link("access", query);
