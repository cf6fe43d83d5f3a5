// Environments: a shape and a word. A shield is an environment whose changes affect users.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";

/** The mark of an environment: those that need an approval look like production. */
export const kindOf = ({ id, protection }) =>
  (id === "production" || protection === "approval" ? "production" : id === "staging" || protection === "reason" ? "staging" : "development");

/** A tag with the environment's name. */
export const environmentTag = (environment) =>
  h("span", { class: `env ${kindOf(environment)}` }, plainMark(kindOf(environment)), environment.name);

/** The mark with the name beside it. */
export const environmentName = (environment) =>
  h("span", { class: "person" }, plainMark(kindOf(environment)), h("span", { class: "clip" }, environment.name));
