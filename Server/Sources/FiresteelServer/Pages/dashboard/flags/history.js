// The changes of a flag: who, when and why, with the difference.

import { h } from "../../kit/dom/dom.js";
import { addressOf } from "../app/routes.js";
import { authorName, headline } from "../changes/changeText.js";
import { openRevert } from "../changes/revertDialog.js";
import { reasonText } from "../insight/reportLink.js";
import { differenceOf } from "../text/itemLines.js";
import { ago } from "../text/times.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The newest changes as steps. */
export function history(program, flag, changes) {
  return h("section", { class: "card", "aria-labelledby": "history" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "history" }, "Changes"), h("a", { class: "push", href: addressOf("changes", { query: { item: flag.key } }) }, "All")),
    changes.length === 0 && h("p", { class: "muted" }, "No changes yet."),
    h("ol", { class: "steps" }, changes.slice(0, 5).map((change, index) => h("li", {}, h("span", { class: index ? "pip" : "pip won" }), h("div", { class: "body" },
      h("div", { class: "line-top" }, h("strong", { class: "strong" }, capital(headline(change, program, flag.key))), h("span", { class: "time push" }, ago(change.time))),
      h("p", { class: "meta" }, authorName(change.author), change.reason && [": ", reasonText(change.reason)]),
      index === 0 && change.differences.filter(({ name, environment }) => name === flag.key && (!environment || environment === program.environment.id)).map((difference) => differenceOf(difference, program)),
      index === 0 && program.mayEdit() && h("button", { class: "button small", type: "button", data: { focus: "revert" }, on: { click: () => openRevert(program, change) } }, "Revert…")))))));
}
