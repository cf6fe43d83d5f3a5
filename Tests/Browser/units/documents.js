import { difference } from "/documents/diff.js";
import { size } from "/documents/documentText.js";
import { changeText } from "/documents/features.js";
import { check, equal } from "./check.js";

check("a difference contains both texts in order", () => {
  let seed = 11;
  const next = (number) => { seed = (seed * 48271) % 2147483647; return seed % number; };
  for (let round = 0; round < 300; round += 1) {
    const text = () => Array.from({ length: next(12) }, () => "abc"[next(3)]).join("\n"), [theirs, mine] = [text(), text()];
    const lines = difference(theirs, mine), of = (...kinds) => lines.filter(({ kind }) => kinds.includes(kind)).map(({ line }) => line).join("\n");
    equal([of("same", "theirs"), of("same", "mine")], [theirs, mine]);
  }
});

check("unchanged lines stay together", () => {
  equal(difference("a\nb\nc", "a\nx\nc").map(({ kind, line }) => `${kind} ${line}`), ["same a", "theirs b", "mine x", "same c"]);
});

check("a small size has one decimal", () => {
  equal([0, 839, 1_024, 1_229, 10_240, 5 * 2 ** 20].map(size), ["0 bytes", "839 bytes", "1 KB", "1.2 KB", "10 KB", "5 MB"]);
});

check("a change of a feature is a sentence with its reason", () => {
  const states = { statistics: { available: false, reasons: ["Needs Document Preview, which isn’t available"] } };
  equal(changeText({ feature: "preview", available: false, reasons: ["Switched off by the user"] }, states), "Preview is unavailable: Switched off by the user.");
  equal(changeText({ feature: "export", available: true }, states), "Export as HTML is available.");
  equal(changeText({ feature: "premium", available: true }, states), "Premium is on. Statistics is unavailable: Needs Document Preview, which isn’t available.");
  equal(changeText({ feature: "premium", available: true }, { statistics: { available: true } }), "Premium is on. Statistics is in the menu.");
  equal(changeText({ feature: "premium", available: false }, states), "Premium is off. Statistics needs it.");
  equal(changeText({ feature: "statistics", available: true }, states), undefined);
});
