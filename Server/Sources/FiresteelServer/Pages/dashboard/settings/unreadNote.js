// The note about stored rows that can’t be read and are left out of a list.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";

/** Returns the note, or `false` if nothing is damaged. `effect` says what that means. */
export const unreadNote = (damaged, noun, effect) => damaged.length > 0 && h("p", { class: "note failure" }, icon("warning"),
  h("span", {}, `Damaged, and left out: ${noun} ${damaged.slice(0, 10).join(", ")}${damaged.length > 10 ? " and others" : ""}. ${effect} Restore a backup.`));
