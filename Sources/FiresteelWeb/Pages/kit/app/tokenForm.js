// The field for a token, where a tab has none or the server rejected it.

import { fill, h, uniqueId } from "../dom/dom.js";

/** The form. `enter(text)` returns whether the text is a token, or an address with one. */
export function tokenForm(enter) {
  const id = uniqueId("token"), error = h("p", { class: "field-error", role: "alert", id: `${id}-error` });
  const input = h("input", { class: "field mono", id, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-describedby": `${id}-error` });
  return h("form", { class: "token-form", novalidate: true, on: { submit: (event) => {
    event.preventDefault();
    fill(error);
    input.removeAttribute("aria-invalid");
    if (enter(input.value)) return;
    fill(error, "This isn’t a token. Enter its 32 digits, or the address that ends with them.");
    input.setAttribute("aria-invalid", "true");
    input.focus();
  } } },
  h("label", { for: id }, "Token or address"),
  h("div", { class: "token-line" }, input, h("button", { class: "button primary", type: "submit" }, "Connect")), error);
}
