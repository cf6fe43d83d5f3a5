import { LineStream } from "/kit/app/lineStream.js";
import { paced, settled } from "/kit/time/pacing.js";
import { check, equal } from "./check.js";

/** Runs `work` while time goes on by `clock.go` alone. */
async function withClock(work) {
  const { setTimeout, clearTimeout } = globalThis, { random } = Math;
  let now = 1_000, made = 0;
  const timers = new Map();
  globalThis.setTimeout = (act, wait = 0) => { timers.set(made, { at: now + wait, act }); return made++; };
  globalThis.clearTimeout = (timer) => timers.delete(timer);
  Object.defineProperty(performance, "now", { value: () => now, configurable: true });
  Math.random = () => 0.5;
  const turn = () => new Promise((done) => { setTimeout(done); });
  const go = async (time) => {
    const end = now + time;
    await turn();
    for (;;) {
      const [timer, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (!next || next.at > end) break;
      now = next.at;
      timers.delete(timer);
      next.act();
      await turn();
    }
    now = end;
    await turn();
  };
  try {
    await work({ go, turn });
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    delete performance.now;               // The one that performance inherits.
    Math.random = random;
  }
}

check("paced work starts immediately, then runs once per interval, never concurrently", () => withClock(async ({ go }) => {
  let begun = 0, end;
  const ask = paced(() => { begun += 1; return new Promise((done) => { end = done; }); }, 500);
  ask();
  ask();
  await go(0);
  equal(begun, 1);
  ask();
  ask();
  await go(2_000);
  equal(begun, 1);
  end();
  await go(0);
  equal(begun, 2);
  end();
  await go(100);
  ask();
  await go(399);
  equal(begun, 2);
  await go(1);
  equal(begun, 3);
}));

check("paced work ends with its signal", () => withClock(async ({ go }) => {
  let begun = 0;
  const ending = new AbortController(), ask = paced(async () => { begun += 1; }, 500, ending.signal);
  ask();
  await go(0);
  ask();
  ending.abort();
  ask();
  await go(5_000);
  equal(begun, 1);
}));

check("settled work waits for a pause, at the latest until its limit", () => withClock(async ({ go }) => {
  const values = [], later = settled((value) => values.push(value), 200, { most: 500 });
  for (const value of [1, 2, 3]) { later(value); await go(150); }
  equal(values, []);
  later(4);
  await go(49);
  equal(values, []);
  await go(1);
  equal(values, [4]);
  later(5);
  await go(200);
  equal(values, [4, 5]);
  later(6);
  later.cancel();
  await go(1_000);
  equal(values, [4, 5]);
}));

const encoded = (text) => new TextEncoder().encode(text);

/** A server whose connections are told what to say. */
function server() {
  const connections = [];
  const open = (signal) => new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    connections.push({
      answer() {
        let control;
        const body = new ReadableStream({ start(controller) { control = controller; } });
        signal.addEventListener("abort", () => { try { control.error(new Error("aborted")); } catch { /* It was closed. */ } });
        resolve({ body });
        return { say: (text) => control.enqueue(encoded(text)), close: () => control.close() };
      },
      refuse: reject,
    });
  });
  return { open, connections };
}

check("a stream's lines are joined, and it reconnects with increasing delays", () => withClock(async ({ go, turn }) => {
  const { open, connections } = server(), messages = [], states = [];
  const stream = new LineStream({ open, onMessage: (message, isFirst) => messages.push([message.n, isFirst]), onState: (state) => states.push(state) });
  stream.start();
  const connection = connections[0].answer();
  connection.say('{"n":1}\n{"n":');
  connection.say('2}\n');
  await turn();
  equal([messages, states], [[[1, true], [2, false]], ["live"]]);
  connection.close();
  await turn();
  equal([stream.state, connections.length], ["lost", 1]);
  await go(299);
  equal(connections.length, 1);
  await go(1);
  equal(connections.length, 2);
  connections[1].refuse(new Error("gone"));
  await go(699);
  equal(connections.length, 2);
  await go(1);
  equal(connections.length, 3);
  const again = connections[2].answer();
  again.say('{"n":3}\n');
  await turn();
  equal([messages.at(-1), states], [[3, true], ["live", "lost", "live"]]);
}));

check("a refused stream remains refused, and a sleeping one wakes", () => withClock(async ({ go, turn }) => {
  const { open, connections } = server(), states = [];
  const stream = new LineStream({ open, onMessage: () => {}, onState: (state) => states.push(state), isRefused: (error) => error.status === 401 });
  stream.start();
  connections[0].answer().say('{"n":1}\n');
  await turn();
  stream.sleep();
  await go(60_000);
  equal([stream.state, connections.length], ["asleep", 1]);
  stream.retry();
  connections[1].refuse(Object.assign(new Error(""), { status: 401 }));
  await go(60_000);
  stream.retry();
  equal([states, connections.length], [["live", "asleep", "connecting", "refused"], 2]);
}));

check("a server that is silent for too long is lost", () => withClock(async ({ go, turn }) => {
  const { open, connections } = server(), stream = new LineStream({ open, onMessage: () => {}, onState: () => {}, silence: 25_000 });
  stream.start();
  const connection = connections[0].answer();
  connection.say('{"n":1}\n');
  await turn();
  await go(24_999);
  connection.say('{"n":2}\n');
  await turn();
  await go(24_999);
  equal(stream.state, "live");
  await go(1);
  equal(stream.state, "lost");
}));
