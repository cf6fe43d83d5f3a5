// The page's state in its address, so that every view can be linked and restored.

/** The parameters of a query as an object. */
export const parametersOf = (search) => Object.fromEntries(new URLSearchParams(search));

/** A query with changed parameters; `undefined`, `false` and empty values remove a parameter. */
export function changedQuery(search, changes) {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === false || value === "") query.delete(name); else query.set(name, value === true ? "1" : value);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** The name of the page at a path, one of `names`; `folder` is the path of their folder. */
export function pageName(path, folder, names) {
  const name = path.startsWith(folder) ? path.slice(folder.length) : undefined;
  return names.includes(name) ? name : undefined;
}

/** Whether the screen has room for the list or the detail only. */
export const narrow = matchMedia("(max-width: 48rem)");
