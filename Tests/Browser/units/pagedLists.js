import { PagedList } from "/dashboard/app/pagedList.js";
import { linkedChanges } from "/dashboard/insight/reportLink.js";
import { check, equal } from "./check.js";

/** A list of the numbers from `top` down to 1; `wait()` is awaited by each read after its rows are known. */
function numbers(top) {
  const source = { top, calls: 0, wait: () => Promise.resolve() };
  source.list = new PagedList(async (before = source.top + 1, limit = 50) => {
    source.calls += 1;
    const rows = Array.from({ length: Math.min(limit, before - 1) }, (_, index) => before - 1 - index);
    await source.wait();
    return { rows, next: rows.at(-1) > 1 ? rows.at(-1) : undefined };
  });
  return source;
}

check("a page that is asked for twice is added once", async () => {
  const { list } = numbers(300);
  await list.read();
  await Promise.all([list.add(), list.add()]);
  equal([list.rows.length, list.next, list.isAdding], [100, 201, false]);
});

check("a list is read anew with as many rows as are shown", async () => {
  const source = numbers(300), { list } = source;
  await list.read("all");
  for (let pages = 0; pages < 5; pages += 1) await list.add();
  source.top = 301;
  source.calls = 0;
  await list.read("all");
  equal([list.rows.length, list.rows[0], list.next, source.calls], [300, 301, 2, 2]);
  await list.read("others");
  equal(list.rows.length, 50);
});

check("a page that arrives after a read from the start follows its rows", async () => {
  const source = numbers(300), { list } = source;
  await list.read();
  let arrive;
  source.wait = () => new Promise((done) => { arrive = done; });
  const adding = list.add();
  await new Promise((done) => { setTimeout(done); });
  source.wait = () => Promise.resolve();
  source.top = 301;
  await list.read();
  arrive();
  await adding;
  equal(list.rows, Array.from({ length: 100 }, (_, index) => 301 - index));
});

/** Answers the calls for changes: those that are linked, and all, the newest first. */
function audit(changes) {
  const asked = [];
  const get = async (_, { text, before = Infinity, limit }) => {
    asked.push(before);
    const found = changes.filter(({ number, reason }) => number < before && reason.includes(text ?? "")).slice(0, limit);
    return { changes: found, next: found.length === limit ? found.at(-1).number : 0 };
  };
  return { asked, page: { transport: { get } } };
}

check("a revert is found among more changes than a page has", async () => {
  const changes = Array.from({ length: 700 }, (_, index) => ({ number: 700 - index, time: 700 - index, reason: "" }));
  const of = (number) => changes.find((change) => change.number === number);
  of(20).reason = "It crashes (report g1)";
  of(30).reason = "It still crashes (report g1)";
  of(40).reverts = 20;
  const { asked, page } = audit(changes), linked = await linkedChanges(page, { path: "programs/p" }, "g1");
  equal(linked.map(({ change, isReverted }) => [change.number, isReverted]), [[30, false], [20, true]]);
  // The first call asks for those that are linked.
  equal(asked.length, 5);
});
