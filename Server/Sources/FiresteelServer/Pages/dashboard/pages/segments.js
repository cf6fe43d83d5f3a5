// Segments: named groups of people, shared by the rules of all environments.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, state } from "../../kit/dom/states.js";
import { narrow } from "../../kit/app/address.js";
import { followSearch, hasWords } from "../../kit/lists/searchField.js";
import { counted } from "../../kit/text/format.js";
import { environmentTag } from "../app/environments.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { openChange } from "../changes/changeDialog.js";
import { conditionCounts } from "../segments/conditionCounts.js";
import { openPersonCheck } from "../segments/personDialog.js";
import { openSegment } from "../segments/segmentDialog.js";
import { usesOf } from "../segments/uses.js";
import { plain } from "../text/conditions.js";
import { nameOf } from "../text/flagState.js";
import { resultParts, sentence } from "../text/sentences.js";

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page, canEdit = program.mayEdit();
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  const search = followSearch(page, draw);
  let read;
  for (const id of ["new", "new-narrow"]) if (canEdit) byId(id).addEventListener("click", create); else byId(id).remove();
  page.listen(byId("list"), "click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    writeQuery({ segment: link.dataset.key }, { push: narrow.matches });
    draw();
    if (narrow.matches) byId("detail").querySelector("h2")?.focus();
  });
  page.onStep(draw);
  program.onChange(draw, page.signal);
  page.load(async () => {
    await program.read();
    draw();
    if (readQuery().open !== "new") return;
    writeQuery({ open: undefined });
    if (canEdit) create();
  });

  /** The effect of a use on the members. */
  function resultOf({ name, rule, index, isCustom, isOtherwise }) {
    if (rule) return `${plain(resultParts(rule.then, program.flags.get(name).value))}, rule ${index + 1}`;
    return isCustom ? "custom rule" : isOtherwise ? "everyone else" : "member";
  }

  function create() { openSegment({ program, saved: (key) => { writeQuery({ segment: key }); draw(); } }); }

  function draw() {
    const all = [...program.segments.values()].sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en"));
    const list = all.filter(({ key, value }) => !search.text() || hasWords([key, value.name, value.description, value.owner, ...(value.people ?? []), ...(value.if ?? []).map(({ attribute }) => attribute)], search.text()));
    const wanted = readQuery().segment, selected = program.segments.get(wanted) ?? (narrow.matches ? undefined : list[0]);
    byId("facts").textContent = all.length ? `${all.length}, shared by all environments` : "";
    byId("split").dataset.view = wanted && selected ? "detail" : "list";
    byId("shown").textContent = list.length === all.length ? counted(all.length, "segment") : `${list.length} of ${counted(all.length, "segment")}`;
    fill(byId("list"), all.length === 0 ? state({ symbol: "segments", title: "No segments yet", text: "A segment names a group of people, for the rules of several flags.", buttons: canEdit ? [button("New segment…", create, "primary")] : [] })
      : list.length === 0 ? state({ symbol: "search", title: "No segments match", text: "The search covers names, attributes and people.", buttons: [button("Clear search", () => search.clear())] })
        : list.map((segment) => row(segment, segment === selected)));
    fill(byId("detail"), selected && detail(selected));
  }

  function row({ key, value, text }, isSelected) {
    const uses = usesOf(program, key), people = value.people?.length ?? 0;
    return h("a", { class: "run", href: addressOf("segments", { query: { segment: key } }), data: { key }, "aria-current": isSelected ? "true" : undefined }, h("span", { class: "body" },
      h("span", { class: "line-top" }, h("strong", { class: "clip" }, value.name ?? key), people > 0 && h("span", { class: "sub push" }, `list of ${people}`)),
      h("span", { class: "sub clip" }, (text ? plain(text.members) : "") || value.description || key),
      h("span", { class: "sub clip" }, uses.length ? counted(new Set(uses.map(({ name }) => name)).size, "use") : "Not used")));
  }

  /** The counts of a segment, which are read again after a change only. */
  function counts(segment) {
    const { environment, change } = program, of = [segment.key, environment.id, change].join("\n");
    if (read?.of !== of) read = { of, element: conditionCounts(program, segment, environment) };
    return read.element;
  }

  function detail(segment) {
    const { key, value, text } = segment, uses = usesOf(program, key), conditions = value.if ?? [], people = value.people ?? [];
    const remove = () => openChange({ program, title: `Remove ${nameOf(segment)}?`, verb: "Remove", done: "Segment removed.", edits: [{ kind: "segment", name: key, base: segment.change, remove: true }] });
    return [h("header", { class: "detail-head" },
      h("a", { class: "back button quiet small", href: addressOf("segments"), on: { click: (event) => { event.preventDefault(); writeQuery({ segment: "" }, { push: true }); draw(); } } }, icon("back"), "Segments"),
      h("div", { class: "title" }, h("h2", { tabIndex: -1 }, nameOf(segment)), h("code", { class: "muted" }, key)),
      h("p", { class: "muted" }, [value.description, value.owner && `Owned by ${value.owner}.`].filter(Boolean).join(" ") || "No description."),
      h("div", { class: "buttons" }, canEdit && h("button", { class: "button", type: "button", on: { click: () => openSegment({ program, segment }) } }, icon("edit"), "Edit…"),
        button("Check a person…", () => openPersonCheck({ program, segment })),
        canEdit && h("button", { class: "button", type: "button", "aria-disabled": uses.length ? "true" : undefined, "aria-describedby": uses.length ? "why-not" : undefined, on: { click: () => { if (!uses.length) remove(); } } }, "Remove…")),
      canEdit && uses.length > 0 && h("p", { class: "why-not", id: "why-not" }, "It is in use. Remove it from the rules first.")),
    h("div", { class: "scroll" },
      h("section", { class: "section", "aria-labelledby": "members" }, h("h3", { id: "members" }, "Members"), conditions.length + people.length === 0 ? h("p", { class: "muted" }, "No members yet.") : [
        sentence([{ kind: "text", text: "Members: " }, ...(text?.members ?? [{ kind: "text", text: "they can’t be described" }]), { kind: "text", text: "." }]),
        people.length > 0 && h("p", { class: "sub" }, people.slice(0, 20).join(", "), people.length > 20 && " …")]),
      conditions.length + people.length > 0 && counts(segment),
      h("section", { class: "section", "aria-labelledby": "used" }, h("h3", { id: "used" }, "Used in"), uses.length === 0 ? h("p", { class: "muted" }, "No rule uses it.") : h("table", { class: "table" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Name"), h("th", { scope: "col" }, "Environment"), h("th", { scope: "col" }, "Result"))),
        h("tbody", {}, uses.map((use) => h("tr", {}, h("td", {}, use.kind === "flag" ? h("a", { href: flagAddress(use.name, { environment: use.environment.id }) }, nameOf(program.flags.get(use.name))) : nameOf(program.segments.get(use.name))),
          h("td", {}, use.environment ? environmentTag(use.environment) : "segment"), h("td", {}, resultOf(use)))))))
    )];
  }
}
