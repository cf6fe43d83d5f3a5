import { band, bars, line, linear, logarithmic, percent, topOf, verdict } from "/dashboard/plots/scale.js";
import { check, equal, thrown } from "./check.js";

check("a scale contains the maximum, and its half is a round number", () => {
  equal([0, 1, 2, 3, 5, 7, 9, 11, 16, 47, 100, 101, 999, 1_000].map(topOf), [2, 2, 2, 4, 6, 8, 10, 20, 20, 60, 100, 200, 1_000, 1_000]);
  equal([0.3, 0.05, 0.00021, Number.NaN, -3].map(topOf), [0.4, 0.06, 0.0004, 2, 2]);
  for (let most = 1; most < 3_000; most += 7) {
    const top = topOf(most);
    if (top < most || top > 2.5 * most + 2 || !Number.isInteger(top / 2)) throw new Error(`${most} has ${top}`);
  }
});

check("values are between their ends, and clamped beyond them", () => {
  const place = linear(-5, 15);
  equal([-5, 0, 5, 15, 99, -99].map(place), [0, 0.25, 0.5, 1, 1, 0]);
  const factors = logarithmic(0.1, 1000);
  equal([0.1, 1, 10, 100, 1000, 0, -1, 1e9].map((value) => percent(factors(value))), ["0.00%", "25.00%", "50.00%", "75.00%", "100.00%", "0.00%", "0.00%", "100.00%"]);
});

check("bars begin at 0, fill their slots evenly, and a value of 0 has none", () => {
  equal(bars([0, 8, 16, 99], 16), [{ x: 280, y: 50, width: 190, height: 50 }, { x: 530, y: 0, width: 190, height: 100 }, { x: 780, y: 0, width: 190, height: 100 }]);
  equal([bars([], 2), bars([0], 2)], [[], []]);
});

check("a line has gaps for unknown values", () => {
  equal(line([[0, 0], [0.25, 5], [0.5, undefined], [0.75, 10], [1, 20]], 10), "M0 100L250 50M750 0L1000 0");
  equal([line([], 10), line([[0, undefined]], 10)], ["", ""]);
});

check("a band follows the upper edge and returns along the lower", () => {
  equal(band([[0, 1, 3], [1, 2, 4]], 10), "M0 70L1000 60L1000 80L0 90Z");
  equal(band([], 10), "");
});

check("an interval that includes no difference has no verdict", () => {
  equal([verdict({ from: 16, to: 280 }, 1), verdict({ from: 0.9, to: 2.9 }, 1), verdict({ from: 0.1, to: 0.9 }, 1), verdict({ from: 0, to: 2 }, 0)], ["over", undefined, "under", undefined]);
});

check("a failed check is reported", () => {
  equal(thrown(() => equal({ a: [1] }, { a: [2] })).message, '{"a":[1]} is not {"a":[2]}');
});
