// The availability of features, and the parts of the page that depend on it.

import { byId } from "/kit/dom/dom.js";

const names = { preview: "Preview", import: "Import", focus: "Focus mode", export: "Export as HTML" };

/** A sentence for a feature that became available or unavailable, or `undefined` if no part of the page depends on it. */
export function changeText({ feature, available, reasons = [] }, states) {
  if (feature === "premium") {
    const { available: isUnlocked, reasons: others = [] } = states.statistics ?? {};
    if (!available) return "Premium is off. Statistics needs it.";
    return isUnlocked ? "Premium is on. Statistics is in the menu." : `Premium is on. Statistics is unavailable: ${others[0] ?? "not known yet"}.`;
  }
  if (!(feature in names)) return undefined;
  return available ? `${names[feature]} is available.` : `${names[feature]} is unavailable: ${reasons[0] ?? "not known yet"}.`;
}

/** The features as last reported; `check(command, on)` checks an item of the menu. */
export function createFeatures({ check }) {
  const states = {};

  const isKnown = (feature) => feature in states;
  const isAvailable = (feature) => Boolean(states[feature]?.available);

  /** `data-feature` is the feature of a part. Returns `{ feature, text }` for each change that shows or hides parts of the page. */
  function applyFeatures(features) {
    const before = { ...states };
    for (const state of features) states[state.feature] = state;
    for (const part of document.querySelectorAll("[data-feature]")) {
      const isHidden = !isAvailable(part.dataset.feature);
      if (isHidden && part.contains(document.activeElement)) byId("menu-button").focus();
      part.hidden = isHidden;
    }
    for (const feature of ["preview", "import", "focus", "premium", "usage", "reports"]) check(`toggle-${feature}`, isAvailable(feature));
    return features.filter(({ feature, available }) => feature in before && before[feature].available !== available)
      .map((state) => ({ feature: state.feature, text: changeText(state, states) })).filter(({ text }) => text);
  }

  return { isKnown, isAvailable, applyFeatures };
}
