// The button that performs the action of an event again, or the reason why that isn't possible.

import { availabilities } from "../marks.js";
import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";

/** The reason, or `undefined` if the action can be performed; `presents` is whether the program provides presenters to the inspector. */
export function obstacleOf({ availability, presenter, obstacle, input }, presents) {
  if (availability.state !== "available") return availability.reasons?.[0]?.text ?? availabilities[availability.state];
  if (presenter && !presents) return `Needs a ${presenter}, but the program provides no presenters to the inspector`;
  return obstacle ?? (input.kind === "impossible" ? input.problem : undefined);
}

/** The reason of an action that its feature doesn't publish. */
export const unpublished = "Not published";

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
