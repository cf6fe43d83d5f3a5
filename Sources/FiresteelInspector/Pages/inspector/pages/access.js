// The access page: products and permissions, the features that need them, and simulated statuses.

import { accessFacts, choiceWord, statusMark, statusWord } from "../access/accessText.js";
import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { counted } from "../../kit/text/format.js";
import { featureLink } from "../../run/links.js";
import { badge, mark, plainMark } from "../../kit/dom/marks.js";
import { availabilities } from "../../run/marks.js";
import { Reads } from "../../kit/time/pacing.js";
import { followSearch, hasWords } from "../../kit/lists/searchField.js";
import { button, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get, post } = page.transport, { program } = page.shared;

  let items = [];
  let sought = readQuery();           // The products or permission that a remedy linked to.
  let drawn;                          // The data of the drawn list, to skip unchanged data.
  let isSought = true;                // Whether the target is still to be scrolled into view.
  const reads = new Reads();

  const search = followSearch(page, () => draw());

  async function load() {
    const access = await reads.read(() => get("access"));
    if (access) show(access);
  }

  function show(access) {
    const { products = [], permissions = [] } = access, now = textOf(access);
    if (now === drawn) return;
    drawn = now;
    items = [...products.map((item) => ({ ...item, kind: "product" })), ...permissions.map((item) => ({ ...item, kind: "permission" }))];
    byId("bones").hidden = true;
    draw();
  }

  const readSoon = page.paced(() => page.attempt(load), 300);
  page.live.on("features", readSoon);
  page.live.on("alive", readSoon);            // A status may change without a feature's availability.

  /** The products named by a remedy: “Premium”, or products to buy together: “Premium and 3 × Credits”. */
  const named = (text) => text.split("|").flatMap((option) => [option, ...option.split(" and ").map((part) => part.replace(/^\d+ × /, ""))]);
  const wanted = ({ kind, id, name }) => [id, name].some((one) => named(sought[kind] ?? "").includes(one));

  function draw() {
    const text = search.text(), found = items.filter(({ id, name, description, features }) => hasWords([id, name, description, ...features.flatMap((one) => [one.name, one.path])], text));
    const forced = items.filter(({ override }) => override !== undefined).length;
    setText(byId("facts"), [counted(items.filter(({ kind }) => kind === "product").length, "product"), counted(items.filter(({ kind }) => kind === "permission").length, "permission"),
      forced && `${forced} overridden`].filter(Boolean).join(", "));
    const focused = document.activeElement?.id;
    fill(byId("list"), section("product", "Products", found), section("permission", "Permissions", found));
    if (focused && byId("list").querySelector(`#${CSS.escape(focused)}`)) byId(focused).focus({ preventScroll: true });
    byId("empty").hidden = found.length > 0;
    fill(byId("empty"), found.length === 0 && (items.length === 0
      ? state({ symbol: "access", title: "No products or permissions yet", text: "Products and permissions used by feature constraints appear here." })
      : state({ symbol: "search", title: `No results for “${search.written()}”`, text: `${counted(items.length, "entry", "entries")} in total.`, buttons: [button("Show all", () => search.clear())] })));
    if (isSought) {
      byId("list").querySelector(".target")?.scrollIntoView({ block: "nearest" });
      byId("list").querySelector(".target select")?.focus({ preventScroll: true });
    }
    if (items.length) isSought = false;
  }

  function section(kind, title, found) {
    const own = found.filter((item) => item.kind === kind);
    return own.length > 0 && [h("h2", { class: "group-head" }, title, h("span", { class: "count" }, String(own.length))), h("ul", { class: "things", "aria-label": title }, own.map(entry))];
  }

  function entry(item) {
    const { kind, id, name, description, features, override } = item, label = `access-${kind}-${id}`;
    return h("li", { class: wanted(item) ? "thing target" : "thing" }, h("div", { class: "body" }, plainMark(statusMark(item)),
      h("div", { class: "what" },
        h("strong", { id: `${label}-name` }, name, " ", h("span", { class: "muted" }, statusWord(item)), override !== undefined && [" ", badge("reason-override", "Overridden")]),
        h("span", { class: "facts-line" }, id !== name && h("code", {}, id), accessFacts(item, program.now).map((fact) => h("span", {}, fact))),
        description && h("span", { class: "muted small" }, description),
        wanted(item) && item.choices?.length > 0 && h("span", { class: "small" }, kind === "product" ? "Buy it in the program, or simulate the purchase here." : "Allow it in the program, or simulate the permission here."),
        h("span", { class: "facts-line" }, features.length ? [kind === "product" ? "Unlocks" : "Needed by", features.map((feature) => h("span", {},
          mark(feature.state, availabilities[feature.state]), " ", h("a", { href: featureLink(feature.path) }, feature.name)))] : "Not used by any feature")),
      h("div", { class: "doing" }, controls(item, label))));
  }

  /** A menu for the reported or a simulated status. */
  function controls(item, label) {
    const { kind, choices = [], override } = item;
    if (!choices.length) return h("span", { class: "muted small" }, "Can’t be simulated");
    const select = h("select", { class: "field", id: `${label}-override`, "aria-label": `${item.name}: status`, on: { change: () => simulate(item, select.value || undefined) } },
      h("option", { value: "" }, "As reported"), choices.map((status) => h("option", { value: status }, `Simulate: ${choiceWord(kind, status).toLowerCase()}`)));
    select.value = override ?? "";
    return select;
  }

  async function simulate(item, status, { undoing = false } = {}) {
    const before = item.override;
    try {
      show(await reads.change(() => post("access/override", { kind: item.kind, id: item.id, status })));
      if (!undoing) toast(status === undefined ? `${item.name} restored.` : `${item.name} simulated as ${choiceWord(item.kind, status).toLowerCase()}.`, { undo: () => simulate(item, before, { undoing: true }) });
    } catch (error) {
      draw();                                  // The menu returns to the current status.
      toast(`Can’t change ${item.name}: ${error.message}`, { failed: true });
      if (error.status === 401 || error.status === undefined) page.failed(error);
    } finally {
      readSoon();
    }
  }

  page.onStep(() => { sought = readQuery(); });
  byId("search").addEventListener("input", () => { sought = {}; writeQuery({ product: undefined, permission: undefined }); });

  page.load(load);
}
