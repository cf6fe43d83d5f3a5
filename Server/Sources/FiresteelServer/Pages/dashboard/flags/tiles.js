// The environments of a flag, side by side.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { count } from "../../kit/text/format.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { flagAddress } from "../app/routes.js";
import { isBool, stateIn } from "../text/flagState.js";

/** The tiles; `author(number)` is who made a change and when, if known, `pendingIn(environment)` the pending changes there, as a text. */
export function tiles(program, flag, author, pendingIn = () => undefined) {
  return h("div", { class: "tiles", role: "group", "aria-label": "Environments" }, program.environments.map((environment) => {
    const targeting = flag.targetings.get(environment.id), state = stateIn(program.flags, flag, environment.id), { kind, share, needs } = state, { word, detail } = (!needs && state.rest) || state;
    const isCurrent = environment === program.environment, pending = pendingIn(environment.id), by = targeting && author(targeting.change);
    return h("a", { class: "tile", href: flagAddress(flag.key, { environment: environment.id }), "aria-current": isCurrent ? "true" : undefined },
      h("span", { class: "line-top" }, isCurrent && kindOf(environment) === "production" ? environmentTag(environment) : h("span", { class: "person" }, plainMark(kindOf(environment)), environment.name),
        h("span", { class: "push sub" }, `revision ${count(environment.revision)}`)),
      h("span", { class: "big" }, word, " ", detail && h("span", { class: "sub" }, needs ? `${isBool(flag.value) ? "off" : "the program’s default"} for everyone` : detail)),
      needs ? h("span", { class: "share-bar none", "aria-hidden": "true" })
        : share !== undefined && h("span", { class: kind === "on" ? "share-bar solid" : "share-bar", "aria-hidden": "true" }, h("span", { style: { "--value": `${share * 100}%` } })),
      h("span", { class: "sub" }, by ?? (targeting ? `Change ${targeting.change}` : "No targeting here")),
      pending && h("span", { class: "sub" }, plainMark("closing"), " ", pending));
  }));
}
