import { isValue, matchingValues, problemOf, readWord, shownValue, textFor, wordFor, wordsOf } from "/run/timeline/filterText.js";
import { Waterfall } from "/run/timeline/waterfall.js";
import { check, equal } from "./check.js";

const now = new Date(2026, 0, 1, 9, 41, 30).getTime() * 1000, read = (word) => readWord(word, { now });

check("words are separated by spaces, except in quotes", () => {
  equal(wordsOf('outcome:failure feature:"Document Management"  plan').map(({ word }) => word), ["outcome:failure", 'feature:"Document Management"', "plan"]);
  equal(wordsOf('a "b c').map(({ word, index }) => [word, index]), [["a", 0], ['"b c', 2]]);
  equal(wordsOf("  "), []);
});

check("filters are read with their values, and can be excluded", () => {
  equal(read("outcome:failure"), { name: "outcome", value: "failure" });
  equal(read("Outcome:failure,cancelled,"), { name: "outcome", value: "failure,cancelled" });
  equal(read("-session:main"), { name: "-session", value: "main" });
  equal(read('feature:"Document Management"'), { name: "feature", value: "Document Management" });
  equal(read("took:>100ms,<=2.5s"), { name: "took", value: ">100ms,<=2.5s" });
  equal(read("flag:"), { name: "flag" });
});

check("times are those of the day, or count back from now", () => {
  equal(Number(read("since:5m").value), now - 300e6);
  equal(Number(read("since:09:41").value), now - 30e6);
  equal(Number(read("until:09:41:29.5").value), now - 500e3);
  equal(shownValue("since", String(now)), "09:41:30");
});

check("other words are text", () => {
  equal(["rename", "a:", "https://a.example", '"outcome:failure"', "10:30", ":x"].map((word) => read(word).text), ["rename", "a:", "https://a.example", "outcome:failure", "10:30", ":x"]);
  equal(textFor("plan outcome:failure", { now }), 'plan "outcome:failure"');
  equal(wordFor("feature", "Document Management"), 'feature:"Document Management"');
});

check("what can't be read has a reason and what to write", () => {
  const problems = ["outcome:fail", "took:100ms", "took:>fast", "source:me", "since:noon", "since:25:00", "speed:high", "-took:>1s"].map((word) => read(word).problem);
  equal(problems[0], "“fail” isn’t an outcome. Use success, closing, failure, failure-closing, cancelled, in-flight or unknown.");
  equal(problems[1], "Can’t read “100ms” as a duration. Write took:>100ms or took:<=2s, in ns, us, ms, s, min or h.");
  equal(problems[6], 'There is no filter “speed”. Use outcome, took, feature, action, session, principal, flag, source, since or until, or write "speed:high" in quotes.');
  equal(problems[7], "took can’t be excluded. Write the opposite without the minus sign.");
  equal(problems.map((problem) => typeof problem), Array(8).fill("string"));
  equal([problemOf("outcome", "failure,nice") !== undefined, problemOf("-session", "x"), problemOf("since", "x") !== undefined], [true, undefined, true]);
});

check("a written value is one of the run's by its value, and a feature's also by its parts and name", () => {
  const feature = { value: "App/Documents/Sharing", label: "Document Sharing" };
  equal(["App/Documents/Sharing", "Documents", "Document Sharing", "Docu", "sharing", "App/Documents"].map((one) => isValue("feature", one, feature)),
    [true, true, true, false, false, false]);
  equal([isValue("session", "main", { value: "7", label: "main" }), isValue("outcome", "failure", { value: "failure" }), isValue("source", "http", { value: "https", label: "http" })],
    [true, true, false]);
});

check("values match by a part of the last written one, and none twice", () => {
  const values = [{ value: "failure" }, { value: "failure-closing" }, { value: "success", label: "Fine" }];
  equal(matchingValues(values, "success,FAIL"), { before: "success,", part: "FAIL", found: values.slice(0, 2) });
  equal(matchingValues(values, "failure,fi").found, [values[2]]);
});

check("the waterfall fits the rows in view, and keeps its length once zoomed", () => {
  const fall = new Waterfall(), rows = [{ at: 1_000_000, took: 200_000 }, { at: 1_500_000, took: 500_000 }], context = { now: 0, ended: true };
  equal([fall.fit(rows, context), fall.scale, fall.fit(rows, context)], [true, { from: 1_000_000, to: 2_000_000 }, false]);
  fall.zoom(0.5);
  fall.fit(rows, context);
  equal([fall.scale, fall.isZoomed], [{ from: 1_000_000, to: 1_500_000 }, true]);
  fall.move(-1);
  fall.fit(rows.slice(1), context);
  equal(fall.scale, { from: 2_000_000, to: 2_500_000 });
  fall.reset();
  fall.fit(rows.slice(1), context);
  equal(fall.scale, { from: 1_500_000, to: 2_000_000 });
});
