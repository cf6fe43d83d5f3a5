// The addresses of the inspector's pages, relative to their root.

function link(page, query) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, value);
  const text = search.toString();
  return text ? `${page}?${text}` : page;
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
