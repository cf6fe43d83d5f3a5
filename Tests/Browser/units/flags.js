import { nothingLeft, passes, readFilters } from "/inspector/flags/flagFilters.js";
import { grouped } from "/inspector/flags/flagList.js";
import { matches, reasonOf, shown, spoken, statusOf, typeOf } from "/inspector/flags/flagText.js";
import { placesOf, unknownRow } from "/inspector/flags/flagUnknown.js";
import { launchArguments } from "/inspector/flags/launchArguments.js";
import { check, equal } from "./check.js";

check("values are shown without quotation marks, and spoken with them", () => {
  equal([undefined, "true", "12", '"a b"', '""', '{"a":1}', '"broken'].map(shown), ["None", "true", "12", "a b", "“”", '{"a":1}', '"broken']);
  equal([spoken("true"), spoken("false"), spoken('"a"'), spoken('""'), spoken("3")], ["on", "off", "“a”", "“”", "3"]);
  equal(spoken(JSON.stringify("x".repeat(80))).length, 62);
});

check("an error counts more than the reason, and an unknown reason is its own word", () => {
  equal(reasonOf({ reason: "ERROR", error: { code: "PARSE_ERROR" } }).title, "ERROR, PARSE_ERROR");
  equal(reasonOf({ reason: "NEW_REASON" }), { tint: "reason-static", word: "NEW_REASON", title: "NEW_REASON" });
  equal(reasonOf({ reason: "TARGETING_MATCH" }).tint, "reason-targeting");
});

check("types name how many values are allowed", () => {
  equal([typeOf({ type: "string", allowed: ["a", "b"] }), typeOf({ type: "int", allowed: [1] }), typeOf({ type: "bool", allowed: [1, 2] }), typeOf({})],
    ["One of 2 words", "One of 1 values", "On or off", "Not declared"]);
});

check("a provider's age is told until it is a day", () => {
  equal(statusOf({ state: "ready", updated: 0 }, 120_000_000), { mark: "success", words: "up to date, 2 min ago" });
  equal(statusOf({ state: "ready", updated: 5_000_000 }, 0).words, "up to date, 0 s ago");
  equal(statusOf({ state: "odd" }, 0), { mark: "undetermined", words: "odd" });
});

check("what differs comes first, what is not declared and not known last, by key within", () => {
  const flag = (key, more) => ({ key, group: "G", declared: true, ...more });
  const flags = [flag("b"), flag("a"), flag("z", { group: "A" }), flag("d", { differs: true }), flag("l", { declared: false }), flag("u", { declared: false, unknown: true })];
  equal(grouped(flags).map(([, members]) => members.map(({ key }) => key)), [["d"], ["z"], ["a", "b"], ["l"], ["u"]]);
});

check("filters add up, and unknown names are left out", () => {
  const chosen = readFilters("differs,nonsense,overridden");
  equal(chosen, new Set(["differs", "overridden"]));
  equal([passes({ differs: true }, chosen), passes({ differs: true, override: "1" }, chosen), passes({}, new Set())], [false, true, true]);
  equal(nothingLeft(new Set(["constant", "differs"])).length, 1);
  equal(nothingLeft(new Set(["constant"])).length, 2);
});

check("a flag is found by its text value and by a key's places", () => {
  equal([matches({ key: "k", value: '"Hello"' }, "hello"), matches({ key: "k" }, "x"), matches(unknownRow({ key: "u", places: ["Sources/Editor.swift:4"] }), "editor")], [true, false, true]);
  equal([placesOf({ places: ["a/b.swift:1", "c", "d"] }), placesOf({ places: [] })], ["b.swift:1 and 2 more", ""]);
});

check("launch arguments are quoted for a shell, and texts that look like values stay texts", () => {
  const flags = [["a.b", "true"], ["t", '"plain"'], ["q", `"it's"`], ["n", '"3"'], ["o", '{"a": 1}'], ["none", undefined]].map(([key, override]) => ({ key, override }));
  equal(launchArguments(flags), `--flag a.b=true --flag t=plain --flag 'q=it'\\''s' --flag 'n="3"' --flag 'o={"a": 1}'`);
});
