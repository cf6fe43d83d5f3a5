// A tree with keyboard navigation: one tab stop, arrows move, collapse and expand, Enter opens.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { mark } from "../../kit/dom/marks.js";

/**
 * A tree in `place`. A node is `{key, mark: [name, word], name, why, aside, children}`; `aside` is an element at its end.
 * `onSelect(key, opened)` is called when a node is selected (`opened`: by Enter or a click), `onBack` on Escape.
 */
export class Tree {
  selected = undefined;
  #folded = new Set();
  #items = new Map();
  #drawn;                       // The drawn data, to skip unchanged data.

  constructor(place, { label, onSelect, onBack }) {
    Object.assign(this, { onSelect, onBack });
    this.list = h("ul", { class: "tree", role: "tree", "aria-label": label });
    place.append(this.list);
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("click", (event) => this.#click(event));
  }

  /**
   * Draws the nodes and retains the focus and the collapsed state; if only asides changed, also the items. `unfold` expands
   * all nodes, for search results.
   */
  show(nodes, { unfold = false } = {}) {
    const now = JSON.stringify([nodes, unfold], (name, value) => (name === "aside" ? Boolean(value) : value));
    if (now === this.#drawn) return this.#refresh(nodes);
    this.#drawn = now;
    const focused = this.#keyOf(document.activeElement);
    this.#items.clear();
    fill(this.list, nodes.map((node) => this.#item(node, 1, unfold)));
    this.#mark();
    if (focused !== undefined) this.#items.get(focused)?.focus({ preventScroll: true });
  }

  #refresh(nodes) {
    for (const { key, aside, children = [] } of nodes) {
      const before = this.#items.get(key).firstElementChild.lastElementChild;
      if (aside && !before.isEqualNode(aside)) {
        before.title = aside.title;
        before.replaceChildren(...aside.childNodes);
      }
      this.#refresh(children);
    }
  }

  /** Selects a node and scrolls it into view. */
  select(key) {
    this.selected = key;
    this.#mark();
    this.#items.get(key)?.firstElementChild.scrollIntoView({ block: "nearest" });
  }

  /** Moves the focus to the selected item. */
  focus() { (this.#items.get(this.selected) ?? this.#visible()[0])?.focus(); }

  #item(node, level, unfold) {
    const { key, children = [] } = node, identifier = uniqueId("twig");
    const open = unfold || !this.#folded.has(key);
    const item = h("li", {
      role: "treeitem", "aria-labelledby": identifier, "aria-level": String(level), "aria-selected": "false", tabIndex: -1,
      "aria-expanded": children.length ? String(open) : undefined, data: { key },
    },
    h("div", { class: "twig", id: identifier, style: { "--level": String(level) } },
      h("span", { class: "fold" }, children.length > 0 && icon("chevron")),
      mark(...node.mark), h("span", { class: "name" }, node.name), h("span", { class: "why" }, node.why), node.aside),
    children.length > 0 && h("ul", { role: "group" }, children.map((child) => this.#item(child, level + 1, unfold))));
    this.#items.set(key, item);
    return item;
  }

  /** Exactly one item is in the tab order: the selected one if it is visible, else the first. */
  #mark(stop = this.#items.get(this.selected)) {
    for (const [key, item] of this.#items) {
      item.setAttribute("aria-selected", String(key === this.selected));
      item.tabIndex = -1;
    }
    const visible = this.#visible();
    const item = visible.includes(stop) ? stop : visible[0];
    if (item) item.tabIndex = 0;
  }

  #visible() {
    return [...this.list.querySelectorAll("[role='treeitem']")].filter((item) => !item.parentElement.closest("[aria-expanded='false']"));
  }

  #keyOf(element) { return this.list.contains(element) ? element.closest("[role='treeitem']")?.dataset.key : undefined; }

  #fold(key, closed) {
    if (closed) this.#folded.add(key); else this.#folded.delete(key);
    const item = this.#items.get(key);
    item.setAttribute("aria-expanded", String(!closed));
    this.#mark(item);
  }

  #click(event) {
    const key = this.#keyOf(event.target);
    if (key === undefined || event.target.closest("a, button")) return;
    const item = this.#items.get(key);
    if (event.target.closest(".fold") && item.hasAttribute("aria-expanded")) {
      this.#fold(key, item.getAttribute("aria-expanded") === "true");
      return;
    }
    this.#move(item, true);
  }

  #move(item, opened) {
    if (!item) return;
    this.select(item.dataset.key);
    item.focus({ preventScroll: true });
    this.onSelect(item.dataset.key, opened);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const item = document.activeElement.closest("[role='treeitem']"), list = this.#visible(), here = list.indexOf(item);
    if (here < 0) return;
    const expanded = item.getAttribute("aria-expanded"), key = item.dataset.key;
    switch (event.key) {
      case "ArrowDown": this.#move(list[here + 1], false); break;
      case "ArrowUp": this.#move(list[here - 1], false); break;
      case "Home": this.#move(list[0], false); break;
      case "End": this.#move(list.at(-1), false); break;
      case "ArrowRight": if (expanded === "false") this.#fold(key, false); else if (expanded) this.#move(list[here + 1], false); break;
      case "ArrowLeft":
        if (expanded === "true") this.#fold(key, true); else this.#move(item.parentElement.closest("[role='treeitem']"), false);
        break;
      case "Enter": this.#move(item, true); break;
      case "Escape": if (!this.onBack?.()) return; break;
      default: return;
    }
    event.preventDefault();
  }
}
