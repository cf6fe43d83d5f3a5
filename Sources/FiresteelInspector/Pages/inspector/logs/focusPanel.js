// Focus and levels: whose lines are shown, and the minimum level of each feature. Changes apply immediately.

import { fill, h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { flatten, isWithin } from "../../run/featureMenu.js";
import { levels } from "../../run/marks.js";
import { Reads } from "../../kit/time/pacing.js";
import { toast } from "../../kit/overlays/toasts.js";

/** The panel in `place`, a part of `page`. `onChange(logging, what)` is called with the program's current state; `what` is `focus` or `level`. */
export class FocusPanel {
  logging = { level: "info", levels: {}, focus: [] };
  #roots = [];
  #reads = new Reads();
  #drawn;                       // The drawn data, to skip unchanged data.

  constructor(place, { page, onChange, failed }) {
    Object.assign(this, { place, onChange, failed, transport: page.transport });
  }

  /** Reads the features and the levels. */
  async read() {
    const [features, logging] = await Promise.all([this.transport.get("features"), this.#reads.read(() => this.transport.get("logging"))]);
    this.#roots = features.roots;
    if (logging) this.#apply(logging); else this.#draw();
  }

  /** Reads the levels and the focus after a change elsewhere. */
  async readLogging() {
    const logging = await this.#reads.read(() => this.transport.get("logging"));
    if (logging) this.#apply(logging);
  }

  /** Removes the focus. */
  showAll() { return this.#setFocus([]); }

  #apply(logging) {
    const before = JSON.stringify(this.logging.focus);
    this.logging = { ...logging, levels: logging.levels ?? {}, focus: logging.focus ?? [] };
    this.#draw();
    this.onChange(this.logging, before === JSON.stringify(this.logging.focus) ? "level" : "focus");
  }

  #draw() {
    const features = flatten(this.#roots), now = textOf([features.map(({ feature: { path, name } }) => [path, name]), this.logging]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
    fill(this.place,
      h("ul", { class: "focus-list" },
        features.map(({ feature, level }) => this.#item(feature, level)),
        h("li", { style: { "--level": "1" } }, h("span", { class: "clip grow muted" }, "Everything else"),
          this.#levelSelect("Level of everything else", undefined, this.logging.level))));
    if (focused) this.place.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #item(feature, level) {
    const { path, name } = feature, { focus } = this.logging;
    const inFocus = focus.some((group) => isWithin(path, group));
    const box = h("input", { type: "checkbox", checked: inFocus, data: { focus: `box ${path}` },
      indeterminate: !inFocus && focus.some((group) => isWithin(group, path)),
      on: { change: (event) => this.#setFocus(event.target.checked ? this.#including(path) : this.#excluding(path)) } });
    return h("li", { style: { "--level": String(level) } },
      h("label", { class: "check" }, box, h("span", { class: "clip" }, name)),
      this.#levelSelect(`Level of ${name}`, path, this.logging.levels[path]));
  }

  #levelSelect(label, path, own) {
    const inherited = path === undefined ? undefined : this.#inherited(path);
    const select = h("select", { class: "field small", "aria-label": label, data: { focus: `level ${path ?? ""}` },
      on: { change: (event) => this.#setLevel(path, event.target.value || null) } },
    inherited && h("option", { value: "" }, `inherited: ${inherited}`),
    levels.map((level) => h("option", { value: level }, level)));
    select.value = own ?? "";
    return select;
  }

  #inherited(path) {
    const above = Object.keys(this.logging.levels).filter((group) => group !== path && isWithin(path, group));
    return this.logging.levels[above.sort((a, b) => b.length - a.length)[0]] ?? this.logging.level;
  }

  #including(path) { return [...this.logging.focus.filter((other) => !isWithin(other, path)), path]; }

  /** The focus without this feature. If its group is in focus, the group's other features remain. */
  #excluding(path) {
    const group = this.logging.focus.find((other) => isWithin(path, other));
    const rest = this.logging.focus.filter((other) => other !== group && !isWithin(other, path));
    const around = (feature) => (feature.path === path ? []
      : isWithin(path, feature.path) ? (feature.features ?? []).flatMap(around) : [feature.path]);
    const found = flatten(this.#roots).find(({ feature }) => feature.path === group)?.feature;
    return [...rest, ...(found ? around(found) : [])];
  }

  #setFocus(paths) {
    return this.#change({ ...this.logging, focus: paths }, "logging/focus", { paths }, "Can’t change the focus");
  }

  #setLevel(path, level) {
    const levelsNow = { ...this.logging.levels, [path]: level };
    if (level === null) delete levelsNow[path];
    const changed = path === undefined ? { ...this.logging, level } : { ...this.logging, levels: levelsNow };
    return this.#change(changed, "logging/level", path === undefined ? { level } : { path, level }, "Can’t change the level");
  }

  /** Shows the change immediately. On failure, reverts and shows the reason. */
  async #change(changed, path, body, failure) {
    const before = this.logging;
    this.logging = changed;
    this.#draw();
    try {
      const answer = await this.#reads.change(() => this.transport.post(path, body));
      this.logging = before;
      this.#apply(answer);
    } catch (error) {
      this.logging = before;
      this.#draw();
      toast(`${failure}: ${error.message}`, { failed: true });
      this.failed(error);
    }
  }
}
