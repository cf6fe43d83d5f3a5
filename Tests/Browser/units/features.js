import { flatten, isWithin } from "/run/featureMenu.js";
import { matches, performsOf, shortestReason } from "/inspector/features/featureText.js";
import { check, equal } from "./check.js";

const feature = (path, state, more = {}) => ({ path, name: path.split("/").at(-1), availability: { state, reasons: more.reasons }, ...more });
const tree = feature("App", "available", { kind: "group", features: [
  feature("App/A", "unavailable", { reasons: [{ text: "A long reason" }, { text: "Short" }], actions: [{ name: "Open", identifier: "open", performs: 2 }] }),
  feature("App/B", "available", { features: [feature("App/B/C", "available", { actions: [{ name: "Save", identifier: "save", performs: 5 }, { name: "Close", identifier: "close" }] })] }),
] });

check("a tree becomes a list with levels", () => {
  equal(flatten([tree]).map(({ feature: { path }, level }) => [path, level]), [["App", 1], ["App/A", 2], ["App/B", 2], ["App/B/C", 3]]);
});

check("a feature is within itself and its ancestors, but not within a prefix of its name", () => {
  equal([isWithin("App/A", "App"), isWithin("App", "App"), isWithin("App/AB", "App/A"), isWithin("App", "App/A")], [true, true, false, false]);
});

check("performs of all descendants are counted", () => { equal([performsOf(tree), performsOf(tree.features[0])], [7, 2]); });

check("the shortest reason comes first, with the number of others", () => {
  equal(shortestReason(tree.features[0]), "Short, and 1 more reason");
  equal(shortestReason(tree), "2 of 3 available");
  equal(shortestReason(feature("X", "undetermined")), "Not known yet");
});

check("a feature is found by its text and that of its actions", () => {
  equal([matches(tree.features[0], "open"), matches(tree.features[0], "save"), matches(tree, "app")], [true, false, true]);
});
