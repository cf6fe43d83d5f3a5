// The access page: what can be bought and what the user has to allow, which features need it, and what is pretended.

import { accessFacts, choiceWord, statusMark, statusWord } from "../access/accessText.js";
import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { counted } from "../../kit/text/format.js";
import { featureLink } from "../links.js";
import { badge, mark, plainMark } from "../../kit/dom/marks.js";
import { availabilities } from "../marks.js";
import { Reads } from "../../kit/time/pacing.js";
import { followSearch, hasWords } from "../../kit/lists/searchField.js";
import { button, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get, post } = page.transport, { program } = page.shared;

  let items = [];
  let sought = readQuery();           // What a remedy led to.
  let drawn;                          // What the list was drawn from: the same again leaves it alone.
  let isSought = true;                // It is brought into view once.
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

  /** What a remedy names: “Premium”, or what has to be bought together: “Premium and 3 × Credits”. */
  const named = (text) => text.split("|").flatMap((option) => [option, ...option.split(" and ").map((part) => part.replace(/^\d+ × /, ""))]);
  const wanted = ({ kind, id, name }) => [id, name].some((one) => named(sought[kind] ?? "").includes(one));

  function draw() {
    const text = search.text(), found = items.filter(({ id, name, description, features }) => hasWords([id, name, description, ...features.flatMap((one) => [one.name, one.path])], text));
    const forced = items.filter(({ override }) => override !== undefined).length;
    setText(byId("facts"), [counted(items.filter(({ kind }) => kind === "product").length, "product"), counted(items.filter(({ kind }) => kind === "permission").length, "permission"),
      forced && `${forced} set by hand`].filter(Boolean).join(", "));
    const focused = document.activeElement?.id;
    fill(byId("list"), section("product", "Products", found), section("permission", "Permissions", found));
    if (focused && byId("list").querySelector(`#${CSS.escape(focused)}`)) byId(focused).focus({ preventScroll: true });
    byId("empty").hidden = found.length > 0;
    fill(byId("empty"), found.length === 0 && (items.length === 0
      ? state({ symbol: "access", title: "No feature needs a purchase or a permission", text: "Products and permissions that conditions of features name stand here." })
      : state({ symbol: "search", title: `Nothing with “${search.written()}”`, text: `${counted(items.length, "entry", "entries")} are there.`, buttons: [button("Show all", () => search.clear())] })));
    if (isSought) byId("list").querySelector(".target")?.scrollIntoView({ block: "nearest" });
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
        h("strong", { id: `${label}-name` }, name, " ", h("span", { class: "muted" }, statusWord(item)), override !== undefined && [" ", badge("reason-override", "Set by hand")]),
        h("span", { class: "facts-line" }, id !== name && h("code", {}, id), accessFacts(item, program.now).map((fact) => h("span", {}, fact))),
        description && h("span", { class: "muted small" }, description),
        h("span", { class: "facts-line" }, features.length ? [kind === "product" ? "Unlocks" : "Needed by", features.map((feature) => h("span", {},
          mark(feature.state, availabilities[feature.state]), " ", h("a", { href: featureLink(feature.path) }, feature.name)))] : "No feature needs it")),
      h("div", { class: "doing" }, controls(item, label))));
  }

  /** What it is taken for: as it is reported, or something that is pretended. */
  function controls(item, label) {
    const { kind, choices = [], override } = item;
    if (!choices.length) return h("span", { class: "muted small" }, "Can’t be pretended");
    const select = h("select", { class: "field", id: `${label}-override`, "aria-label": `${item.name}: counts as`, on: { change: () => pretend(item, select.value || undefined) } },
      h("option", { value: "" }, "As reported"), choices.map((status) => h("option", { value: status }, `Pretend: ${choiceWord(kind, status).toLowerCase()}`)));
    select.value = override ?? "";
    return select;
  }

  async function pretend(item, status, { undoing = false } = {}) {
    const before = item.override;
    try {
      show(await reads.change(() => post("access/override", { kind: item.kind, id: item.id, status })));
      if (!undoing) toast(status === undefined ? `${item.name} counts as reported again.` : `${item.name} counts as ${choiceWord(item.kind, status).toLowerCase()}.`, { undo: () => pretend(item, before, { undoing: true }) });
    } catch (error) {
      draw();                                  // The choice goes back to what holds.
      toast(`${item.name} was not changed: ${error.message}`, { failed: true });
      if (error.status === 401 || error.status === undefined) page.failed(error);
    } finally {
      readSoon();
    }
  }

  page.onStep(() => { sought = readQuery(); });
  byId("search").addEventListener("input", () => { sought = {}; writeQuery({ product: undefined, permission: undefined }); });

  page.load(load);
}
