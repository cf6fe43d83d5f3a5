// The items of the command menu: actions, features and pages, and their search, recent items first.

import { flatten } from "../../run/featureMenu.js";
import { shortestReason } from "../features/featureText.js";
import { count } from "../../kit/text/format.js";
import { featureLink } from "../../run/links.js";
import { obstacleOf, unpublished } from "../../run/timeline/performAgain.js";

const key = "firesteel.recent", maximumRecent = 5, maximumShown = 50;

/** The keys of the items used in this tab, most recent first. */
function recentKeys() {
  try {
    const keys = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(keys) ? keys.filter((one) => typeof one === "string") : [];
  } catch { return []; }
}

export function recordRecent(used) {
  const keys = [used, ...recentKeys().filter((other) => other !== used)].slice(0, maximumRecent);
  try { sessionStorage.setItem(key, JSON.stringify(keys)); } catch { /* Recent items need storage. */ }
}

/**
 * Items `{key, group, symbol, name, note, reason, go, act}`: `go` is an address, `act(item)` an alternative to it, and `reason` why
 * the item can't be selected. `session` is the name of the selected session, if any; `presents` is that of `obstacleOf`.
 */
export function makeItems({ actions, roots, entries, perform, commands, presents = true, session }) {
  const published = new Set(actions.map(({ path }) => path)), where = session === undefined ? "" : ` in ${session}`;
  const others = flatten(roots).flatMap(({ feature }) => (feature.actions ?? []).filter((action) => !action.published).map((action) => ({ ...action, feature })))
    .filter(({ feature, identifier }) => !published.has(`${feature.path}/#${identifier}`));
  return [
    ...actions.map((action) => {
      const reason = obstacleOf(action, presents);
      return {
        key: action.path, group: reason === undefined ? `Perform${where}` : `Can’t be performed${where}`, symbol: "play",
        name: action.input.kind === "none" || reason !== undefined ? action.name : `${action.name}…`,
        note: action.feature.name, words: [action.name, action.feature.name, action.path, action.description], act: () => perform(action),
        state: action.availability.state === "available" ? "unavailable" : action.availability.state, reason,
      };
    }),
    ...others.map(({ name, identifier, description = "", feature }) => ({
      key: `${feature.path}/#${identifier}`, group: `Can’t be performed${where}`, symbol: "play", name, note: feature.name,
      words: [name, feature.name, feature.path, description], state: "unavailable", reason: unpublished,
    })),
    ...flatten(roots).map(({ feature }) => ({
      key: feature.path, group: "Go to", symbol: "features", name: feature.name,
      note: feature.availability.state === "available" ? "Feature" : shortestReason(feature),
      words: [feature.name, feature.path, feature.description ?? ""], go: featureLink(feature.path),
    })),
    ...entries.map(({ name, label }) => ({ key: `page ${name}`, group: "Go to", symbol: name, name: label, note: "Page", words: [label], go: name })),
    ...commands,
  ];
}

/** The rank of an item for the words, lower is better, or `undefined` without a match. */
function rank({ words: [name, ...others] }, wanted) {
  const own = name.toLowerCase(), all = [own, ...others.map((text) => text.toLowerCase())];
  if (!wanted.every((word) => all.some((text) => text.includes(word)))) return undefined;
  const whole = wanted.join(" ");
  if (own.startsWith(whole)) return 0;
  if (own.split(/\s+/).some((part) => part.startsWith(wanted[0]))) return 1;
  return own.includes(whole) ? 2 : 3;
}

/** The groups `{title, items, more}` that match a text. Without a text, recent items come first; items with a reason come last. */
export function findItems(items, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean), recent = recentKeys();
  const age = (item) => { const at = recent.indexOf(item.key); return at < 0 ? maximumRecent : at; };
  const ranked = items.map((item) => ({ item, at: wanted.length ? rank(item, wanted) : 0 })).filter(({ at }) => at !== undefined)
    .sort((a, b) => a.at - b.at || age(a.item) - age(b.item)).map(({ item }) => item);
  const used = wanted.length ? [] : ranked.filter((item) => item.reason === undefined && recent.includes(item.key)).sort((a, b) => age(a) - age(b));
  const groups = new Map(used.length ? [["Recent", used]] : []);
  const [possible, impossible] = [ranked.filter(({ reason }) => reason === undefined), ranked.filter(({ reason }) => reason !== undefined)];
  for (const item of [...possible, ...impossible]) if (!used.includes(item)) groups.set(item.group, [...groups.get(item.group) ?? [], item]);
  return [...groups].map(([title, all]) => ({
    title, items: all.slice(0, maximumShown), more: all.length > maximumShown ? `${count(all.length - maximumShown)} more. Type more of the name to narrow the results.` : undefined,
  }));
}
