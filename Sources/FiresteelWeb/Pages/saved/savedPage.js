// The context of one visit of a page whose state is in the fragment of the address.

import { changedQuery, parametersOf } from "../kit/app/address.js";
import { PageContext } from "../kit/app/pageContext.js";

/** The name of the page and its query, from the fragment. */
export function fragment() {
  const [name, ...rest] = location.hash.slice(1).split("?");
  return { name: name || undefined, query: rest.length ? `?${rest.join("?")}` : "" };
}

export class SavedPage extends PageContext {
  #app;

  constructor(app, options) {
    super(app, options);
    this.#app = app;
  }

  /** The parameters, with the run that the page shows. */
  readQuery = () => ({ run: this.#app.main?.id, ...parametersOf(fragment().query) });

  writeQuery = (changes, { push = false } = {}) => {
    if (this.signal.aborted) return;
    const { query } = fragment(), changed = changedQuery(query, changes), address = `#${this.name}${changed}`;
    if (changed === query) return;
    if (push) history.pushState({ inside: true }, "", address); else history.replaceState(history.state, "", address);
  };
}
