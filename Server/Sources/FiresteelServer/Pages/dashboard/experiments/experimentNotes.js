// The experiments that a flag is part of, on its page.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { experimentAddress } from "../app/routes.js";

/** A notice for each running experiment of a flag in an environment, whose people have the variant of their arm. */
export const experimentNotes = (program, flag, environment) => program.experimentsIn(environment).filter(({ value }) => value.flag === flag && value.state === "running")
  .map(({ key, value }) => h("p", { class: "note" }, icon("flask"), h("span", {}, "Part of the experiment ", h("a", { href: experimentAddress(key, { environment }) }, value.name), ": the people who take part have the variant of their group, not that of the rules.")));
