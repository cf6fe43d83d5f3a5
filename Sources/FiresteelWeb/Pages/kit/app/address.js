// The address shows what a page shows, so that every place in it can be linked to and returned to.

/** The parameters of a query as an object. */
export const parametersOf = (search) => Object.fromEntries(new URLSearchParams(search));

/** A query with changed parameters: `undefined`, `false` and empty ones leave it. */
export function changedQuery(search, changes) {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === false || value === "") query.delete(name); else query.set(name, value === true ? "1" : value);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** The name of the page at a path, of those in `names`; `folder` is the path of the folder that they are in. */
export function pageName(path, folder, names) {
  const name = path.startsWith(folder) ? path.slice(folder.length) : undefined;
  return names.includes(name) ? name : undefined;
}

/** Whether the screen has room for the list or the detail only. */
export const narrow = matchMedia("(max-width: 48rem)");
