// “Switch off…”: what, for whom, the rule as a sentence, what it affects. The rest of the dialog is that of every change.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { badge } from "../../kit/dom/marks.js";
import { count, counted } from "../../kit/text/format.js";
import { attributesOf } from "../app/catalogue.js";
import { flagAddress } from "../app/routes.js";
import { openChange } from "../changes/changeDialog.js";
import { linkOf } from "../insight/reportLink.js";
import { insightPath, readIfPresent } from "../insight/insightAPI.js";
import { newRuleId } from "../flags/ruleList.js";
import { inFlightText, peopleText, shortMoment } from "../insight/figures.js";
import { titleInFeature } from "../insight/groupText.js";
import { compareVersions } from "../insight/versions.js";
import { nameOf } from "../text/flagState.js";
import { ruleParts, sentence } from "../text/sentences.js";
import { attributeNames, audiences, dependents, editOf, majorOf, personConditions, ruleOf, suggested, suspectedFlag, switchable } from "./switchRules.js";

/** The time between two reads of the figures, in milliseconds. */
const interval = 10_000;

/** Opens the dialog for a group, with the flag that `suspects` name, if any. Resolves to whether a change was sent. */
export async function openSwitchOff({ program, facts, report, suspects }) {
  const environment = program.environment, choices = switchable(facts, program, environment), { group } = facts;
  // Without the attributes of the catalogue the usual names are offered.
  const names = attributeNames(await attributesOf(program).catch(() => []));
  const chooser = new Chooser({ program, environment, facts, report, choices, names, suspected: suspectedFlag(choices, facts, suspects) });
  return openChange({
    program, environment, edits: [], chooser, schedules: false, reason: reasonOf(facts), link: linkOf(group),
    title: chooser.title,
  });
}

/** “Crash during Save Document in Document Management: 47 since 08:52”. */
export const reasonOf = ({ group }) => `${titleInFeature(group)}: ${count(group.reports)} since ${shortMoment(group.first)}`;

/** The reason why nothing can be switched off for a group, or `undefined`. */
export function whyNot(facts, program) {
  if (!program.mayEdit(program.environment.id)) return `Switching off in ${program.environment.name.toLowerCase()} needs an editor.`;
  return switchable(facts, program, program.environment).length === 0 ? "The affected sessions were exposed to no flag that is on here." : undefined;
}

class Chooser {
  #flag;                          // The key of the chosen flag.
  #audience;
  #onlyEarlier = true;
  #impact = new Map();
  #reachesPerson = new Map();     // By flag: whether a recent evaluation would change for the person of the report.
  #ruleId = newRuleId();
  #rest;                          // What depends on the chosen flag.
  #drawn;                         // The figures that are shown.

  constructor(context) {
    Object.assign(this, context);
    const { who, group } = context.facts;
    this.#flag = (context.suspected ?? context.choices[0].flag).key;
    this.version = [group.lastVersion, ...who.versions.filter(({ affected }) => affected > 0).map(({ value }) => value)].filter(Boolean).sort(compareVersions).at(-1);
    this.systems = [...new Set(who.systems.filter(({ affected }) => affected > 0).toSorted((one, other) => other.affected - one.affected).map(({ value }) => majorOf(value)))];
    [this.system] = this.systems;
    this.#rest = h("div", { class: "stack-v" });
    this.element = h("div", { class: "stack-v" }, this.#what(), this.#rest);
  }

  /** Draws the choices; each is reported to `listener`. */
  follow(listener) {
    this.listener = listener;
    this.#draw();
    this.#chose();
    this.#readFacts();
    this.element.querySelector("input:checked")?.focus();
    this.#followFigures();
  }

  /** Reads the figures again and again until the dialog closes. */
  #followFigures() {
    const ending = new AbortController(), { signal } = ending, timer = setInterval(() => { if (!document.hidden) this.#readImpact(); }, interval);
    signal.addEventListener("abort", () => clearInterval(timer));
    this.element.closest("dialog").addEventListener("close", () => ending.abort());
    this.program.onConnections(() => this.#drawAgain(), signal);
  }

  /** Draws what differs from what is shown, unless the user is about to select a system. */
  #drawAgain() {
    if (this.element.isConnected && this.#figures !== this.#drawn && document.activeElement?.dataset.focus !== "system-name") this.#draw();
  }

  /** The figures of the chosen flag as text, without the period that they cover. */
  get #figures() {
    const impact = this.#impact.get(this.#flag), { covers, ...figures } = impact ?? {};
    return textOf([impact === undefined, impact instanceof Error ? impact.message : figures, this.#connected]);
  }

  /** The number of running programs. */
  get #connected() { return this.program.having(this.environment.id, 0).all; }

  /** The title of the dialog, which names the chosen flag. */
  get title() { return `Switch off ${nameOf(this.#choice.flag)} in ${this.environment.name.toLowerCase()} for whom?`; }

  get #choice() { return this.choices.find(({ flag }) => flag.key === this.#flag); }

  #audiences() {
    const { facts, report, names, version, system } = this, impact = this.#impact.get(this.#flag);
    return audiences(this.#choice, { facts, report, names, impact, version, system, onlyEarlier: this.#onlyEarlier, reachesPerson: this.#reachesPerson.get(this.#flag) });
  }

  #chose() {
    const choice = this.#choice, list = this.#audiences(), one = list.find(({ id }) => id === this.#audience) ?? list[0];
    this.listener({ edits: [editOf(choice, this.environment, { conditions: one.conditions, variant: one.variant, id: this.#ruleId })], verb: one.verb, done: `${nameOf(choice.flag)}: ${one.verb.replace(/^Switch off/, "switched off")}.`, title: this.title });
  }

  #draw() {
    const choice = this.#choice, list = this.#audiences();
    this.#audience ??= suggested(list, this.facts);
    this.#drawn = this.#figures;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
    const best = suggested(list, this.facts), one = list.find(({ id }) => id === this.#audience) ?? list[0];
    fill(this.#rest, this.#whom(list, one, best), this.#withoutPerson(), this.#rule(choice, one), h("div", { class: "two" }, this.#impactText(choice), this.#dependents(choice)));
    if (focused) this.element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  #what() {
    if (this.choices.length < 2) return null;
    const id = uniqueId("what");
    const select = h("select", { class: "field", id, on: { change: () => { this.#flag = select.value; this.#audience = undefined; this.#draw(); this.#chose(); this.#readFacts(); } } },
      this.choices.map(({ flag, affected }) => h("option", { value: flag.key, selected: flag.key === this.#flag }, `${nameOf(flag)}${affected > 0 ? `, ${count(affected)} affected` : ""}`)));
    return h("div", { class: "setting" }, h("label", { for: id }, "What"), select);
  }

  #whom(list, current, best) {
    const { facts, systems } = this;
    const figure = (value) => (value === undefined ? "" : `${value.isExact ? "" : "up to "}${count(value.number)}`);
    const select = systems.length > 1 && current.id === "system" && h("select", { class: "field small", "aria-label": "System", data: { focus: "system-name" }, on: { change: () => { this.system = select.value; this.#draw(); this.#chose(); } } },
      systems.map((name) => h("option", { value: name, selected: name === this.system }, name)));
    return h("div", { class: "choices", role: "radiogroup", "aria-label": "For whom" },
      h("div", { class: "head", "aria-hidden": "true" }, h("span"), h("span"), h("span", { class: "num" }, `stops, of ${count(facts.what.sessions)}`), h("span", { class: "num" }, "sessions, 7 days")),
      list.map((one) => [
        h("label", {}, h("input", { type: "radio", name: "whom", value: one.id, checked: one === current, data: { focus: one.id }, on: { change: () => { this.#audience = one.id; this.#draw(); this.#chose(); } } }),
          h("span", {}, h("span", { class: one === current ? "strong" : undefined }, one.label), one.id === best && one.id !== "everyone" && [" ", badge("closing", "Suggested")], one.note && [" ", h("span", { class: "sub" }, one.note)]),
          h("span", { class: "num" }, figure(one.stops), h("span", { class: "said" }, ` of ${count(facts.what.sessions)} affected sessions,`)), h("span", { class: "num" }, one.isPerson ? "1 person" : figure(one.sessions), one.sessions && h("span", { class: "said" }, " sessions in 7 days"))),
        one.id === "system" && one === current && h("div", { class: "under" }, h("div", { class: "stack-v" }, select || null, this.version && h("label", { class: "check" },
          h("input", { type: "checkbox", checked: this.#onlyEarlier, data: { focus: "only-earlier" }, on: { change: (event) => { this.#onlyEarlier = event.target.checked; this.#draw(); this.#chose(); } } }),
          h("span", {}, `Only in ${this.version} and earlier. Later versions turn it back on automatically.`)))),
      ]));
  }

  /** The reason why the person of the report can’t be selected; nothing before that is known. */
  #withoutPerson() {
    return this.#reachesPerson.get(this.#flag) === false && h("p", { class: "sub" }, "The person in this report isn’t offered: no recent evaluation has the report’s pseudonym as its targeting key and the flag on.");
  }

  #rule(choice, { conditions, variant }) {
    const rules = choice.targeting.value.rules?.length ?? 0;
    const parts = conditions ? [...ruleParts(ruleOf(choice, conditions, this.#ruleId), choice.flag.value, this.program.segments), { kind: "text", text: ` Becomes rule 1 of ${rules + 1}.` }]
      : [{ kind: "text", text: variant === undefined ? "Everyone has " : `People with ${variant} have ` }, { kind: "then", text: choice.off ?? "the program’s default" }, { kind: "text", text: variant === undefined ? ". The rules don’t apply while it is off." : " instead, in every rule." }];
    return h("div", {}, h("h3", {}, conditions ? "Rule to add" : "What changes"), sentence(parts));
  }

  #impactText({ flag }) {
    const impact = this.#impact.get(flag.key), all = this.#connected;
    const text = impact instanceof Error ? `Can’t read the impact: ${impact.message}` : impact === undefined ? "Reading who uses it…" : impact === null ? "The server has no figures about it."
      : `${counted(impact.used.sessions, "session")} of ${peopleText(impact.used.people, impact.used.peopleAreEstimated)} had it in the last 7 days.`;
    return h("div", { role: "status" }, h("h3", {}, "Impact"), h("p", {}, [text, inFlightText(impact?.inFlight)].filter(Boolean).join(" ")), all > 0 && h("p", { class: "sub" }, `Reaches ${counted(all, "connected program")} within seconds.`));
  }

  #dependents({ flag }) {
    const found = dependents(this.program, flag.key), features = this.#impact.get(flag.key)?.features ?? [];
    return h("div", {}, h("h3", {}, "Dependents"),
      features.length > 0 && h("p", {}, `${features.slice(0, 5).map(({ feature, name, sessions }) => `${name || feature} (${counted(sessions, "session")})`).join(", ")}${features.length > 5 ? ` and ${counted(features.length - 5, "more feature")}` : ""} ${features.length === 1 ? "needs" : "need"} it.`),
      found.length === 0 ? features.length === 0 && h("p", {}, "No flag needs it, and no known feature declares it as a constraint; code may read it.")
      : h("p", {}, found.slice(0, 5).map((one, index) => [index > 0 && ", ", h("a", { href: flagAddress(one.key) }, nameOf(one))]), found.length > 5 && ` and ${counted(found.length - 5, "more")}`, found.length === 1 ? " also goes off for them." : " also go off for them."));
  }

  #readFacts() {
    this.#readImpact();
    this.#readPerson();
  }

  /** Asks whether a rule for the person of the report would change a recent evaluation. */
  async #readPerson() {
    const key = this.#flag, choice = this.#choice, { report, program, environment } = this;
    if (!report?.person || choice.off === undefined || choice.targeting.value.logic !== undefined || this.#reachesPerson.has(key)) return;
    const edits = [editOf(choice, environment, { conditions: personConditions(report), id: this.#ruleId })];
    try {
      const { flags } = await program.transport.post(`${program.path}/environments/${encodeURIComponent(environment.id)}/comparisons`, { edits });
      this.#reachesPerson.set(key, flags.some(({ name, changed }) => name === key && changed > 0));
    } catch {
      // Without an answer the person is neither offered nor explained.
      return;
    }
    if (this.#flag === key && this.element.isConnected) this.#draw();
  }

  async #readImpact() {
    const key = this.#flag, before = this.#impact.get(key);
    try {
      this.#impact.set(key, await readIfPresent(() => this.program.transport.get(insightPath(this.program, "flags", key, "impact"))) ?? null);
    } catch (error) {
      // Earlier figures are better than none.
      this.#impact.set(key, before ?? error);
    }
    if (this.#flag === key) this.#drawAgain();
  }
}
