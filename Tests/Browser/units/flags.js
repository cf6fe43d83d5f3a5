import { nothingLeft, passes, readFilters } from "/inspector/flags/flagFilters.js";
import { grouped } from "/inspector/flags/flagList.js";
import { matches, reasonOf, shown, spoken, statusOf, typeOf } from "/run/flagText.js";
import { placesOf, unknownRow } from "/inspector/flags/flagUnknown.js";
import { launchArguments } from "/inspector/flags/launchArguments.js";
import { check, equal } from "./check.js";

check("values have quotation marks only in sentences", () => {
  equal([undefined, "true", "12", '"a b"', '""', '{"a":1}', '"broken'].map(shown), ["None", "true", "12", "a b", "“”", '{"a":1}', '"broken']);
  equal([spoken("true"), spoken("false"), spoken('"a"'), spoken('""'), spoken("3")], ["on", "off", "“a”", "“”", "3"]);
  equal(spoken(JSON.stringify("x".repeat(80))).length, 62);
});

check("an error has priority over the reason, and an unknown reason is its own label", () => {
  equal(reasonOf({ reason: "ERROR", error: { code: "PARSE_ERROR" } }).title, "ERROR, PARSE_ERROR");
  equal(reasonOf({ reason: "NEW_REASON" }), { tint: "reason-static", word: "NEW_REASON", title: "NEW_REASON" });
  equal(reasonOf({ reason: "TARGETING_MATCH" }).tint, "reason-targeting");
});

check("types have the number of allowed values", () => {
  equal([typeOf({ type: "string", allowed: ["a", "b"] }), typeOf({ type: "int", allowed: [1] }), typeOf({ type: "bool", allowed: [1, 2] }), typeOf({})],
    ["One of 2 words", "One of 1 value", "On or off", "Undeclared"]);
});

check("a provider's age is shown up to a day", () => {
  equal(statusOf({ state: "ready", updated: 0 }, 120_000_000), { mark: "success", text: "up to date, 2 min ago" });
  equal(statusOf({ state: "ready", updated: 5_000_000 }, 0).text, "up to date, 0 s ago");
  equal(statusOf({ state: "odd" }, 0), { mark: "undetermined", text: "odd" });
});

check("a provider with a server names it, and flags of an earlier run are unconfirmed", () => {
  const status = { state: "ready", updated: 0, address: "http://a.test", revision: 2 };
  equal(statusOf(status, 0), { mark: "success", text: "Flags from http://a.test, revision 2" });
  equal(statusOf({ ...status, cached: true }, 0).mark, "undetermined");
});

check("differing flags come first, undeclared and undefined ones last, sorted by key", () => {
  const flag = (key, more) => ({ key, group: "G", declared: true, ...more });
  const flags = [flag("b"), flag("a"), flag("z", { group: "A" }), flag("d", { differs: true }), flag("l", { declared: false }), flag("u", { declared: false, unknown: true })];
  equal(grouped(flags).map(([, members]) => members.map(({ key }) => key)), [["d"], ["z"], ["a", "b"], ["l"], ["u"]]);
});

check("filters are combined, and invalid names are ignored", () => {
  const selected = readFilters("differs,nonsense,overridden");
  equal(selected, new Set(["differs", "overridden"]));
  equal([passes({ differs: true }, selected), passes({ differs: true, override: "1" }, selected), passes({}, new Set())], [false, true, true]);
  equal(nothingLeft(new Set(["constant", "differs"])).length, 1);
  equal(nothingLeft(new Set(["constant"])).length, 2);
});

check("a flag is found by its text value and a key by its locations", () => {
  equal([matches({ key: "k", value: '"Hello"' }, "hello"), matches({ key: "k" }, "x"), matches(unknownRow({ key: "u", places: ["Sources/Editor.swift:4"] }), "editor")], [true, false, true]);
  equal([placesOf({ places: ["a/b.swift:1", "c", "d"] }), placesOf({ places: [] })], ["b.swift:1 and 2 more", ""]);
});

check("launch arguments are quoted for a shell, and text that looks like a value remains text", () => {
  const flags = [["a.b", "true"], ["t", '"plain"'], ["q", `"it's"`], ["n", '"3"'], ["o", '{"a": 1}'], ["none", undefined]].map(([key, override]) => ({ key, override }));
  equal(launchArguments(flags), `--flag a.b=true --flag t=plain --flag 'q=it'\\''s' --flag 'n="3"' --flag 'o={"a": 1}'`);
});
