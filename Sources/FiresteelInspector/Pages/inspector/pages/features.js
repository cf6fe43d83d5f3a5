// The features page: the tree of all features, and the details of one.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { showFeature } from "../features/featureDetail.js";
import { flatten, isWithin } from "../../run/featureMenu.js";
import { matches, performsOf, shortestReason } from "../features/featureText.js";
import { count, counted } from "../../kit/text/format.js";
import { availabilities } from "../../run/marks.js";
import { Reads } from "../../kit/time/pacing.js";
import { narrow } from "../../kit/app/address.js";
import { button, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";
import { Tree } from "../features/tree.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get, post } = page.transport, { palette } = page.shared;

  let roots = [];
  let onlyUnavailable = false;
  let focus;                                // The paths of the features in focus.
  let drawn;                                // The data of the drawn pane, to skip unchanged data.
  const reads = new Reads();

  const tree = new Tree(byId("scroller"), {
    label: "Features",
    onSelect: (path, opened) => { if (opened || !narrow.matches) select(path, opened); },
    onBack: () => back(),
  });

  async function read() {
    const features = await reads.read(() => get("features"));
    if (!features) return;
    roots = features.roots;
    focus ??= (await get("logging")).focus;
    byId("bones").hidden = true;
    draw();
  }

  const readSoon = page.paced(() => page.attempt(read), 300);
  const readLater = page.paced(() => page.attempt(read), 3_000);
  page.live.on("features", readSoon);
  page.live.on("logging", () => page.attempt(async () => { focus = (await get("logging")).focus; drawDetail(); }));
  page.live.on("flags", readSoon);            // Overrides are shown here as well.
  page.live.on("timeline", readLater);        // The counts, which may lag.

  // ---------- The tree

  const allFeatures = () => flatten(roots).map(({ feature }) => feature);
  const find = (path) => allFeatures().find((feature) => feature.path === path);
  const search = () => byId("search").value.trim().toLowerCase();

  function draw() {
    const features = allFeatures(), text = search();
    const actions = features.reduce((sum, feature) => sum + (feature.actions?.length ?? 0), 0);
    const having = (name) => features.filter(({ availability }) => availability.state === name).length;
    setText(byId("facts"), `${counted(features.length, "feature")}, ${counted(actions, "action")}`);
    setText(byId("all-count"), count(features.length));
    setText(byId("unavailable-count"), count(features.length - having("available")));
    setText(byId("available"), `${count(having("available"))} available`);
    setText(byId("unavailable"), `${count(having("unavailable"))} unavailable`);
    setText(byId("undetermined"), `${count(having("undetermined"))} not known`);
    byId("chip-all").setAttribute("aria-pressed", String(!onlyUnavailable));
    byId("chip-unavailable").setAttribute("aria-pressed", String(onlyUnavailable));
    const nodes = roots.map((root) => node(root, text)).filter(Boolean);
    tree.show(nodes, { unfold: Boolean(text) || onlyUnavailable });
    showEmpty(features, nodes, text);
    drawDetail();
  }

  /** A node for a feature, if it or one of its descendants matches. */
  function node(feature, text) {
    const children = (feature.features ?? []).map((child) => node(child, text)).filter(Boolean);
    const wanted = matches(feature, text) && (!onlyUnavailable || feature.availability.state !== "available");
    if (!wanted && !children.length) return undefined;
    const performs = performsOf(feature);
    return {
      key: feature.path, name: feature.name, why: shortestReason(feature), children,
      mark: [feature.availability.state, availabilities[feature.availability.state]],
      aside: h("span", { class: "push count", title: `Performed ${count(performs)} times in this run` },
        h("span", { class: "said" }, "Performed "), `${count(performs)} ×`),
    };
  }

  function showEmpty(features, nodes, text) {
    const place = byId("empty");
    place.hidden = nodes.length > 0;
    byId("scroller").hidden = nodes.length === 0;
    if (nodes.length) return fill(place);
    if (!features.length) {
      return fill(place, state({ symbol: "features", title: "No features yet",
        text: "The program set up its runtime without features." }));
    }
    const clear = () => { byId("search").value = ""; onlyUnavailable = false; writeQuery({ text: undefined }); draw(); };
    fill(place, state({ symbol: "search", title: text ? `No features with “${byId("search").value.trim()}”` : "All features are available",
      text: `${counted(features.length, "feature")} in total.`, buttons: [button("Show all features", clear)] }));
  }

  // ---------- The selected feature

  function select(path, opened) {
    writeQuery({ feature: path }, { push: opened && narrow.matches });
    drawDetail();
    if (opened && narrow.matches) byId("selected").focus();
  }

  function open(path) {
    tree.select(path);
    select(path, true);
    byId("selected").focus();
  }

  function back() {
    if (readQuery().feature === undefined) return false;
    if (narrow.matches && history.state?.inside) history.back();
    else { writeQuery({ feature: undefined }); drawDetail(); }
    tree.focus();
    return true;
  }

  function drawDetail() {
    const asked = readQuery().feature, pane = byId("detail");
    byId("split").dataset.view = asked === undefined ? "list" : "detail";
    // A wide page always shows a feature: by default the first unavailable one.
    const feature = find(asked) ?? (asked === undefined && !narrow.matches && (allFeatures().find(({ availability }) => availability.state === "unavailable") ?? roots[0]));
    const ancestors = feature ? allFeatures().filter((other) => feature.path.startsWith(`${other.path}/`)) : [];
    const now = textOf([feature || asked, focus, ancestors.map(({ path, name }) => [path, name])]);
    if (feature && tree.selected !== feature.path) tree.select(feature.path);
    if (now === drawn) return;
    drawn = now;
    if (!feature) {
      if (asked === undefined) tree.select(undefined);
      fill(pane, asked === undefined ? [] : state({ symbol: "features", title: "Feature not found",
        text: `No feature has the path ${asked}.`, buttons: [button("Show all features", back)] }));
      return;
    }
    const focused = pane.contains(document.activeElement) ? document.activeElement : undefined;
    const stays = pane.dataset.path === feature.path ? pane.querySelector(".scroll")?.scrollTop ?? 0 : 0;
    showFeature(pane, feature, { ancestors, focus, setFocus, back, open, control, perform: (path) => palette.open(path) });
    pane.dataset.path = feature.path;
    pane.querySelector(".scroll").scrollTop = stays;
    keepFocus(pane, focused);
  }

  /** Restores the focus after the pane was redrawn. */
  function keepFocus(pane, focused) {
    if (!focused) return;
    const key = focused.dataset.focus, id = focused.id, href = focused.getAttribute("href");
    const again = [...pane.querySelectorAll("[data-focus], a[href], [tabindex]")].find((element) =>
      key ? element.dataset.focus === key : id ? element.id === id : href && element.getAttribute("href") === href);
    again?.focus({ preventScroll: true });
  }

  /** Puts a feature into the program's focus, which pages and log files share, or takes it out. */
  function setFocus(path, on) {
    const paths = focus.filter((other) => other !== path && !(on && isWithin(other, path)));
    return changeFocus(on ? [...paths, path] : paths, `${find(path)?.name ?? path} is ${on ? "in" : "out of"} focus.`);
  }

  async function changeFocus(paths, text) {
    const before = focus;
    focus = paths;
    drawDetail();
    try {
      focus = (await post("logging/focus", { paths })).focus;
      if (text) toast(text, { undo: () => changeFocus(before) });
    } catch (error) {
      focus = before;
      toast(`Can’t change the focus: ${error.message}`, { failed: true });
      if (error.status === 401 || error.status === undefined) page.failed(error);
    }
    drawDetail();
  }

  const controlText = (feature, { what }, on) =>
    on === undefined ? `${feature.name}: ${what} restored.` : `${feature.name}: ${what} switched ${on ? "on" : "off"}.`;

  /** Changes a constraint immediately, or restores a flag if `on` is undefined. On failure, reverts and shows the reason. */
  async function control({ path }, { what, flag, control: { kind } }, on, { undoing = false } = {}) {
    const feature = find(path), constraint = feature?.conditions?.find((one) => one.what === what && one.flag === flag && one.control?.kind === kind);
    if (!constraint) return;
    const before = { ...constraint, control: { ...constraint.control } };
    if (on !== undefined) {
      constraint.control.on = on;
      constraint.now = on ? "On" : "Off";
    }
    drawDetail();
    try {
      const changed = await reads.change(() => post("features/control", { path, kind, flag, on }));
      Object.assign(find(path) ?? {}, changed);
      draw();
      if (!undoing) {
        toast(controlText(feature, constraint, on), { undo: () => {
          // A flag without an override before returns to its providers.
          const wasInherited = kind === "flag" && !before.control.overridden;
          control(feature, constraint, wasInherited ? undefined : before.control.on, { undoing: true });
        } });
      }
    } catch (error) {
      Object.assign(constraint, before);
      draw();
      toast(`Can’t change ${feature.name}: ${error.message}`, { failed: true });
      if (error.status === 401 || error.status === undefined) page.failed(error);
    } finally {
      readSoon();
    }
  }

  // ---------- Controls

  byId("search").value = readQuery().text ?? "";
  byId("search").addEventListener("input", () => { writeQuery({ text: byId("search").value.trim() }); draw(); });
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { event.preventDefault(); tree.focus(); }
    if (event.key !== "Escape" || !byId("search").value) return;
    byId("search").value = "";
    writeQuery({ text: undefined });
    draw();
  });
  byId("chip-all").addEventListener("click", () => { onlyUnavailable = false; draw(); });
  byId("chip-unavailable").addEventListener("click", () => { onlyUnavailable = true; draw(); });
  page.listen(narrow, "change", drawDetail);
  page.onStep(() => { byId("search").value = readQuery().text ?? ""; draw(); });

  page.load(read);
}
