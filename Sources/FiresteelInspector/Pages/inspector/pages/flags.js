// The flags page: all flags with value, source and reason, and the details of one flag, which can be overridden.

import { RequestError } from "../../kit/app/transport.js";
import { notify } from "../../kit/overlays/dialogs.js";
import { fill, h, setText } from "../../kit/dom/dom.js";
import { compareFlags } from "../flags/flagCompare.js";
import { FlagDetail } from "../flags/flagDetail.js";
import { changeText } from "../flags/flagEditor.js";
import { drawFilters, nothingLeft, passes, readFilters } from "../flags/flagFilters.js";
import { FlagList, grouped } from "../flags/flagList.js";
import { showUnknown, unknownRow } from "../flags/flagUnknown.js";
import { matches, statusOf } from "../../run/flagText.js";
import { count, counted } from "../../kit/text/format.js";
import { launchArguments } from "../flags/launchArguments.js";
import { plainMark } from "../../kit/dom/marks.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { Reads } from "../../kit/time/pacing.js";
import { narrow } from "../../kit/app/address.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { download, get, post, remove } = page.transport, { program } = page.shared;

  let answer = { flags: [], providers: [] };
  let known = false;
  let filters = readFilters(readQuery().show);
  let detail;                               // The pane of the selected flag.
  let reading = new AbortController();
  const reads = new Reads();

  const list = new FlagList(byId("rows"), {
    onSelect: (key, opened) => { if (opened || !narrow.matches) select(key, opened); },
    onBack: () => back(),
  });

  async function load() {
    const flags = await reads.read(() => get("flags"));
    if (!flags) return;
    apply(flags);
    await readDetail();
  }

  function apply(flags) {
    answer = flags;
    known = true;
    byId("bones").hidden = true;
    draw();
  }

  const readSoon = page.paced(() => page.attempt(load), 250);
  page.live.on("flags", readSoon);
  const readSessions = page.paced(() => detail?.sessions.read(), 3_000);
  for (const topic of ["timeline", "stacks"]) page.live.on(topic, readSessions);
  page.every(() => { if (known) drawProviders(); }, 1_000);

  // ---------- The list

  const search = () => byId("search").value.trim().toLowerCase();
  const listed = () => [...answer.flags, ...(answer.unknown ?? []).map(unknownRow)];
  const found = () => listed().filter((flag) => matches(flag, search()));
  const inList = () => found().filter((flag) => passes(flag, filters));

  function draw() {
    const { flags } = answer, differing = flags.filter(({ differs }) => differs).length, shown = inList();
    const overridden = flags.filter(({ override }) => override !== undefined).length;
    setText(byId("facts"), known ? `${counted(flags.length, "flag")}, ${count(differing)} ${differing === 1 ? "differs" : "differ"} from the default` : "");
    byId("restore-all").disabled = overridden === 0;
    byId("restore-all").title = overridden ? `Removes ${counted(overridden, "override")}` : "No overrides";
    byId("export").disabled = flags.length === 0;
    byId("compare").disabled = flags.length === 0;
    drawFilters(byId("filters"), { flags: found(), selected: filters, toggle });
    list.show(shown);
    drawProviders();
    showFaults();
    showEmpty(shown);
  }

  function toggle(name) {
    if (!filters.delete(name)) filters.add(name);
    writeQuery({ show: [...filters].join(",") });
    draw();
  }

  function drawProviders() {
    const items = answer.providers.map(({ name, fault, keys, ...status }) => {
      const { mark, text } = statusOf({ ...status, fault }, program.now);
      // A provider with old values is neither a failure nor a success.
      return [fault && mark === "success" ? "undetermined" : mark, status.state, name, text, [fault, keys !== undefined && counted(keys, "key")].filter(Boolean).join(" ")];
    });
    const drawn = JSON.stringify(items);
    if (byId("providers").dataset.drawn === drawn) return;
    byId("providers").dataset.drawn = drawn;
    byId("providers").hidden = items.length === 0;
    fill(byId("providers"), items.map(([mark, now, name, text, title]) =>
      h("li", { title: title || undefined, data: { state: now } }, plainMark(mark), h("span", {}, h("strong", { class: "strong" }, name), h("span", { class: "words" }, `: ${text}`)))));
  }

  /** Shows problems of providers and declarations above the list, since they affect values. */
  function showFaults() {
    const faults = answer.providers.filter(({ fault }) => fault);
    page.banner("providers", faults.length > 0 && { kind: "warning", text: faults.map(({ name, fault }) => `${name}: ${fault}`).join(" ") });
    // The diagnostic of a provider without values repeats its fault.
    const diagnostics = (answer.diagnostics ?? []).filter((text) => !faults.some(({ fault }) => text.includes(fault)));
    page.banner("diagnostics", diagnostics.length > 0 && { kind: "warning", text: diagnostics.length > 3
      ? `${diagnostics.slice(0, 3).join(" ")} And ${count(diagnostics.length - 3)} more.` : diagnostics.join(" ") });
  }

  function showEmpty(shown) {
    const place = byId("empty"), empty = shown.length === 0;
    place.hidden = !empty;
    byId("scroller").hidden = empty;
    if (!empty) return fill(place);
    if (!listed().length) {
      return fill(place, state({ symbol: "flags", title: "No flags yet", text: "Flags appear here when the program declares them." }));
    }
    const clear = () => {
      byId("search").value = "";
      filters.clear();
      writeQuery({ text: undefined, show: undefined });
      draw();
      byId("search").focus();
    };
    const total = `${counted(answer.flags.length, "flag")} in total.`;
    const [title, text] = search() ? [`No flags with “${byId("search").value.trim()}”`] : nothingLeft(filters);
    fill(place, state({ symbol: "search", title, text: [text, total], buttons: [button("Show all flags", clear)] }));
  }

  // ---------- The selected flag

  function select(key, opened) {
    writeQuery({ flag: key }, { push: opened && narrow.matches });
    page.attempt(() => readDetail({ focus: opened && narrow.matches }));
  }

  function open(key) {
    list.select(key);
    writeQuery({ flag: key }, { push: narrow.matches });
    page.attempt(() => readDetail({ focus: true }));
  }

  function back() {
    if (readQuery().flag === undefined) return false;
    if (narrow.matches && history.state?.inside) history.back();
    else { writeQuery({ flag: undefined }); page.attempt(readDetail); }
    list.focus();
    return true;
  }

  async function readDetail({ focus = false } = {}) {
    const asked = readQuery().flag, pane = byId("detail");
    byId("split").dataset.view = asked === undefined ? "list" : "detail";
    // A wide page always shows a flag: by default the first that differs from its default.
    const key = asked ?? (narrow.matches ? undefined : grouped(answer.flags)[0]?.[1][0]?.key);
    list.select(key);
    reading.abort();
    if (key === undefined) { detail = undefined; return fill(pane); }
    reading = new AbortController();
    const unknown = answer.unknown?.find((one) => one.key === key);
    if (unknown) {
      detail = undefined;
      showUnknown(pane, unknown, { back });
      if (focus) byId("selected").focus();
      return;
    }
    if (detail?.key !== key) { detail = undefined; fill(pane, loading("Loading flag")); }
    try {
      showDetail(await get("flags/one", { key }, reading.signal));
      if (focus) byId("selected").focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      detail = undefined;
      if (!(error instanceof RequestError) || error.status !== 404) { fill(pane); throw error; }
      fill(pane, state({ symbol: "flags", title: "Flag not found", text: `No flag has the key ${key}.`,
        buttons: [button("Show all flags", () => { writeQuery({ flag: undefined }); page.attempt(readDetail); list.focus(); })] }));
    }
  }

  function showDetail(flag) {
    detail ??= new FlagDetail(page, byId("detail"), flag.key, { set, back, open });
    if (detail.key !== flag.key) return;
    detail.show(flag, { context: answer.context, overridable: answer.overrides !== undefined, stores: answer.overrides?.stores });
  }

  // ---------- Overrides

  /** Makes a change. A pending read of the shown flag may predate it, so it is aborted and repeated with the list. */
  async function change(work) {
    if (detail) reading.abort();
    try {
      return await reads.change(work);
    } finally {
      if (detail) reading.abort();
      readSoon();
    }
  }

  /**
   * Sets or removes an override, with undo in the toast. `stored` is whether it applies after a restart, and remains as it is if
   * `undefined`. Resolves to the error message of a rejected value.
   */
  async function set(flag, value, { undoing = false, quietly = false, stored } = {}) {
    const { key, override: before, stored: wasStored } = flag;
    try {
      const changed = await change(() => post("flags/override", { key, value, stored }));
      if (detail?.key === key) showDetail(changed);
      answer.flags = answer.flags.map((other) => (other.key === key ? { ...other, ...summary(changed) } : other));
      draw();
      if (changed.problem) toast(changed.problem, { failed: true });
      else if (!undoing) toast(changeText(changed, value, { isSame: value === before }), { undo: () => set(changed, before, { undoing: true, stored: before === undefined ? undefined : wasStored }) });
      return undefined;
    } catch (error) {
      if (detail?.key === key) detail.show(flag, { context: answer.context, overridable: true, stores: answer.overrides?.stores });
      if (error.status === 400 && quietly) return error.message;      // Shown beside the field.
      toast(`Can’t change ${flag.name}: ${error.message}`, { failed: true });
      if (error.status === 401 || error.status === undefined) page.failed(error);
      return error.message;
    }
  }

  /** The properties of a flag in the list. */
  const summary = ({ answers, steps, notes, metadata, problem, ...flag }) => ({ override: undefined, stored: undefined, error: undefined, variant: undefined, ...flag });

  byId("restore-all").addEventListener("click", () => page.attempt(async () => {
    const { removed, unstored, ...flags } = await change(() => remove("flags/overrides"));
    apply(flags);
    await readDetail();
    toast(`${counted(Object.keys(removed).length, "override")} removed.`, {
      undo: () => page.attempt(async () => { apply(await change(() => post("flags/overrides", { values: removed, unstored }))); await readDetail(); }),
    });
  }));

  const compare = () => page.attempt(() => compareFlags(page));
  byId("compare").addEventListener("click", compare);

  attachMenu(byId("export"), {
    label: "Export",
    items: () => {
      const text = launchArguments(answer.flags), number = answer.flags.filter(({ override }) => override !== undefined).length;
      return [
        { label: "Copy overrides as launch arguments", note: count(number), disabled: number === 0, act: () => copy(text, number) },
        ...(narrow.matches ? [{ label: "Compare…", act: compare }] : []),
        { label: "Save snapshot of all values", act: () => page.attempt(() => download("flags/snapshot", {}, "flags.json")) },
      ];
    },
  });

  async function copy(text, number) {
    try {
      await navigator.clipboard.writeText(text);
      toast(`${counted(number, "launch argument")} copied.`);
    } catch {
      // Without access to the clipboard, the text is shown for manual copying.
      notify({ title: "Launch arguments", body: [h("p", {}, "The browser doesn’t allow this page to copy. Copy the arguments manually:"), h("pre", { class: "code wrap" }, text)] });
    }
  }

  // ---------- Controls

  byId("search").value = readQuery().text ?? "";
  byId("search").addEventListener("input", () => { writeQuery({ text: byId("search").value.trim() }); draw(); });
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { event.preventDefault(); list.focus(); }
    if (event.key !== "Escape" || !byId("search").value) return;
    byId("search").value = "";
    writeQuery({ text: undefined });
    draw();
  });
  page.listen(narrow, "change", () => page.attempt(readDetail));
  page.onStep(() => {
    byId("search").value = readQuery().text ?? "";
    filters = readFilters(readQuery().show);
    draw();
    page.attempt(readDetail);
  });

  page.load(load);
}
