import { bytes, count, counted, dayInSentence, dayName, duration, isSlow, span, toMillisecond, toMinute, toSecond } from "/kit/text/format.js";
import { check, equal } from "./check.js";

const at = new Date(2026, 10, 22, 9, 41, 5, 7).getTime() * 1_000;

check("counts have separators and plurals", () => {
  equal([count(100_000), counted(1, "failure"), counted(0, "failure"), counted(2, "entry", "entries")],
    ["100,000", "1 failure", "0 failures", "2 entries"]);
});

check("times of day are truncated, not rounded", () => {
  equal([toMinute(at), toSecond(at), toMillisecond(at + 999)], ["09:41", "09:41:05", "09:41:05.007"]);
});

check("a duration changes its unit before it loses digits", () => {
  const shown = [[0, "0.0 ms"], [412, "0.4 ms"], [9_949, "9.9 ms"], [9_950, "10 ms"], [999_499, "999 ms"], [999_500, "1.0 s"], [59_949_999, "59.9 s"],
    [59_950_000, "1 min"], [662_000_000, "11 min 02 s"], [3_599_499_999, "59 min 59 s"], [3_600_000_000, "1 h 0 min"]];
  for (const [took, text] of shown) equal(duration(took), text);
});

check("a span omits seconds from one minute on", () => {
  equal([span(-5), span(40_000_000), span(899_000_000), span(6_000_000_000), span(172_800_000_000), span(259_200_000_000)],
    ["0 s", "40 s", "14 min", "1 h 40 min", "2 days", "3 days"]);
});

check("durations are slow from 400 ms", () => { equal([isSlow(399_999), isSlow(400_000)], [false, true]); });

check("sizes go in steps of 1,024", () => {
  equal([0, 1, 1_023, 1_024, 186_368, 1_048_576, 8_388_608, 16_777_216, 1.5 * 2 ** 40].map(bytes),
    ["0 bytes", "1 byte", "1,023 bytes", "1 KB", "182 KB", "1.0 MB", "8.0 MB", "16 MB", "1.5 TB"]);
});

check("days follow the calendar, including daylight saving changes", () => {
  const day = (...date) => new Date(...date).getTime() * 1_000, now = day(2026, 10, 22, 0, 5);
  equal([dayName(now, now), dayName(day(2026, 10, 21, 23, 55), now), dayName(day(2026, 10, 18, 12), now)], ["Today", "Yesterday", "Wednesday 18 November"]);
  equal(dayName(day(2026, 2, 28, 23), day(2026, 2, 29, 23)), "Yesterday");
  equal([dayInSentence(now, now), dayInSentence(day(2026, 10, 18, 12), now)], ["today", "Wednesday 18 November"]);
});
