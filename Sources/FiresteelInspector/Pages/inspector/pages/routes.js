// The routes page: all routes with their actions, and a link tester.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { count, counted } from "../../kit/text/format.js";
import { featureLink } from "../../run/links.js";
import { badge } from "../../kit/dom/marks.js";
import { RouteTester } from "../routes/routeTester.js";
import { followSearch, hasWords } from "../../kit/lists/searchField.js";
import { button, state } from "../../kit/dom/states.js";

const step = 200;

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get } = page.transport;

  let routes = [];
  let shown = step;
  let drawn;                          // The data of the drawn list, to skip unchanged data.

  const tester = new RouteTester(byId("tester"), { page, tried: (url) => writeQuery({ url }) });
  const search = followSearch(page, () => { shown = step; draw(); });

  async function load() {
    routes = (await get("routes")).routes;
    byId("bones").hidden = true;
    const now = textOf(routes);
    if (now !== drawn) draw();
    drawn = now;
    if (!tester.url && readQuery().url) await tester.try(readQuery().url);
  }

  page.live.on("features", page.paced(() => page.attempt(load), 500));

  function draw() {
    const text = search.text(), only = readQuery().feature;
    const found = routes.filter(({ pattern, scopes, name, action, feature }) =>
      (only === undefined || feature.path === only) && hasWords([pattern, ...scopes, name, action.name, action.identifier, feature.name, feature.path], text));
    setText(byId("facts"), found.length === routes.length ? counted(routes.length, "route") : `${count(found.length)} of ${counted(routes.length, "route")}`);
    byId("tester").hidden = routes.length === 0;
    fill(byId("list"), only !== undefined && h("p", { class: "things-note muted" }, `Routes of ${found[0]?.feature.name ?? only}. `, button("Show all", everything, "small")),
      h("ul", { class: "things", "aria-label": "Routes, in order of priority" }, found.slice(0, shown).map(routeItem)),
      found.length > shown && h("div", { class: "more-line" }, button(`Show ${count(Math.min(step, found.length - shown))} more`, () => { shown += step; draw(); })));
    byId("empty").hidden = found.length > 0;
    fill(byId("empty"), found.length === 0 && (routes.length === 0
      ? state({ symbol: "routes", title: "No routes yet", text: "Features declare routes to perform their actions from links." })
      : state({ symbol: "search", title: text ? `No routes with “${search.written()}”` : "No routes in this feature", text: `${counted(routes.length, "route")} in total.`,
        buttons: [button("Show all routes", everything)] })));
  }

  function everything() {
    writeQuery({ feature: undefined });
    search.clear();
  }

  function routeItem({ pattern, scopes, name, action, feature, reversible, example, parameters = [] }) {
    return h("li", { class: "thing" }, h("div", { class: "body without-mark" },
      h("div", { class: "what" }, h("code", { class: "strong" }, pattern),
        h("span", { class: "facts-line" }, h("a", { href: featureLink(feature.path) }, `${feature.name} › ${action.name}`),
          parameters.length > 0 && h("span", {}, `Parameters: ${parameters.join(", ")}`),
          h("span", { title: reversible ? "The pattern can create links to the action" : "A part of the pattern has no name, so it can’t create links" }, reversible ? "Opens and creates links" : "Opens links only")),
        h("span", { class: "facts-line" }, name && badge("reason-split", `Name: ${name}`), scopes.map((scope) => badge("", scope)))),
      h("div", { class: "doing" }, button("Try", () => tester.begin(pattern, example), "small"))));
  }

  page.load(load);
}
