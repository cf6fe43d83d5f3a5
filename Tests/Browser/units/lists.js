import { textOf } from "/kit/dom/drawn.js";
import { PagedSource } from "/kit/lists/pagedSource.js";
import { RowMetrics } from "/kit/lists/rowMetrics.js";
import { hasWords } from "/kit/lists/searchField.js";
import { Reads } from "/kit/time/pacing.js";
import { check, equal } from "./check.js";

check("rows are at the sums of the heights before them", () => {
  const first = 3, total = 60, gaps = [3, 10, 11, 40], metrics = new RowMetrics({ first, total, gaps, rowHeight: 28, gapHeight: 26 });
  let y = 0;
  for (let position = first; position < total; position += 1) {
    if (gaps.includes(position)) y += 26;
    equal(metrics.offset(position), y);
    for (const within of [y, y + 13, y + 27.9]) equal(metrics.position(within), position);
    y += 28;
  }
  equal([metrics.height, metrics.count, metrics.position(-100), metrics.position(1e9)], [y, 57, 3, 59]);
  const none = new RowMetrics({ first: 5, total: 2, gaps: [], rowHeight: 28, gapHeight: 26 });
  equal([none.count, none.height, none.position(50)], [0, 0, 5]);
});

const list = (total) => ({
  total, calls: [],
  read(offset, limit) {
    this.calls.push([offset, limit]);
    const start = offset < 0 ? Math.max(0, this.total + offset) : offset;
    return Promise.resolve({ first: 0, total: this.total, items: Array.from({ length: Math.min(limit, this.total - start) }, (_, index) => `item ${start + index}`) });
  },
});
const sourceOf = (data, size = 10) => new PagedSource({ read: (...values) => data.read(...values), onChange: () => {}, onError: (error) => { throw error; }, size });

check("the end is read first, other pages when they become visible", async () => {
  const data = list(95), source = sourceOf(data);
  await source.reset();
  equal([source.total, source.at(94), source.at(85), source.at(84)], [95, "item 94", "item 85", undefined]);
  source.want(20, 35);
  await source.refresh();
  equal([source.at(20), source.at(34), source.at(19)], ["item 20", "item 34", undefined]);
  equal(data.calls, [[-10, 10], [20, 10], [30, 10]]);
});

check("a response older than a message doesn't undo it", async () => {
  const data = list(20), source = sourceOf(data);
  await source.reset();
  const growing = source.grow();
  source.put(20, "news");
  source.resize(0, 21);
  await growing;
  equal([source.total, source.at(20), source.at(19)], [21, "news", "item 19"]);
});

check("results requested before a reset are not shown after it", async () => {
  const waiting = [], source = new PagedSource({ read: () => new Promise((resolve) => waiting.push(resolve)), onChange: () => {}, onError: () => {}, size: 10 });
  const first = source.reset(), second = source.reset();
  waiting[1]({ first: 0, total: 1, items: ["new"] });
  waiting[0]({ first: 0, total: 1, items: ["old"] });
  await Promise.all([first, second]);
  equal(source.at(0), "new");
});

check("a response is ignored if a later one or a change came first", async () => {
  const reads = new Reads(), waiting = [], read = () => reads.read(() => new Promise((resolve) => waiting.push(resolve)));
  const [first, second] = [read(), read()];
  waiting[1]("second");
  waiting[0]("first");
  equal([await first, await second], [undefined, "second"]);
  const old = read();
  equal(await reads.change(async () => "changed"), "changed");
  waiting[2]("old");
  const fresh = read();
  waiting[3]("fresh");
  equal([await old, await fresh], [undefined, "fresh"]);
});

check("equal values have equal text, whatever their order", () => {
  equal(textOf({ b: [1, { y: 1, x: 2 }], a: undefined }), textOf({ b: [1, { x: 2, y: 1 }] }));
  equal(textOf([1, 2]) === textOf([2, 1]), false);
});

check("every word must be in one of the texts", () => {
  equal([hasWords(["Document Sharing", undefined], "share doc"), hasWords(["Document", "Sharing"], "shar doc"), hasWords([], "")], [false, true, false]);
});
