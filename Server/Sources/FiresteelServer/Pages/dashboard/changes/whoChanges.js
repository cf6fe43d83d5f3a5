// For how many recent contexts an unsaved change has another result.

import { fill, h } from "../../kit/dom/dom.js";
import { count, counted } from "../../kit/text/format.js";
import { nameOf, variantWord } from "../text/flagState.js";
import { momentInSentence } from "../text/times.js";

const maximumTransitions = 4;
const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const contexts = (number) => counted(number, "recent context");

/** The section of a dialog, which reads the comparison of `edits` in an environment. */
export function whoChanges(program, edits, environment) {
  const heading = h("h3", {}, `Who changes in ${environment.name.toLowerCase()}`), content = h("div", { role: "status" }, h("p", { class: "muted" }, "Comparing recent contexts…"));
  const element = h("section", { "aria-label": `Who changes in ${environment.name.toLowerCase()}` }, heading, content);
  read();
  return element;

  async function read() {
    try {
      fill(content, described(await program.transport.post(`${program.path}/environments/${encodeURIComponent(environment.id)}/comparisons`, { edits })));
    } catch (error) {
      fill(content, h("p", { class: "muted" }, `Recent contexts can’t be compared: ${error.message}`));
    }
  }

  function described({ contexts: total, since, flags, omitted }) {
    // One line, without its heading: there is nothing to read.
    heading.hidden = total === 0;
    if (total === 0) return h("p", { class: "sub" }, "Who changes: no recent contexts yet. They come from programs with a client token.");
    const changed = flags.filter((flag) => flag.changed > 0);
    return [
      changed.length === 0 ? h("p", {}, `None of ${contexts(total)} ${total === 1 ? "changes" : "change"}.`) : changed.map((flag) => lines(flag, total, changed.length > 1 || flag.name !== edits[0]?.name)),
      h("p", { class: "sub" }, `${total === 1 ? "One distinct context" : `${count(total)} distinct contexts`} for which this server evaluated flags since ${momentInSentence(since)}, stored in memory only.`,
        omitted > 0 && ` ${counted(omitted, "more flag")} may change as well.`),
    ];
  }

  function lines({ name, transitions, attributes }, total, isNamed) {
    const flag = program.flags.get(name), word = (variant) => (flag ? variantWord(flag.value, variant ?? undefined) : variant ?? "the program’s default");
    const rest = transitions.slice(maximumTransitions).reduce((sum, { count: own }) => sum + own, 0);
    return h("div", {}, isNamed && h("p", { class: "sub" }, flag ? nameOf(flag) : name),
      transitions.slice(0, maximumTransitions).map(({ from, to, count: own }) => h("p", {}, h("strong", { class: "strong" }, `${count(own)} of ${contexts(total)}`), ` ${own === 1 ? "changes" : "change"} from ${word(from)} to ${word(to)}.`)),
      rest > 0 && h("p", {}, `${count(rest)} more change in other ways.`),
      attributes.map((attribute) => h("p", { class: "sub" }, `${attribute.name}: `, attribute.values.map(({ value, count: own }) => `${shown(value)} ${count(own)}`).join(", "))));
  }
}
