// The pane beside the timeline: which perform is chosen, and its details, read again when they change.

import { RequestError } from "../../kit/app/transport.js";
import { showChange } from "./changeDetail.js";
import { fill } from "../../kit/dom/dom.js";
import { narrow } from "../../kit/app/address.js";
import { showPerform } from "./performDetail.js";
import { loading, state } from "../../kit/dom/states.js";

/** `onChosen` is called when another perform is chosen, `onClosed` when a narrow page goes back to its list. */
export class PerformPane {
  chosen = undefined;
  perform = undefined;
  #pane;
  #split;
  #reading;
  #isOld = false;               // Whether something happened since it was asked for what is being read.

  constructor({ page, run, ended, onChosen, onClosed }) {
    Object.assign(this, { page, run, ended, onChosen, onClosed });
    this.#pane = page.byId("detail");
    this.#split = page.byId("split");
    this.readSettled = page.settled((focus) => page.attempt(() => this.#read(focus)), 120);
    this.readPaced = page.paced(() => page.attempt(() => this.#read(false)), 500);
    page.listen(narrow, "change", () => this.#showView());
  }

  /** Chooses a perform. On a narrow page only opening one shows it, and is a step to go back from. */
  choose(id, { opened }) {
    if (!opened && narrow.matches) return;
    const same = id === this.chosen;
    this.#set(id);
    this.page.writeQuery({ perform: id }, { push: opened && narrow.matches });
    this.#showView();
    if (!same || opened) this.readSettled(opened && narrow.matches);
  }

  /** Shows a perform that the address names. */
  async show(id) {
    this.#set(Number(id));
    this.#showView();
    await this.#read(false);
  }

  showNothing() {
    this.#set(undefined);
    this.#showView();
    fill(this.#pane, state({ symbol: "timeline", title: "Nothing is chosen",
      text: "Choose an action in the list to see what it was given, how it came about and what it logged." }));
  }

  /** Goes back to the list. Answers whether there was anything to go back from. */
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

  /** Performs changed: if the one that is shown is among them, or led to one, it is read again. */
  news(rows, unknown) {
    const { chosen, perform } = this;
    if (chosen === undefined) return;
    const touched = rows.some(({ id, parent }) => id === chosen || parent === chosen);
    if (!touched && !(unknown && (this.#reading || perform?.outcome === "in-flight"))) return;
    if (this.#reading) this.#isOld = true; else this.readPaced();
  }

  forget() {
    this.page.writeQuery({ perform: undefined });
    this.showNothing();
  }

  #set(id) {
    this.chosen = id;
    if (id === undefined) { this.perform = undefined; this.#reading?.abort(); }
    this.onChosen();
  }

  #showView() {
    this.#split.dataset.view = this.page.readQuery().perform === undefined ? "list" : "detail";
  }

  async #read(focus) {
    const id = this.chosen;
    if (id === undefined) return;
    this.#reading?.abort();
    const reading = this.#reading = new AbortController();
    this.#isOld = false;
    if (this.perform === undefined) fill(this.#pane, loading("Loading the action"));
    try {
      const perform = await this.page.transport.get(`timeline/performs/${id}`, { run: this.run() }, reading.signal);
      if (id !== this.chosen) return;
      const stays = this.perform?.id === id ? this.#pane.querySelector(".scroll")?.scrollTop : 0;
      this.perform = perform;
      this.#draw();
      if (stays) this.#pane.querySelector(".scroll").scrollTop = stays;
      if (focus) this.page.byId("chosen").focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      this.perform = undefined;
      fill(this.#pane, state({ symbol: "timeline", title: "This action is no longer kept",
        text: "The oldest ones make room for new ones, and another run has other numbers." }));
    } finally {
      if (this.#reading === reading) this.#reading = undefined;
      if (!this.#reading && this.#isOld) this.readPaced();
    }
  }

  #draw() {
    const show = this.perform.change ? showChange : showPerform;
    show(this.#pane, this.perform, {
      run: this.run(), ended: this.ended(), now: this.page.shared.program.now,
      back: () => this.close(), open: (row) => this.choose(row.id, { opened: true }),
    });
  }
}
