// The button that performs the action of an event again, or the reason why that isn't possible.

import { h, fill } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { obstacleOf, unpublished } from "../actions/obstacle.js";

/** The actions are read once for each visit of `page`, and again after features change. */
export class PerformAgain {
  #actions;

  constructor(page) {
    this.page = page;
    page.live.on("features", () => { this.#actions = undefined; });
  }

  /** An element for a perform, filled once the actions are known. */
  element(perform) {
    const place = h("div", { class: "buttons again" });
    this.page.attempt(async () => {
      this.#actions ??= this.page.transport.get("actions");
      try {
        this.#show(place, perform, await this.#actions);
      } catch (error) {
        this.#actions = undefined;
        throw error;
      }
    });
    return place;
  }

  #show(place, { feature, action, fields = [] }, { actions, presents }) {
    const path = `${feature.path}/#${action.identifier}`, found = actions.find((one) => one.path === path);
    const reason = found ? obstacleOf(found, presents) : unpublished;
    fill(place,
      h("button", { class: "button small", type: "button", "aria-disabled": reason === undefined ? undefined : "true", data: { focus: "again" },
        on: { click: () => { if (reason === undefined) this.page.shared.palette.open(path, { recorded: fields }); } } },
      icon("play"), found && found.input.kind !== "none" ? "Perform again…" : "Perform again"),
      reason !== undefined && h("span", { class: "muted small" }, reason));
  }
}
