import { PagedList } from "/dashboard/app/pagedList.js";
import { answeredGroups, linkedChanges } from "/dashboard/insight/reportLink.js";
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

check("one call says which of the linked changes are reverted", async () => {
  const asked = [];
  const changes = [{ number: 30, reason: "It still crashes (report g1)" }, { number: 25, reason: "As in (report g1) before" }, { number: 20, reason: "It crashes (report g1)", revertedBy: 40, revertedAt: 4_000 }];
  const page = { transport: { get: async (_, query) => { asked.push(query); return { changes, next: 0 }; } } }, linked = await linkedChanges(page, { path: "programs/p" }, "g1");
  equal(linked.map(({ change, isReverted }) => [change.number, isReverted]), [[30, false], [20, true]]);
  equal(asked.map(({ text }) => text), ["(report g1)"]);
  const answered = await answeredGroups(page, { path: "programs/p", environment: { id: "production" } });
  equal([...answered.keys()], ["g1"]);
});
