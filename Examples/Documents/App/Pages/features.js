// Which features there are now, and the parts of the page that come and go with them.

import { byId } from "/kit/dom/dom.js";

/** The features as last reported; `check(command, on)` ticks an entry of the menu. */
export function createFeatures({ check }) {
  const states = {};

  const isKnown = (feature) => feature in states;
  const isAvailable = (feature) => Boolean(states[feature]?.available);

  /** `data-feature` names the feature that a part belongs to. */
  function applyFeatures(features) {
    for (const state of features) states[state.feature] = state;
    for (const part of document.querySelectorAll("[data-feature]")) {
      const gone = !isAvailable(part.dataset.feature);
      if (gone && part.contains(document.activeElement)) byId("menu-button").focus();
      part.hidden = gone;
    }
    for (const feature of ["preview", "import", "focus", "premium", "usage"]) check(`toggle-${feature}`, isAvailable(feature));
  }

  return { isKnown, isAvailable, applyFeatures };
}
