// A flag: its environments, the rules in the current one, and its changes.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { Place } from "../../kit/app/place.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";
import { counted } from "../../kit/text/format.js";
import { featuresOf } from "../app/catalogue.js";
import { addressOf, flagAddress, placeOf } from "../app/routes.js";
import { openChange } from "../changes/changeDialog.js";
import { authorName } from "../changes/changeText.js";
import { readPendingChanges, pendingNotes, pendingText } from "../changes/pendingChanges.js";
import { experimentNotes } from "../experiments/experimentNotes.js";
import { about, openDetails } from "../flags/aboutFlag.js";
import { fieldEdit } from "../flags/bulk.js";
import { additionNote } from "../flags/additionNote.js";
import { awaitConnected, connected } from "../flags/connected.js";
import { Draft } from "../flags/drafts.js";
import { exposureCard, readExposure } from "../flags/exposureCard.js";
import { history } from "../flags/history.js";
import { isTemporary, openKeep } from "../flags/keepFlag.js";
import { offValue } from "../flags/offValue.js";
import { newRuleId, ruleList } from "../flags/ruleList.js";
import { switchFlag } from "../flags/switchFlag.js";
import { tiesCard } from "../flags/tiesCard.js";
import { tiles } from "../flags/tiles.js";
import { openTry } from "../flags/tryDrawer.js";
import { openVariants } from "../flags/variantsDialog.js";
import { readIfPresent } from "../insight/insightAPI.js";
import { nameOf, offVariant } from "../text/flagState.js";
import { openPlan } from "../plans/planDialog.js";
import { planCard } from "../plans/planCard.js";
import { hasFigures, isLive, nextTime } from "../text/plans.js";
import { ago } from "../text/times.js";

const day = 86_400_000;

export function mount(page) {
  const { program, scope, session } = page.shared, { byId } = page, { key } = placeOf(location.pathname), environment = program.environment.id;
  scope.mountHead(page);
  const draft = new Draft(program, key, environment), canEdit = program.mayEdit(environment);
  const said = h("p", { class: "said", role: "status" });
  let changes = [], pending = [], open, seen = 0, isRead = false, dueTimer, rulesList, exposure, guard, features = [], reads = 0, unreadRequests;
  page.main.append(said);
  const path = h("nav", { class: "path", "aria-label": "Breadcrumb" }, h("ol", {}, h("li", {}, h("a", { href: addressOf("flags") }, "Flags"))));
  page.heading.before(path);
  page.heading.after(h("code", { class: "muted clip only-wide" }, key));
  byId("facts").remove();
  fill(byId("content"), loading("Loading the flag"));
  const flagOf = () => program.flags.get(key), targetingOf = () => flagOf()?.targetings.get(environment);
  const here = () => program.environmentNamed(environment) ?? program.environment;

  byId("try").addEventListener("click", tryFlag);
  byId("copy").addEventListener("click", copy);
  const more = byId("flag-more");
  if (program.mayEdit()) attachMenu(more, { label: "More", items: () => [
    { label: "Details…", act: () => openDetails(program, flagOf()) },
    { label: "Variants…", act: () => openVariants(program, flagOf()) },
    ...(flagOf() && isTemporary(flagOf()) ? [{ label: "Keep as a setting…", act: () => openKeep(program, flagOf()) }] : []),
    { label: flagOf()?.value.isArchived ? "Restore…" : "Archive…", act: archive },
  ] }); else more.remove();

  page.load(read);
  program.onChange(() => page.attempt(read), page.signal);
  program.onRequests(() => page.attempt(readRequests), page.signal);
  program.onConnections(() => drawConnected(), page.signal);
  page.every(() => { if (isRead && !document.hidden) page.attempt(readFigures); }, 15_000);
  page.listen(window, "beforeunload", (event) => { if (draft.isChanged) event.preventDefault(); });


  async function read() {
    await program.read();
    const [{ changes: found }] = await Promise.all([page.transport.get(`${program.path}/changes`, { item: key, limit: 20 }), readPending()]);
    changes = found;
    announceOthers();
    isRead = true;
    draw();
    page.attempt(readFigures);
    const { open: wanted } = page.readQuery();
    if (wanted) page.writeQuery({ open: undefined });
    if (wanted === "try") tryFlag();
    if (wanted === "plan" && canEdit && targetingOf()) editPlan(isLive(targetingOf().value.plan) ? targetingOf().value.plan : undefined);
    if (wanted === "switch" && canEdit && targetingOf()) change({ asks: true });
  }

  async function readRequests() {
    await readPending();
    draw();
  }

  /** Reads the pending changes. A failure has its own note: the rest of the page works without them. */
  async function readPending() {
    try {
      [pending, unreadRequests] = [await readPendingChanges(page, program, key), undefined];
    } catch (error) {
      if (error.name === "AbortError" || error.status === 401) throw error;
      [pending, unreadRequests] = [[], error];
    }
  }

  /** Reads what programs reported about the flag, which the page doesn’t wait for. */
  async function readFigures() {
    if (!flagOf()) return;
    reads += 1;
    const number = reads, { plan } = targetingOf()?.value ?? {}, hasGuard = hasFigures(plan);
    const found = await Promise.all([
      readExposure(page, program, key),
      hasGuard ? readIfPresent(() => page.transport.get(`${program.path}/flags/${encodeURIComponent(key)}/environments/${encodeURIComponent(environment)}/plan/guard`)).catch((error) => error) : undefined,
      hasGuard && plan.guard.feature ? featuresOf(program).catch(() => []) : [],
    ]);
    // Drawn again only if there is something new, so that nothing moves below a reader.
    if (number !== reads || page.signal.aborted) return;
    const isNew = JSON.stringify(found, compared) !== JSON.stringify([exposure, guard, features], compared);
    [exposure, guard, features] = found;
    if (isNew) draw();
  }

  /** The compared part of figures: without the time when they were read. */
  const compared = (name, value) => (name === "checked" || name === "covers" ? undefined : value instanceof Error ? String(value) : value);

  /** Shows who else changed this flag since it was read, and whether edits are kept. */
  function announceOthers() {
    const newest = changes[0]?.number ?? 0, isFirst = seen === 0, before = seen;
    seen = newest;
    const other = changes.find(({ number, author }) => number > before && author.id !== session.account.id);
    if (isFirst || !other) return;
    page.banner("other", { kind: "ember", text: `${authorName(other.author)} changed this flag, ${ago(other.time)}${other.reason ? `: “${other.reason.replace(/\.$/, "")}”` : ""}. ${draft.isChanged ? "Your edits are kept." : "The page shows the new state."}`, act: ["Dismiss", () => page.banner("other")] });
  }

  const author = (number) => {
    const change = changes.find((one) => one.number === number);
    return change && `${ago(change.time)}, ${authorName(change.author)}`;
  };

  function draw(focus) {
    const flag = flagOf();
    if (!isRead) return;
    if (!flag) return drawMissing();
    page.heading.textContent = nameOf(flag);
    document.title = `${nameOf(flag)}: ${program.name}, ${here().name.toLowerCase()}`;
    // The editor with the focus remains as it is: its edits are those of the draft.
    const active = document.activeElement, inEditor = focus === undefined && rulesList?.contains(active) && active.closest(".rule") && active.isConnected;
    const place = Place.of(page.main);
    fill(byId("content"), h("div", { class: "sheet long" },
      h("div", {}, h("p", { class: "muted" }, description(flag.value)), flag.value.isArchived && h("p", { class: "note" }, icon("flags"), h("span", {}, "Archived: programs don’t receive it.")),
        tiles(program, flag, author, (id) => pendingText(pending, key, id)), pendingNotes(program, pending, key), experimentNotes(program, key, environment),
        unreadRequests && h("p", { class: "note failure", role: "status" }, icon("warning"), h("span", {}, `Can’t read pending changes: ${unreadRequests.message}`)), rules(flag, inEditor), plan(flag), tiesCard(program, flag, here())),
      h("aside", { "aria-label": "About this flag" }, exposureCard(exposure, key, program), about(program, flag), history(program, flag, changes))));
    drawUnsaved();
    drawConnected();
    awaitStep(targetingOf()?.value.plan);
    if (inEditor) active.focus({ preventScroll: true });
    else if (focus !== undefined) page.main.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    else place.focus(page.main);
  }

  /** Draws again when the wait for a step is over, since the step may have to wait for its guard. */
  function awaitStep(plan) {
    clearTimeout(dueTimer);
    const left = plan ? nextTime(plan) - Date.now() : NaN;
    if (left > 0 && left < day) dueTimer = setTimeout(() => { if (!page.signal.aborted) draw(); }, left + 100);
  }

  const description = ({ description: text, owner }) => [text ? text.replace(/[^.!?…]$/, "$&.") : "No description.", owner && `Owned by ${owner}.`].filter(Boolean).join(" ");

  function drawMissing() {
    fill(byId("content"), state({ symbol: "flags", title: "No such flag", text: `There is no flag “${key}” in ${program.name}.`, buttons: [h("a", { class: "button", href: addressOf("flags") }, "All flags")] }));
    byId("unsaved").hidden = true;
  }

  function rules(flag, keepsList) {
    const stored = targetingOf(), name = here().name.toLowerCase();
    if (!stored) {
      return h("section", { class: "card", "aria-labelledby": "rules" }, h("div", { class: "section" }, h("h2", { id: "rules" }, `Rules in ${name}`),
        h("p", { class: "muted" }, "The flag isn’t defined here: programs use their default."), canEdit && h("p", { class: "after" }, button("Add it, switched off…", add))));
    }
    const targeting = draft.shown(stored), changed = new Set(draft.changedRules);
    if (draft.isChanged && JSON.stringify(draft.before.otherwise) !== JSON.stringify(targeting.otherwise)) changed.add("otherwise");
    if (!keepsList) rulesList = ruleList({ program, flag, targeting, text: textOfRules(stored), open, changed, canEdit, edit, toggle, redraw });
    return h("section", { class: "card", "aria-labelledby": "rules" }, h("div", { class: "section" },
      h("div", { class: "section-head" }, h("h2", { id: "rules" }, `Rules in ${name}`), h("span", { class: "muted only-wide" }, "first match wins"),
        h("span", { id: "connected", role: "status" }),
        h("div", { class: "push setting" }, h("span", { id: "on-label" }, stored.value.isOn ? "On" : "Off"),
          h("button", { class: "switch", type: "button", role: "switch", "aria-checked": String(stored.value.isOn), "aria-labelledby": "on-label rules", data: { focus: "switch" },
            "aria-disabled": canEdit ? undefined : "true", on: { click: () => { if (canEdit) change(); } } }))),
      !stored.value.isOn && h("p", { class: "sub" }, "While it is off, the rules don’t apply."),
      rulesList,
      offValue({ flag, targeting, canEdit, edit, changed: (word) => redraw("off-value", `While it is off: ${word}.`) }),
      canEdit && targeting.logic === undefined && h("p", { class: "after buttons" },
        h("button", { class: "button", type: "button", data: { focus: "add-rule" }, on: { click: addRule } }, icon("plus"), "Add a rule"),
        h("button", { class: "button quiet", type: "button", data: { focus: "try" }, on: { click: tryFlag } }, icon("play"), "Try with a context…"))));
  }

  function plan(flag) {
    if (!targetingOf()) return undefined;
    return planCard({ program, flag, environment: here(), changes, seen: guard, canEdit, edit: editPlan, nameOf: (path) => features.find(({ feature }) => feature === path)?.name ?? path.split("/").at(-1) });
  }

  async function editPlan(edited) {
    if (await openPlan({ program, flag: flagOf(), environment: here(), plan: edited }) && !page.signal.aborted) await page.attempt(read);
  }

  /** The server's sentences of saved rules, by their identifiers, and of `otherwise`. */
  function textOfRules({ value, text }) {
    const sentences = new Map((value.rules ?? []).map((rule, index) => [rule.id, text?.rules?.[index]]));
    return sentences.set("otherwise", text?.otherwise);
  }

  /** Changes the draft. The open editor remains as it is; the rest is drawn when it closes. */
  function edit(act) {
    draft.edit(targetingOf(), act);
    drawUnsaved();
  }

  function redraw(focus, text) {
    said.textContent = text;
    draw(focus);
  }

  function toggle(id) {
    const isOpen = open !== id;
    open = isOpen ? id : undefined;
    draw(`edit-${id}`);
    if (isOpen) page.main.querySelector(`[data-rule="${CSS.escape(id)}"] :is(select, input, .segments button)`)?.focus();
  }

  function addRule() {
    const flag = flagOf(), id = newRuleId(), [segment] = program.segments.keys();
    const variant = flag.value.variants.find(({ value }) => value === true)?.name ?? flag.value.variants.find(({ name }) => name !== offVariant(flag.value, targetingOf().value))?.name ?? flag.value.variants[0].name;
    edit((value) => { (value.rules ??= []).push({ id, if: [segment ? { segment, is: "in" } : { attribute: "targetingKey", is: "oneOf", values: [] }], then: { variant } }); });
    open = undefined;
    toggle(id);
  }

  function drawUnsaved() {
    const place = byId("unsaved"), { count } = draft;
    place.hidden = !draft.isChanged;
    if (place.hidden) return;
    fill(place, h("span", { class: "clip" }, h("strong", { class: "strong" }, counted(count, "change")), " ", h("span", { class: "muted" }, `unsaved, ${here().name.toLowerCase()}`)),
      h("button", { class: "button push", type: "button", data: { focus: "discard" }, on: { click: discard } }, "Discard"),
      h("button", { class: "button primary", type: "button", data: { focus: "review" }, on: { click: save } }, "Review…"));
  }

  function discard() {
    const restore = draft.discard();
    open = undefined;
    draw("add-rule");
    toast("Edits discarded.", { topic: "draft", undo: () => {
      restore();
      if (page.signal.aborted) page.go(flagAddress(key, { environment })); else draw("review");
    } });
  }

  function drawConnected() {
    const place = page.main.querySelector("#connected");
    if (place) fill(place, connected(program, here()));
  }

  async function save() {
    const name = here().name.toLowerCase();
    const isSent = await openChange({ program, edits: draft.edits, environment: here(), title: `Save ${counted(draft.count, "change")} to ${name}?`, done: `${nameOf(flagOf())} saved in ${name}.`, cancel: "Keep editing" });
    if (!isSent || page.signal.aborted) return;
    draft.discard();
    open = undefined;
    page.banner("other");
    await page.attempt(read);
    awaitConnected(page, program, here());
  }

  async function change({ asks = false } = {}) {
    if (await switchFlag(program, flagOf(), here(), { asks }) && !page.signal.aborted) awaitConnected(page, program, here());
  }

  function add() { return openChange({ program, environment: here(), title: `Add ${nameOf(flagOf())} to ${here().name.toLowerCase()}?`, verb: "Add", done: "Added, switched off.", findings: () => additionNote(flagOf().value),
    edits: [{ kind: "targeting", name: key, environment, base: 0, create: { isOn: false } }] }); }

  function archive() { return openChange({ program, title: `${flagOf().value.isArchived ? "Restore" : "Archive"} ${nameOf(flagOf())}?`, verb: flagOf().value.isArchived ? "Restore" : "Archive",
    done: flagOf().value.isArchived ? "Flag restored." : "Flag archived.", edits: [fieldEdit(flagOf(), "isArchived", flagOf().value.isArchived ? undefined : true)] }); }

  function tryFlag() {
    if (flagOf()) openTry({ program, flag: flagOf(), environment: here(), edits: () => (draft.isChanged ? draft.edits : []), targeting: () => draft.shown(targetingOf()) });
  }

  async function copy() {
    await page.attempt(async () => {
      const definition = await page.transport.get(`${program.path}/flags/${encodeURIComponent(key)}/definition`, { environment });
      try {
        await navigator.clipboard.writeText(JSON.stringify(definition, null, 2));
        toast(`${nameOf(flagOf())} copied as flagd JSON.`);
      } catch {
        toast("The browser doesn’t allow copying here.", { failed: true });
      }
    });
  }
}
