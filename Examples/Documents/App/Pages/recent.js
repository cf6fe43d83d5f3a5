// "Continue where you left off": recent documents, shown while none is open.

import { byId, h } from "/kit/dom/dom.js";
import { settled } from "/kit/time/pacing.js";

/** The section. */
export function createRecent({ findRecent, continueWith }) {
  const box = byId("recent"), list = byId("recent-list"), search = byId("recent-search"), state = byId("recent-state");
  const narrow = matchMedia("(max-width: 48rem)");
  let begin = () => {};

  /** `begin(work)` runs an external request: `work` calls the server. */
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

  /** Shows the recent documents or the results of a search. */
  async function showRecent() {
    const query = search.value.trim();
    const found = await findRecent(query).catch(() => []);
    if (query !== search.value.trim()) return;
    list.replaceChildren(...found.map(({ id, title, subtitle }) => h("li", {}, h("button", { class: "button", "data-id": id },
      h("span", {}, title), ...(subtitle ? [h("span", { class: "muted" }, subtitle)] : [])))));
    state.textContent = query && !found.length ? "No matching documents." : "";
    box.hidden = !found.length && !query;
  }

  /** On narrow screens above the list, collapsed; otherwise in the document's place. */
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
