// The inspected program: its card in the navigation, the counts beside the pages, its clock, and whether it records.

import { fill, h } from "../kit/dom/dom.js";
import { plainMark } from "../kit/dom/marks.js";
import { UnreachableError } from "../kit/app/transport.js";
import { count, counted, span, toSecond } from "../kit/text/format.js";

export class Program {
  /** The program's card and counts, as of the last read. */
  facts = undefined;
  card = h("div", { class: "program" });
  /** The difference between the program's clock and this machine's, in microseconds. */
  #offset = 0;
  #app;

  constructor(transport) {
    this.transport = transport;
    this.#show();
  }

  /** The program's time now, in microseconds, or that of its last response while it is unreachable. */
  get now() { return this.#app?.lostSince ?? Date.now() * 1000 + this.#offset; }

  /** Follows the program as long as the document exists. */
  follow(app) {
    this.#app = app;
    for (const topic of ["alive", "features", "flags", "runs"]) app.live.on(topic, () => this.read());
    app.live.on("stacks", (messages) => this.#count({ stacks: messages.at(-1).open }));
    app.live.onState(() => this.#show());
    setInterval(() => this.#show(), 1_000);
  }

  /** Reads the program's card and counts. With `must`, rethrows errors. */
  async read({ must = false } = {}) {
    try {
      this.facts = await this.transport.get("program");
    } catch (error) {
      // While the program is unreachable, pages show its last known state.
      if (must && !(this.facts && error instanceof UnreachableError)) throw error;
      if (error instanceof UnreachableError) this.#app.failed(error);
      return;
    }
    this.#app.run ??= this.facts.run;
    this.#offset = this.facts.now - Date.now() * 1000;
    this.#showRecording();
    this.#showCounts();
    this.#show();
    this.#app.name(this.facts.name);
  }

  #count(counts) {
    if (!this.facts) return;
    Object.assign(this.facts.counts ??= {}, counts);
    this.#showCounts();
  }

  #show() {
    const { facts } = this, { live, lostSince, session } = this.#app ?? {};
    const name = facts ? `${facts.name} ${facts.version ?? ""}${facts.build ? ` (${facts.build})` : ""}` : "Program";
    const lost = live?.state === "lost", silent = document.hidden ? 0 : live?.silentFor ?? 0;
    const barred = live?.state === "refused" ? "Token not accepted" : session?.isPresent === false ? "No token" : undefined;
    const word = barred ?? (silent ? `Not responding for ${span(silent * 1000)}` : lost ? `Unreachable${lostSince ? ` since ${toSecond(lostSince)}` : ""}`
      : facts ? `Running for ${span(this.now - facts.started)}` : "Connecting");
    fill(this.card,
      h("strong", { class: "clip" }, name),
      facts?.host && h("span", { class: "clip" }, facts.host),
      h("span", { class: "live" }, plainMark(lost || silent || live?.state === "refused" ? "failure" : facts && !barred ? "success" : "undetermined"), word));
  }

  #showCounts() {
    const { features, stacks, flags, crashes } = this.facts.counts ?? {}, { shell } = this.#app;
    shell.showCount("features", features, counted(features ?? 0, "feature"));
    shell.showCount("stacks", stacks, `${count(stacks ?? 0)} open`);
    shell.showCount("flags", flags, `${counted(flags ?? 0, "flag")} ${flags === 1 ? "differs" : "differ"} from the default`);
    shell.showCount("runs", crashes, counted(crashes ?? 0, "crash", "crashes"));
  }

  #showRecording() {
    const { kind, fault } = this.facts.recording ?? {};
    this.#app.banner("recording", kind === "memory-after-fault" ? { kind: "warning", text: `Events are recorded in memory only. ${fault ?? ""}` }
      : kind === "off" ? { kind: "warning", text: "Recording is off. New events are not stored." } : undefined);
  }
}
