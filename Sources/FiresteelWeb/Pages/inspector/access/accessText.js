// What products and permissions come to in words.

import { dayName, toMinute } from "../../kit/text/format.js";

const statuses = {
  product: { granted: "Bought", denied: "Not bought", unknown: "Not known yet" },
  permission: {
    granted: "Allowed", denied: "Refused", notDetermined: "Not asked yet", restricted: "Not up to the user", unsupported: "Not on this device", unknown: "Not known yet",
  },
};

export const statusWord = ({ kind, status }) => statuses[kind]?.[status] ?? status;

/** What an override is called in a menu. */
export const choiceWord = (kind, status) => statuses[kind]?.[status] ?? status;

/** The name of the mark for a status. */
export const statusMark = ({ status }) => ({ granted: "available", denied: "unavailable", restricted: "unavailable", unsupported: "unavailable" })[status] ?? "undetermined";

const types = {
  "non-consumable": "Bought once", "consumable": "Used up", "subscription": "Subscription", "non-renewing": "Subscription that ends",
};

/** The facts of a product or a permission, in a few words each. */
export function accessFacts({ kind, type, price, source, expires, quantity, detail }, now) {
  const until = expires !== undefined && `${expires < now ? "ended" : "until"} ${dayName(expires, now)} ${toMinute(expires)}`;
  return [kind === "product" && types[type], price, quantity !== undefined && `${quantity} left`, until, source && `from ${source}`, detail].filter(Boolean);
}
