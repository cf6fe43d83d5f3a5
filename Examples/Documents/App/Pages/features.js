// Which features there are now, and the parts of the page that come and go with them.

import { byId } from "./elements.js";
import { check } from "./menu.js";

const states = {};

export const isKnown = (feature) => feature in states;
export const isAvailable = (feature) => Boolean(states[feature]?.available);

/** `data-feature` names the feature that a part belongs to. */
export function applyFeatures(features) {
  for (const state of features) states[state.feature] = state;
  for (const part of document.querySelectorAll("[data-feature]")) {
    const gone = !isAvailable(part.dataset.feature);
    if (gone && part.contains(document.activeElement)) byId("menu-button").focus();
    part.hidden = gone;
  }
  for (const feature of ["preview", "import", "focus", "premium", "usage"]) check(`toggle-${feature}`, isAvailable(feature));
}
