// Text for products and permissions.

import { dayInSentence, toMinute } from "../../kit/text/format.js";

const statuses = {
  product: { granted: "Bought", denied: "Not bought", unknown: "Not known yet" },
  permission: {
    granted: "Allowed", denied: "Denied", notDetermined: "Not asked yet", restricted: "Restricted", unsupported: "Unsupported", unknown: "Not known yet",
  },
};

export const statusWord = ({ kind, status }) => statuses[kind]?.[status] ?? status;

/** The label of an override in a menu. */
export const choiceWord = (kind, status) => statuses[kind]?.[status] ?? status;

/** The mark of a status. */
export const statusMark = ({ status }) => ({ granted: "available", denied: "unavailable", restricted: "unavailable", unsupported: "unavailable" })[status] ?? "undetermined";

const types = {
  "non-consumable": "One-time purchase", "consumable": "Consumable", "subscription": "Subscription", "non-renewing": "Non-renewing subscription",
};

/** The facts of a product or a permission. */
export function accessFacts({ kind, type, price, source, expires, quantity, detail }, now) {
  const until = expires !== undefined && `${expires < now ? "ended" : "until"} ${dayInSentence(expires, now)} ${toMinute(expires)}`;
  return [kind === "product" && types[type], price, quantity !== undefined && `${quantity} left`, until, source && `from ${source}`, detail].filter(Boolean);
}
