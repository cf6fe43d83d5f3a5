// What the open document comes to in figures: a strip above the text that follows the typing.

import { byId, element } from "./elements.js";
import { check } from "./menu.js";

const panel = byId("statistics");
const numbers = new Intl.NumberFormat("en");
let isWanted = false;

/** Whether the figures are to be kept up with the text. */
export const areStatisticsWanted = () => isWanted;

/** The figures come when they are there; they go at once. */
export function wantStatistics(wanted) {
  isWanted = wanted;
  check("statistics", wanted);
  if (wanted) return;
  if (panel.contains(document.activeElement)) byId("editor").focus();
  panel.hidden = true;
}

export function showStatistics({ words, characters, sentences, paragraphs, readingMinutes }) {
  if (!isWanted) return;
  const time = words === 0 ? "none" : `about ${numbers.format(readingMinutes)} min`;
  const facts = [["Words", words], ["Sentences", sentences], ["Paragraphs", paragraphs], ["Characters", characters]]
    .map(([name, value]) => [name, numbers.format(value)]);
  byId("figures").replaceChildren(...[...facts, ["Reading time", time]].map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value))));
  panel.hidden = false;
}
