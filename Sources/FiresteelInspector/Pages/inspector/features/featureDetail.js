// The details of one feature: availability, actions, routes, subfeatures and declaration.

import { fill, h, said, uniqueId } from "../../kit/dom/dom.js";
import { performsOf, shortestReason } from "./featureText.js";
import { count, counted, duration } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { accessLink, featureLink, flagLink, logsLink, routesLink, timelineLink } from "../../run/links.js";
import { isWithin } from "../../run/featureMenu.js";
import { badge, mark } from "../../kit/dom/marks.js";
import { availabilities, constraintMarks } from "../../run/marks.js";
import { about } from "../words.js";

/**
 * Fills the detail pane with a feature. `ancestors` are the features above it, the root first; `back` returns to the list,
 * `focus` are the paths in focus, if known, and `setFocus(path, on)` changes them; `open(path)` shows another feature, `control(feature, constraint, on)` changes a constraint, `perform(path)` shows an action's form.
 */
export function showFeature(pane, feature, context) {
  fill(pane, head(feature, context), h("div", { class: "scroll" }, [
    availabilitySection(feature, context), actionsSection(feature, context), routesSection(feature), featuresSection(feature, context), declaredSection(feature),
  ]));
}

function inPage(path, text, { open }) {
  return h("a", { href: featureLink(path), on: { click: (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(path);
  } } }, text);
}

function head(feature, context) {
  const { name, description, availability, path } = feature, performs = performsOf(feature);
  return h("header", { class: "detail-head" },
    h("a", { class: "back button quiet small", href: "features", on: { click: (event) => { event.preventDefault(); context.back(); } } },
      icon("back"), "All features"),
    h("nav", { class: "path", "aria-label": "Feature path" }, h("ol", {},
      context.ancestors.map((above) => h("li", {}, inPage(above.path, above.name, context))),
      h("li", {}, h("span", { "aria-current": "page" }, name)))),
    h("div", { class: "title" }, h("h2", { id: "selected", tabIndex: -1 }, name),
      badge(availability.state, availabilities[availability.state]), feature.visible === false && badge("", "Hidden")),
    description && h("p", { class: "muted" }, description),
    h("div", { class: "buttons" }, h("a", { class: "button", href: timelineLink({ feature: path }) },
      icon("timeline"), `${count(performs)} on the timeline`),
    h("a", { class: "button", href: logsLink({ feature: path }) }, icon("logs"), "Logs"),
    focusButton(feature, context), about("focus")));
}

/** Puts the feature into focus or takes it out; a feature of a group in focus is in focus as well. */
function focusButton({ path }, { focus, setFocus }) {
  if (!focus) return null;
  const group = focus.find((other) => other !== path && isWithin(path, other));
  return h("button", { class: "button", type: "button", "aria-pressed": String(focus.includes(path) || group !== undefined), data: { focus: "focus" },
    "aria-disabled": group === undefined ? undefined : "true", title: group === undefined ? undefined : `In focus with ${group}`,
    on: { click: () => { if (group === undefined) setFocus(path, !focus.includes(path)); } } }, icon("target"), "Focus");
}

const titles = { available: "Why it is available", unavailable: "Why it is unavailable", undetermined: "Why it is not known yet" };

function availabilitySection(feature, context) {
  const { availability: { state, reasons = [] }, conditions: constraints = [], kind } = feature;
  const kindWord = kind === "conditional" ? "" : kind === "group" ? "A group is available while its parent is available." : "A feature without constraints is always available.";
  return h("section", { class: "section" }, h("h3", {}, titles[state]),
    state !== "available" && reasons.map(({ text, remedy }) =>
      h("div", { class: state === "unavailable" ? "note unavailable" : "note warning" }, icon("warning"),
        h("span", { class: "grow" }, text), remedy && remedyPart(feature, remedy, context))),
    constraints.length ? h("ul", { class: "checks" }, constraints.map((constraint) => check(feature, constraint, context)))
      : state === "available" && h("p", { class: "muted" }, kindWord || "All constraints are met."));
}

/** The remedy of a reason: a button if it can be applied here, a link if elsewhere, or else text. */
function remedyPart(feature, { kind, text, flag, feature: other, products, permission }, context) {
  const control = { "switch-on": "toggle", enable: "runtime", flag: "flag" }[kind];
  const constraint = control && (other === undefined || other === feature.path) && (feature.conditions ?? []).find((one) => one.control?.kind === control
    && !one.control.on && (control !== "flag" || flag === undefined || one.flag === flag));
  if (constraint) {
    return h("button", { class: "button small", type: "button", data: { focus: `remedy ${kind} ${text}` },
      on: { click: () => context.control(feature, constraint, true) } }, text);
  }
  if (other !== undefined && other !== feature.path) return inPage(other, text, context);
  if (flag !== undefined) return h("a", { href: flagLink(flag) }, text);
  if (products !== undefined) return h("a", { href: accessLink({ product: products.join("|") }) }, text);
  if (permission !== undefined) return h("a", { href: accessLink({ permission }) }, text);
  return h("span", { class: "muted" }, text);
}

const constraintText = { met: "Met", unmet: "Not met", undetermined: "Not known yet" };

function check(feature, constraint, context) {
  const { control } = context, { state, what, now, flag, feature: other } = constraint, identifier = uniqueId("constraint");
  const label = state === "unmet" ? h("strong", { class: "strong" }, what) : what;
  const item = h("li", {}, mark(constraintMarks[state], constraintText[state]),
    h("span", { class: "what" }, h("span", { id: identifier }, other ? inPage(other, label, context) : label),
      flag && h("div", { class: "small wrap" }, h("a", { class: "mono", href: flagLink(flag) }, flag))),
    h("span", { class: "now" }, now ?? "", constraint.control?.overridden && [" ", badge("reason-override", "Overridden"), " ",
      h("button", { class: "link small", type: "button", "aria-label": `Restore ${what}`, data: { focus: `restore ${what}` },
        on: { click: () => control(feature, constraint, undefined) } }, "Restore")]));
  if (constraint.control) {
    const { on } = constraint.control;
    item.append(h("button", { class: "switch", type: "button", role: "switch", "aria-checked": String(on), "aria-labelledby": identifier,
      data: { focus: `constraint ${constraint.control.kind} ${what}` },
      on: { click: () => control(feature, constraint, !on) } }));
  }
  return item;
}

function actionsSection({ actions = [], path, availability }, { perform }) {
  if (!actions.length) return null;
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Actions"), h("span", { class: "count" }, count(actions.length)),
      actions.some(({ published }) => published) && about("published")),
    h("table", { class: "table actions-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Action"), h("th", { scope: "col", class: "takes" }, "Input"),
        h("th", { scope: "col", class: "num" }, "This run"), h("th", { scope: "col", class: "num usual" }, "Typical duration"),
        h("th", { scope: "col" }, h("span", { class: "said" }, "Perform")))),
      h("tbody", {}, actions.map((action) => h("tr", {},
        h("td", {}, h("div", { class: "named" }, h("span", { class: "clip", title: action.description }, action.name), said(action.description),
          action.published && badge("published", "Published"), action.undeclared && badge("undetermined", "Undeclared"))),
        h("td", { class: action.input ? "mono takes" : "muted takes" }, h("div", { class: "clip", title: action.input }, action.input ?? "None")),
        h("td", { class: "num" }, action.performs
          ? h("a", { href: timelineLink({ feature: path, text: action.name }) }, count(action.performs)) : "0",
          action.failures > 0 && h("span", { class: "bad", title: counted(action.failures, "failure") }, `, ${count(action.failures)} ×`, said(" failed"))),
        h("td", { class: "num mono muted usual" }, action.took === undefined || !action.performs ? "" : duration(action.took)),
        h("td", { class: "num" }, action.published && h("button", { class: "button small", type: "button", "aria-label": `Perform ${action.name}`, data: { focus: `perform ${action.identifier}` },
          "aria-disabled": availability.state === "available" ? undefined : "true", title: availability.state === "available" ? undefined : availability.reasons?.[0]?.text,
          on: { click: () => perform(`${path}/#${action.identifier}`) } }, icon("play"), "Perform")))))));
}

function routesSection({ routes = [], path }) {
  if (!routes.length) return null;
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Routes"), h("span", { class: "count" }, count(routes.length)), h("a", { class: "push", href: routesLink({ feature: path }) }, "Try routes")),
    h("dl", { class: "pairs" }, routes.map(({ pattern, action, name }) => [h("dt", {}, action.name), h("dd", {}, h("code", {}, pattern), name && h("span", { class: "muted" }, `, named ${name}`))])));
}

function featuresSection({ features = [] }, context) {
  if (!features.length) return null;
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Subfeatures"), h("span", { class: "count" }, count(features.length))),
    h("ul", { class: "checks" }, features.map((feature) => h("li", {},
      mark(feature.availability.state, availabilities[feature.availability.state]),
      h("span", { class: "what" }, inPage(feature.path, feature.name, context)),
      h("span", { class: "now" }, shortestReason(feature))))));
}

const kinds = { feature: "Feature: always available", conditional: "Conditional feature", group: "Feature group" };

function declaredSection({ path, identifier, kind, variation, tags = [] }) {
  return h("section", { class: "section" }, h("h3", {}, "Declaration"), h("dl", { class: "pairs" },
    h("dt", {}, "Path"), h("dd", {}, h("code", {}, path)),
    h("dt", {}, "Identifier"), h("dd", {}, h("code", {}, identifier)),
    h("dt", {}, "Kind"), h("dd", {}, kinds[kind] ?? kind),
    variation && [h("dt", {}, "Variation"), h("dd", {}, variation)],
    tags.length > 0 && [h("dt", {}, "Tags"), h("dd", {}, tags.map((tag) => [badge("", tag), " "]))]));
}
