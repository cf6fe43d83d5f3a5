// Text for features: counts, the shortest reason for the availability, and search.

import { counted } from "../../kit/text/format.js";
import { flatten } from "../../run/featureMenu.js";

/** The number of performs of a feature and its descendants. */
export const performsOf = (feature) => flatten([feature])
  .reduce((sum, { feature: { actions = [] } }) => sum + actions.reduce((own, { performs = 0 }) => own + performs, 0), 0);

/** The shortest reason for a feature's availability. */
export function shortestReason({ availability, kind, features = [], conditions: constraints = [], description = "" }) {
  if (availability.state !== "available") {
    const [first, ...others] = [...availability.reasons ?? []].sort((a, b) => a.text.length - b.text.length);
    if (!first) return availability.state === "undetermined" ? "Not known yet" : "Unavailable";
    return others.length ? `${first.text}, and ${counted(others.length, "more reason")}` : first.text;
  }
  const below = flatten(features), missing = below.filter(({ feature }) => feature.availability.state !== "available");
  if (missing.length) return `${below.length - missing.length} of ${below.length} available`;
  if (kind === "group") return description;
  const first = constraints[0];
  if (first) return first.now ? `${first.what}: ${first.now.toLowerCase()}` : first.what;
  return "Always available";
}

/** Whether a search text matches the names or the description of a feature or of its actions. */
export function matches({ name, path, description = "", tags = [], actions = [] }, text) {
  const texts = [name, path, description, ...tags, ...actions.flatMap((action) => [action.name, action.identifier])];
  return texts.some((other) => other.toLowerCase().includes(text));
}
