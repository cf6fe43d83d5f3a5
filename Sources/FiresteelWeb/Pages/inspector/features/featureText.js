// What a feature's availability comes to, in a few words, and what can be counted of it.

import { counted } from "../../kit/text/format.js";
import { flatten } from "./featureMenu.js";

/** How often the actions of a feature and of all below it were performed. */
export const performsOf = (feature) => flatten([feature])
  .reduce((sum, { feature: { actions = [] } }) => sum + actions.reduce((own, { performs = 0 }) => own + performs, 0), 0);

/** The shortest reason for how available a feature is, as a colleague would say it. */
export function shortestReason({ availability, kind, features = [], conditions = [], description = "" }) {
  if (availability.state !== "available") {
    const [first, ...others] = [...availability.reasons ?? []].sort((a, b) => a.text.length - b.text.length);
    if (!first) return availability.state === "undetermined" ? "Not known yet" : "Unavailable";
    return others.length ? `${first.text}, and ${counted(others.length, "more reason")}` : first.text;
  }
  const below = flatten(features), missing = below.filter(({ feature }) => feature.availability.state !== "available");
  if (missing.length) return `${below.length - missing.length} of ${below.length} available`;
  if (kind === "group") return description;
  const first = conditions[0];
  if (first) return first.now ? `${first.what}: ${first.now.toLowerCase()}` : first.what;
  return "Always there";
}

/** Whether a feature or one of its actions has this text in its names or its description. */
export function matches({ name, path, description = "", tags = [], actions = [] }, text) {
  const words = [name, path, description, ...tags, ...actions.flatMap((action) => [action.name, action.identifier])];
  return words.some((word) => word.toLowerCase().includes(text));
}
