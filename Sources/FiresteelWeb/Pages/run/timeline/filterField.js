// The timeline's filter field: filters as tokens, text, and completion of names and values.

import { fill, h, setText, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { count, counted } from "../../kit/text/format.js";
import { describeValue, filters, isValue, matchingValues, readWord, shownValue, textFor, wordFor, wordsOf } from "./filterText.js";

const maximumOptions = 8;

/**
 * A field in `place`. `onChange({values, text})` is called with the filters by name and the text; `valuesOf(name)` resolves to the
 * values `[{value, label, count}]` of a filter in the run; `now()` is the time for times; `onText(text)` is called while a text is
 * written.
 */
export class FilterField {
  #values = {};
  #sessions = [];
  #problem;
  #options = [];
  #active = -1;
  #moved = false;               // Whether the arrow keys selected an option.
  #listed;                      // The filter whose values are shown, with all of them.
  #asked = 0;

  constructor(place, { page, onChange, onText, valuesOf, now }) {
    Object.assign(this, { onChange, onText, valuesOf, now });
    this.input = page.byId("search");
    this.tokens = h("span", { class: "tokens", role: "list", "aria-label": "Filters" });
    this.list = h("ul", { role: "listbox", "aria-label": "Suggestions", id: uniqueId("completion") });
    this.popup = h("div", { class: "completion", hidden: true }, this.list, h("footer", {},
      h("span", {}, h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " select"), h("span", {}, h("kbd", {}, "tab"), " complete"), h("span", {}, h("kbd", {}, "↵"), " apply"),
      h("span", {}, h("code", {}, "-session:main"), " excludes"), h("span", {}, h("code", {}, "a,b"), " is either")));
    this.error = h("p", { class: "filter-error", role: "alert", id: uniqueId("filter-error"), hidden: true });
    this.said = h("span", { class: "said", role: "status" });
    this.input.before(this.tokens);
    place.append(this.popup, this.error, this.said);
    this.input.setAttribute("aria-controls", this.list.id);
    const { input } = this;
    input.addEventListener("input", () => this.#written());
    input.addEventListener("focus", () => this.#complete());
    input.addEventListener("click", () => { if (this.popup.hidden) this.#complete(); });
    input.addEventListener("blur", () => { this.#close(); this.#apply(); });
    input.addEventListener("keydown", (event) => this.#key(event));
    // The field keeps the focus while an option is pressed.
    this.popup.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#textSoon = page.settled(() => this.onText(this.#text), 200);
  }

  #textSoon;

  /** Shows filters, a text and, of an address, a word that can't be read. The written text remains while it means the same. */
  show({ values, text, sessions, unread }) {
    this.#values = values;
    this.#sessions = sessions;
    this.#drawTokens();
    if (unread) {
      this.input.value = [textFor(text, this.#context), unread.word].filter(Boolean).join(" ");
      this.#showProblem(unread.problem);
    } else if (this.#text !== text) {
      this.input.value = textFor(text, this.#context);
      this.#showProblem(undefined);
    }
  }

  clear() {
    this.input.value = "";
    this.#showProblem(undefined);
  }

  get #context() { return { now: this.now() }; }

  /** The text without filters, and without the beginning of one that excludes. */
  get #text() {
    const text = wordsOf(this.input.value).map(({ word }) => readWord(word, this.#context).text).filter(Boolean).join(" ");
    return document.activeElement === this.input ? text.replace(/(^|\s)-[a-z]*$/i, "") : text;
  }

  #drawTokens() {
    fill(this.tokens, Object.entries(this.#values).map(([name, value]) => {
      const shown = shownValue(name, value, this.#sessions);
      return h("span", { class: "token", role: "listitem", title: `${name}:${shown}` }, h("i", {}, `${name}:`), h("span", { class: "clip" }, shown),
        h("button", { type: "button", "aria-label": `Remove ${name}:${shown}`, on: { click: () => { this.#change(name, undefined); this.input.focus(); } } }, icon("close")));
    }));
    this.tokens.hidden = this.tokens.children.length === 0;
  }

  #change(name, value) {
    const values = { ...this.#values };
    if (value === undefined) delete values[name]; else values[name] = value;
    this.onChange({ values, text: this.#text });
  }

  #showProblem(problem) {
    this.#problem = problem;
    this.error.hidden = problem === undefined;
    setText(this.error, problem ?? "");
    if (problem === undefined) { this.input.removeAttribute("aria-invalid"); this.input.removeAttribute("aria-describedby"); return; }
    this.input.setAttribute("aria-invalid", "true");
    this.input.setAttribute("aria-describedby", this.error.id);
    this.#close();
  }

  // ---------- Writing

  #written() {
    this.#showProblem(undefined);
    const words = wordsOf(this.input.value), last = words.at(-1);
    const isOpen = last && last.index + last.word.length === this.input.value.length;
    this.#setWords(isOpen ? words.slice(0, -1) : words);
    this.#textSoon();
    this.#complete();
  }

  /** Applies the filters that are written completely. */
  #apply() {
    this.#textSoon.cancel();
    this.#setWords(wordsOf(this.input.value));
    if (!this.#problem) this.onText(this.#text);
  }

  /** Makes tokens of filters, and leaves texts and what can't be read in the field. */
  #setWords(words) {
    const values = { ...this.#values }, rest = [];
    let problem;
    for (const { word } of words) {
      const read = readWord(word, this.#context);
      if (read.problem) problem ??= read.problem;
      if (read.value === undefined) { rest.push(word); continue; }
      const isList = filters[read.name.replace(/^-/, "")].isTime !== true, before = isList ? values[read.name]?.split(",") ?? [] : [];
      values[read.name] = [...new Set([...before, ...(isList ? read.value.split(",") : [read.value])])].join(",");
    }
    if (problem) this.#showProblem(problem);
    if (rest.length === words.length) return;
    const end = words.at(-1).index + words.at(-1).word.length;
    this.input.value = [rest.join(" "), this.input.value.slice(end).trim()].filter(Boolean).join(" ");
    this.onChange({ values, text: this.#text });
  }

  #key(event) {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const isShown = !this.popup.hidden && this.#options.length > 0;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (!isShown) { this.#complete(); event.preventDefault(); return; }
      this.#moved = true;
      const step = key === "ArrowDown" ? 1 : -1, from = this.#active < 0 && step < 0 ? 0 : this.#active;
      this.#activate((from + step + this.#options.length) % this.#options.length);
    } else if (key === "Tab" && !event.shiftKey && isShown && this.#active >= 0 && (this.input.value !== "" || this.#moved)) {
      this.#accept(this.#active);
    } else if (key === "Enter") {
      if (isShown && this.#moved) this.#accept(this.#active);
      else this.#enter();
    } else if (key === "Escape") {
      this.#close();
      if (this.input.value) { this.clear(); this.#textSoon.cancel(); this.onText(""); } else this.input.blur();
    } else if (key === "Backspace" && this.input.value === "" && Object.keys(this.#values).length) {
      // The last filter is edited again.
      const [name, value] = Object.entries(this.#values).at(-1);
      this.input.value = wordFor(name, shownValue(name, value, this.#sessions));
      this.#change(name, undefined);
      this.#complete();
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * Applies the filters. If the run has no such value as the last one and values that contain it are shown, the first of them
   * replaces it.
   */
  #enter() {
    const replaced = this.popup.hidden ? undefined : this.#firstMatch();
    this.#close();
    if (replaced) this.#replaceWord(replaced);
    this.#apply();
    if (replaced) this.say(`Completed as ${replaced}`);
  }

  /** The word with the first shown value, if the written value isn't one. */
  #firstMatch() {
    const { minus, name, filter, given } = this.#openWord;
    if (!filter?.whole || this.#listed?.name !== minus + name) return undefined;
    const { before, part, found } = matchingValues(this.#listed.values, given);
    if (part === "" || !found.length || this.#listed.values.some((one) => isValue(name, part, one))) return undefined;
    return wordFor(minus + name, before + found[0].value);
  }

  /** Tells a screen reader something. */
  say(text) { setText(this.said, text); }

  // ---------- Completion

  /** The last word while it is written, with the parts of its filter. */
  get #openWord() {
    const { value } = this.input, last = wordsOf(value).at(-1);
    const word = last && last.index + last.word.length === value.length ? last.word : "";
    const [, minus, written, given = ""] = /^(-?)([a-z]+):(.*)$/is.exec(word) ?? [], name = written?.toLowerCase();
    return { word, minus, name, given: given.replaceAll('"', ""), filter: name !== undefined && Object.hasOwn(filters, name) ? filters[name] : undefined };
  }

  /** Shows the names or values that continue the last word. */
  async #complete() {
    if (document.activeElement !== this.input || this.#problem) return;
    const asked = ++this.#asked, { word, minus, name, given, filter } = this.#openWord;
    let groups, listed;
    if (filter) {
      const values = await this.#readValues(minus + name, filter);
      listed = { name: minus + name, values };
      groups = this.#valueGroups(minus, name, filter, matchingValues(values, given));
    } else {
      groups = this.#nameGroups(word);
    }
    if (asked !== this.#asked || document.activeElement !== this.input) return;
    this.#listed = listed;
    this.#show(groups, { first: word !== "" });
  }

  #nameGroups(word) {
    const [, minus, start] = /^(-?)(.*)$/s.exec(word.toLowerCase());
    const names = Object.entries(filters).filter(([name, { excludes }]) => name.startsWith(start) && (!minus || excludes));
    const groups = [];
    if (names.length) {
      groups.push({ title: start ? `Filters that start with “${start}”` : "Filters", options: names.map(([name, { hint }]) => ({ code: `${minus}${name}:`, hint, word: `${minus}${name}:` })) });
    }
    // A text alone is applied while it is written; a list with nothing else would only cover what is below.
    const text = this.#text;
    if (text && names.length) groups.push({ title: "Text", options: [{ code: `“${text}”`, hint: "In action, input, error, session or flag", apply: true }] });
    return groups;
  }

  async #readValues(name, filter) {
    try {
      return filter.listed ? await this.valuesOf(name) : filter.examples.map((value) => ({ value }));
    } catch {
      return [];                         // The list's own read shows why the program can't be reached.
    }
  }

  #valueGroups(minus, name, filter, { before, found }) {
    if (!found.length) return [{ title: filter.hint, options: [] }];
    return [{ title: filter.hint, options: found.slice(0, maximumOptions).map((one) => ({
      code: one.value, hint: describeValue(name, one), number: one.count, word: wordFor(minus + name, before + one.value), isWhole: true,
    })) }];
  }

  #show(groups, { first }) {
    this.#options = groups.flatMap(({ options }) => options);
    let number = 0;
    fill(this.list, groups.map(({ title, options }) => [
      h("li", { class: "group", role: "presentation" }, title),
      options.map((option) => {
        const index = number++;
        return h("li", { role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false", on: {
          click: () => this.#accept(index), pointermove: () => { if (this.#active !== index) this.#activate(index); },
        } }, h("code", { class: "clip" }, option.code), h("span", { class: "clip" }, option.hint),
        option.number !== undefined && h("span", { class: "num muted" }, `${count(option.number)} ${option.number === 1 ? "matches" : "match"}`));
      }),
    ]));
    // A list without an option is invalid for screen readers.
    if (groups.length && !number) this.list.append(h("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, h("span", { class: "muted" }, "No such value in this run")));
    this.popup.hidden = groups.length === 0;
    this.input.setAttribute("aria-expanded", String(!this.popup.hidden));
    setText(this.said, this.popup.hidden ? "" : counted(this.#options.length, "suggestion"));
    this.#moved = false;
    this.#activate(first && this.#options.length ? 0 : -1);
  }

  #activate(index) {
    this.#active = index;
    for (const option of this.list.querySelectorAll("[aria-selected='true']")) option.setAttribute("aria-selected", "false");
    const option = index < 0 ? undefined : this.list.querySelector(`#${this.list.id}-${index}`);
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", option.id);
  }

  #accept(index) {
    const option = this.#options[index];
    if (option.apply) { this.#close(); this.#apply(); return; }
    this.#replaceWord(option.word);
    if (option.isWhole) { this.#apply(); this.#complete(); } else this.#written();
  }

  /** Replaces the word that is being written. */
  #replaceWord(word) {
    const { input } = this, { word: open } = this.#openWord;
    input.value = [input.value.slice(0, input.value.length - open.length).trim(), word].filter(Boolean).join(" ");
  }

  #close() {
    this.#asked += 1;
    this.popup.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.#activate(-1);
    setText(this.said, "");
  }
}
