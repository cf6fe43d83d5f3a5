// "Continue where you were": the documents of earlier, while none is open.

import { byId, h } from "/kit/dom/dom.js";
import { settled } from "/kit/time/pacing.js";

/** The section. */
export function createRecent({ findRecent, continueWith }) {
  const box = byId("recent"), list = byId("recent-list"), search = byId("recent-search"), state = byId("recent-state");
  const narrow = matchMedia("(max-width: 48rem)");
  let begin = () => {};

  /** `begin(work)` does something that comes from outside: `work` asks the server for it. */
  function setUpRecent(options) {
    begin = options.begin;
    narrow.addEventListener("change", place);
    place();
    search.addEventListener("input", settled(showRecent, 150));
    list.addEventListener("click", (event) => {
      const id = event.target.closest("[data-id]")?.dataset.id;
      if (id) begin(() => continueWith(id));
    });
  }

  /** Shows what can be continued, if there is anything, or what a search finds of it. */
  async function showRecent() {
    const query = search.value.trim();
    const found = await findRecent(query).catch(() => []);
    if (query !== search.value.trim()) return;
    list.replaceChildren(...found.map(({ id, title, subtitle }) => h("li", {}, h("button", { class: "button", "data-id": id },
      h("span", {}, title), ...(subtitle ? [h("span", { class: "muted" }, subtitle)] : [])))));
    state.textContent = query && !found.length ? "Nothing of that name." : "";
    box.hidden = !found.length && !query;
  }

  /** Where the list takes the whole screen it stands there, folded; else beside the list, in the place of a document. */
  function place() {
    box.open = !narrow.matches;
    if (narrow.matches) byId("list-state").before(box); else byId("nothing").append(box);
  }

  function hideRecent() {
    search.value = "";
    box.hidden = true;
  }

  return { setUpRecent, showRecent, hideRecent };
}
