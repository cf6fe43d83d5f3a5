// What a page shows stands in its address, so that every place in it can be linked to and gone back to.

/** The address's parameters as an object. */
export const readQuery = () => Object.fromEntries(new URLSearchParams(location.search));

/** Changes parameters of the address: `undefined`, `false` and empty ones leave it. `push` makes a step to go back to. */
export function writeQuery(changes, { push = false } = {}) {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === false || value === "") search.delete(name); else search.set(name, value === true ? "1" : value);
  }
  const text = search.toString(), address = location.pathname + (text ? `?${text}` : "");
  if (address === location.pathname + location.search) return;
  if (push) history.pushState({ inside: true }, "", address); else history.replaceState(history.state, "", address);
}

/** Whether the screen has room for the list or the detail only. */
export const narrow = matchMedia("(max-width: 48rem)");
