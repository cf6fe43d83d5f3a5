// The reason of a change, which only some environments require.

import { longField } from "../../kit/dom/field.js";

/** The field; its label says that it is optional until a reason is required. */
export function reasonField({ value, hint } = {}) {
  const field = longField({ name: "reason", label: "Reason", value, hint, optional: true });
  requireReason(field, false);
  return field;
}

/** Requires a reason, or makes it optional. */
export function requireReason(field, isRequired) {
  field.optional = !isRequired;
  if (isRequired) field.control.setAttribute("aria-required", "true"); else field.control.removeAttribute("aria-required");
  const text = isRequired ? "Reason" : "Reason (optional)", label = field.element.querySelector("label");
  if (label.textContent !== text) label.textContent = text;
}
