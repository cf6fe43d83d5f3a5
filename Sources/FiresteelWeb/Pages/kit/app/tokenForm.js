// A form for the token of a tab that has none, or an old one, so that a bookmarked address can be opened.

import { fill, h, uniqueId } from "../dom/dom.js";

const pattern = /^(?:.*#token=)?([0-9a-f]{32})$/i;

/** A form for an address with a token, or for the token, which opens the current page with it. */
export function tokenForm() {
  const id = uniqueId("token-problem"), problem = h("p", { class: "field-error", id, role: "alert" });
  const field = h("input", { class: "field mono", type: "text", autocomplete: "off", spellcheck: "false", placeholder: "http://127.0.0.1:8081/#token=…", "aria-describedby": id });
  const submit = (event) => {
    event.preventDefault();
    const found = pattern.exec(field.value.trim());
    fill(problem, !found && "The address ends with “#token=” and 32 hexadecimal digits.");
    field[found ? "removeAttribute" : "setAttribute"]("aria-invalid", "true");
    // The session takes the token out of the address.
    if (found) location.hash = `token=${found[1]}`; else field.focus();
  };
  return h("form", { class: "token-form stack-v", novalidate: true, on: { submit } },
    h("label", { class: "field-label" }, "Printed address", field), problem, h("p", { class: "buttons" }, h("button", { class: "button", type: "submit" }, "Open this page")));
}
