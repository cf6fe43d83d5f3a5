// The statistics of the open document, in a strip above the text that is updated while the user types.

import { byId, h } from "/kit/dom/dom.js";

/** The strip; `check(command, on)` checks an item of the menu. */
export function createStatistics({ check }) {
  const panel = byId("statistics");
  const numbers = new Intl.NumberFormat("en");
  let isWanted = false;

  /** Whether the statistics follow the text. */
  const areStatisticsWanted = () => isWanted;

  /** Shows the statistics when they arrive, or hides them immediately. */
  function wantStatistics(wanted) {
    isWanted = wanted;
    check("statistics", wanted);
    if (wanted) return;
    if (panel.contains(document.activeElement)) byId("editor").focus();
    panel.hidden = true;
  }

  function showStatistics({ words, characters, sentences, paragraphs, readingMinutes }) {
    if (!isWanted) return;
    const time = words === 0 ? "none" : `about ${numbers.format(readingMinutes)} min`;
    const facts = [["Words", words], ["Sentences", sentences], ["Paragraphs", paragraphs], ["Characters", characters]]
      .map(([name, value]) => [name, numbers.format(value)]);
    byId("figures").replaceChildren(...[...facts, ["Reading time", time]].map(([name, value]) =>
      h("div", {}, h("dt", {}, name), h("dd", {}, value))));
    panel.hidden = false;
  }

  return { areStatisticsWanted, wantStatistics, showStatistics };
}
