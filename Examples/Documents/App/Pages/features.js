// The availability of features, and the parts of the page that depend on it.

import { byId } from "/kit/dom/dom.js";

/** The features as last reported; `check(command, on)` checks an item of the menu. */
export function createFeatures({ check }) {
  const states = {};

  const isKnown = (feature) => feature in states;
  const isAvailable = (feature) => Boolean(states[feature]?.available);

  /** `data-feature` is the feature of a part. */
  function applyFeatures(features) {
    for (const state of features) states[state.feature] = state;
    for (const part of document.querySelectorAll("[data-feature]")) {
      const isHidden = !isAvailable(part.dataset.feature);
      if (isHidden && part.contains(document.activeElement)) byId("menu-button").focus();
      part.hidden = isHidden;
    }
    for (const feature of ["preview", "import", "focus", "premium", "usage"]) check(`toggle-${feature}`, isAvailable(feature));
  }

  return { isKnown, isAvailable, applyFeatures };
}
