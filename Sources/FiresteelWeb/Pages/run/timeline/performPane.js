// The pane beside the timeline: the details of the selected perform, read again when they change.

import { RequestError } from "../../kit/app/transport.js";
import { showChange } from "./changeDetail.js";
import { fill, h } from "../../kit/dom/dom.js";
import { PerformAgain } from "./performAgain.js";
import { performTest } from "./generatedTest.js";
import { replayButton } from "./replay.js";
import { narrow } from "../../kit/app/address.js";
import { showPerform } from "./performDetail.js";
import { loading, state } from "../../kit/dom/states.js";

/** `onSelected` is called when another perform is selected, `onClosed` when a narrow page returns to its list. */
export class PerformPane {
  selected = undefined;
  perform = undefined;
  #pane;
  #split;
  #reading;
  #isOld = false;               // Whether the perform changed after the current read was requested.

  constructor({ page, run, ended, onSelected, onClosed }) {
    Object.assign(this, { page, run, ended, onSelected, onClosed });
    this.#pane = page.byId("detail");
    this.#split = page.byId("split");
    this.again = page.shared.isFile ? undefined : new PerformAgain(page);
    this.readSettled = page.settled((focus) => page.attempt(() => this.#read(focus)), 120);
    this.readPaced = page.paced(() => page.attempt(() => this.#read(false)), 500);
    page.listen(narrow, "change", () => this.#showView());
  }

  /** Selects a perform. On a narrow page only opening one shows it, and adds a step to the history. */
  select(id, { opened }) {
    if (!opened && narrow.matches) return;
    const same = id === this.selected;
    this.#set(id);
    this.page.writeQuery({ perform: id }, { push: opened && narrow.matches });
    this.#showView();
    if (!same || opened) this.readSettled(opened && narrow.matches);
  }

  /** Shows the perform from the address. */
  async show(id) {
    this.#set(Number(id));
    this.#showView();
    await this.#read(false);
  }

  showNothing() {
    this.#set(undefined);
    this.#showView();
    fill(this.#pane, state({ symbol: "timeline", title: "Nothing selected",
      text: "Select an action to see its input, causes and log lines." }));
  }

  /** Returns to the list. Returns whether a perform was open. */
  close() {
    if (this.page.readQuery().perform === undefined) return false;
    if (narrow.matches && history.state?.inside) {
      history.back();
    } else {
      this.page.writeQuery({ perform: undefined });
      this.showNothing();
    }
    this.onClosed();
    return true;
  }

  /** Reads the shown perform again if it, or one of its effects, is among the changed rows. */
  news(rows, unknown) {
    const { selected, perform } = this;
    if (selected === undefined) return;
    const affected = rows.some(({ id, parent }) => id === selected || parent === selected);
    if (!affected && !(unknown && (this.#reading || perform?.outcome === "in-flight"))) return;
    if (this.#reading) this.#isOld = true; else this.readPaced();
  }

  forget() {
    this.page.writeQuery({ perform: undefined });
    this.showNothing();
  }

  #set(id) {
    this.selected = id;
    if (id === undefined) { this.perform = undefined; this.#reading?.abort(); }
    this.onSelected();
  }

  #showView() {
    this.#split.dataset.view = this.page.readQuery().perform === undefined ? "list" : "detail";
  }

  async #read(focus) {
    const id = this.selected;
    if (id === undefined) return;
    this.#reading?.abort();
    const reading = this.#reading = new AbortController();
    this.#isOld = false;
    if (this.perform === undefined) fill(this.#pane, loading("Loading action"));
    try {
      const perform = await this.page.transport.get(`timeline/performs/${id}`, { run: this.run() }, reading.signal);
      if (id !== this.selected) return;
      const stays = this.perform?.id === id ? this.#pane.querySelector(".scroll")?.scrollTop : 0;
      this.perform = perform;
      this.#draw();
      if (stays) this.#pane.querySelector(".scroll").scrollTop = stays;
      if (focus) this.page.byId("selected").focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      this.perform = undefined;
      fill(this.#pane, state({ symbol: "timeline", title: "This action is no longer available",
        text: "It was removed to make room for newer actions, or belongs to another run." }));
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
      if (!this.#reading && this.#isOld) this.readPaced();
    }
  }

  /** The buttons to make a test of a perform that failed, or was in flight when its run ended, and to replay it. */
  #test({ id, outcome, replays }) {
    const failed = ["failure", "failure-closing"].includes(outcome) || (outcome === "in-flight" && this.ended());
    if (!failed || this.page.shared.isFile) return undefined;
    return [
      performTest(this.page, id, this.run(), "small"),
      replays && replayButton(this.page, id, this.run(), "small"),
    ];
  }

  #draw() {
    const { perform } = this, show = perform.change ? showChange : showPerform;
    show(this.#pane, perform, {
      again: perform.change ? undefined : h("div", { class: "line-top" }, this.again?.element(perform), this.#test(perform)),
      run: this.run(), ended: this.ended(), now: this.page.shared.program.now,
      back: () => this.close(), open: (row) => this.select(row.id, { opened: true }),
    });
  }
}
