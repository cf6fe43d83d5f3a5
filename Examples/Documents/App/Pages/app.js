// The page: its keys and buttons with their actions, and the messages that update it.

import { placeIcons } from "/kit/dom/icons.js";
import { createAPI } from "./api.js";
import { askWhichToKeep } from "./conflict.js";
import { createEditor } from "./editor.js";
import { tokenForm } from "/kit/app/tokenForm.js";
import { byId, fill, h, setText } from "/kit/dom/dom.js";
import { flagOrigin } from "/kit/text/flagOrigin.js";
import { settled } from "/kit/time/pacing.js";
import { createDrafts } from "./drafts.js";
import { showExternalChange } from "./elsewhere.js";
import { saveExported } from "./exporting.js";
import { createFeatures } from "./features.js";
import { createImport } from "./importing.js";
import { createList } from "./list.js";
import { createMenu } from "./menu.js";
import { createOutside } from "./outside.js";
import { createNext } from "./next.js";
import { problem, showConnected } from "./problem.js";
import { createPreview, linked } from "./preview.js";
import { askHowToCrash, askName, askWhetherToSave } from "./questions.js";
import { forgetRescued, restoreAfterReload, storeForReload } from "./rescue.js";
import { createRecent } from "./recent.js";
import { createStatistics } from "./statistics.js";
import { button } from "/kit/dom/states.js";
import { toast } from "/kit/overlays/toasts.js";
import { setUpToolbar } from "./toolbar.js";

/** Starts the page. Its state is local to this function and lasts as long as the document. */
function mount() {
  const api = createAPI(), editor = createEditor(), importing = createImport();
  const { awaitToken, enterToken, comeToFront, listen, perform } = api, outside = createOutside({ editor, ...api });
  const { check, setUpMenu, setUpTheme } = createMenu();
  const { applyFeatures, isAvailable, isKnown } = createFeatures({ check });
  const { areStatisticsWanted, showStatistics, wantStatistics } = createStatistics({ check });
  const { select, currentQuery, focusList, setUpList, showDocuments, showListProblem } = createList();
  const { setUpPreview, showPreview, themePreview } = createPreview();
  const { hideRecent, setUpRecent, showRecent } = createRecent(api);
  const { readNext, showNext } = createNext(api);
  const { offerDrafts, setUpDrafts } = createDrafts({ editor });
  let suggestion, sent, isHere = false, isReopened = false, isDeleting = false;

  // ---------- Performing ----------

  /**
   * Performs an action and applies its messages. Returns the problem, if any, and the outcome, unless the server is
   * unreachable. The caller shows problems for which `isQuiet(code)` is true.
   */
  async function run(action, input, { isQuiet = () => false } = {}) {
    try {
      const { outcome, messages } = await perform(action, input);
      readNext(action);
      for (const message of messages) if (message.kind !== "problem" || !isQuiet(message.code)) apply(message);
      return { outcome, problem: messages.find(({ kind }) => kind === "problem") };
    } catch (failure) {
      if (failure.code === "token") return void outdated();
      const found = failure.code
        ? { code: failure.code, message: failure.message, remedy: "" }
        : { code: "unreachable", message: "Documents is unreachable.", remedy: "Your text is still here. Try again when Documents is available." };
      if (!isQuiet(found.code)) problem(found);
      return { problem: found };
    }
  }

  /** Performs an action and returns its problem, which the caller shows. */
  const problemOf = async (action, input) => (await run(action, input, { isQuiet: () => true }))?.problem;

  /** Performs an action that the user didn’t request; that Documents is unreachable is shown once, above the page. */
  const follow = (action, input) => run(action, input, { isQuiet: (code) => code === "unreachable" });

  const list = (query) => follow(query ? "search" : "list", query ? { query } : {});
  const listAgain = settled(() => list(currentQuery()), 150, { most: 1000 });
  const storeDraft = settled(() => storeDraftNow(), 800, { most: 4000 });
  /** Offers the drafts of other tabs as they are now. */
  const readDraftsNow = async () => { const open = editor.openDocument(); if (open) await follow("drafts", { name: open.name }); };
  const readDrafts = settled(readDraftsNow, 150, { most: 1000 });
  const renderPreview = settled(() => {
    const open = editor.openDocument();
    if (open && editor.isPreviewSeen()) follow("preview", { name: open.name, text: editor.text() });
  }, 250, { most: 1000 });
  const measureAgain = settled(() => { if (areStatisticsWanted()) withText("statistics", { isFollowing: true }); }, 250, { most: 1000 });

  /**
   * Stores unsaved text as the draft of this tab, `again` even if it is stored. `taken` is the owner of the draft that it
   * continues. Returns whether no text is left to store.
   */
  async function storeDraftNow({ again = false, taken } = {}) {
    storeDraft.cancel();
    const open = editor.openDocument(), text = editor.text();
    if (!open || !editor.isDirty() || (!editor.isUnsafe() && !again)) return true;
    // While Documents is unreachable, the page stores the text, which is stored as the draft on the next connection.
    const answer = await follow("edit", { name: open.name, text, version: open.version, owner: taken });
    if (answer?.outcome !== "success") { storeForReload(editor); return false; }
    editor.draftStored(open.name, text);
    forgetRescued();
    return true;
  }

  /** Continues the text of another tab’s draft in this one. */
  async function useDraft({ owner, text, madeFrom }) {
    editor.update({ ...editor.openDocument(), version: madeFrom });
    editor.write(text, 0, editor.text().length, 0, 0);
    await storeDraftNow({ again: true, taken: owner });
  }

  async function remove() {
    if (isDeleting) return;
    isDeleting = true;
    const { name } = editor.openDocument();
    // The draft is deleted and restored with the document.
    if (await storeDraftNow()) await run("delete", { name });
    else problem({ message: "The document wasn’t deleted, because its unsaved text can’t be stored.", remedy: "Try again." });
    isDeleting = false;
  }

  /** Offers to restore a deleted document until that was possible. */
  function offerRestore({ title, id }) {
    toast(`“${title}” deleted.`, { action: { name: "Undo", run: async () => {
      const answer = await run("restore", { id });
      if (answer?.problem?.code === "unreachable") offerRestore({ title, id });
    } } });
  }

  async function save() {
    const open = editor.openDocument(), text = editor.text();
    if (!open || !editor.isDirty()) return;
    storeDraft.cancel();
    sent = text;
    const answer = await run("save", { name: open.name, text, version: open.version }, { isQuiet: (code) => code === "missing" });
    if (answer?.problem?.code === "missing") problem(answer.problem, { name: "Create again", run: createAgain });
  }

  function createAgain() {
    const open = editor.openDocument();
    if (open) run("create", { name: open.name, text: editor.text() });
  }

  async function open(name) {
    if (name === editor.openDocument()?.name) { byId("app").dataset.view = "document"; return; }
    if (await leave()) await run("open", { name });
  }

  /** Asks about unsaved changes. Returns whether the document may be left. */
  async function leave() {
    if (!editor.isDirty()) return true;
    const { name, title } = editor.openDocument();
    const chosen = await askWhetherToSave(title);
    storeDraft.cancel();
    if (chosen === "save") { await save(); return !editor.isDirty(); }
    if (chosen === "discard") { await run("close", { name, discardDraft: true }); return true; }
    return false;
  }

  async function close() {
    const open = editor.openDocument();
    if (!open) { byId("app").dataset.view = "list"; return; }
    if (!await leave()) return;
    if (editor.openDocument()) await run("close", { name: open.name, discardDraft: false });
  }

  /** Replaces the text with the contents of the file. */
  async function reload(name) {
    storeDraft.cancel();
    await run("close", { name, discardDraft: true });
    await run("open", { name });
  }

  async function create() {
    if (!await leave()) return;
    const use = (name) => problemOf("create", { name });
    const name = await askName({ title: "New document", label: "Name", verb: "Create", use });
    if (name !== undefined) editor.focusEditor();
  }

  async function rename() {
    const { name } = editor.openDocument();
    const use = (newName) => problemOf("rename", { name, newName });
    await askName({ title: "Rename", label: "New name", value: name.replace(/\.(md|markdown)$/i, ""), verb: "Rename", use });
  }

  async function redeem() {
    const use = (code) => problemOf("redeem", { code });
    const code = await askName({ title: "Redeem gift code", label: "Code", verb: "Redeem", hint: "A code has 16 letters and digits.", use });
    if (code !== undefined) toast("Gift code redeemed.");
  }

  async function crash() {
    const how = await askHowToCrash();
    if (how) perform("crash", { how }).catch(() => {});
  }

  function toggle(feature) {
    if (isKnown(feature)) run("switch-feature", { feature, on: !isAvailable(feature) });
    else toast("The features aren’t loaded yet.");
  }

  /** Performs an action with the text of the open document. Returns whether a document is open. */
  function withText(action, more = {}) {
    const open = editor.openDocument();
    if (open) (more.isFollowing ? follow : run)(action, { name: open.name, text: editor.text(), ...more });
    else if (!more.isFollowing) toast("Open a document first.");
    return Boolean(open);
  }

  function toggleStatistics() {
    if (areStatisticsWanted()) wantStatistics(false);
    else if (withText("statistics")) wantStatistics(true);
  }

  function focusMode(on) {
    if (on === byId("app").hasAttribute("data-focus")) return;
    byId("app").toggleAttribute("data-focus", on);
    byId("leave-focus").hidden = byId("focus-heading").hidden = !on;
    byId("focus-heading").textContent = editor.openDocument()?.title ?? "";
    if (on) byId("editor").focus(); else editor.focusEditor();
  }

  // ---------- Showing ----------

  const shows = {
    hello({ session, folder, importSuggestion, usageFile, run: now, crash: last }) {
      importing.connected({ run: now, session });
      storeDraftNow({ again: true });
      showCrash(last);
      byId("usage-file").textContent = usageFile ?? "";
      byId("where").replaceChildren(h("bdi", {}, folder));
      byId("where").title = folder;
      suggestion = importSuggestion;
      listAgain();
      showRecent();
      const isFirst = !isReopened;
      isReopened = true;
      if (outside.hasAddress()) outside.openAddress(); else if (isFirst) reopen();
    },
    features({ features: states }) {
      for (const { feature, text } of applyFeatures(states)) toast(text, { topic: feature });
      readNext();
      if (!isAvailable("focus")) focusMode(false);
      if (!isAvailable("statistics")) wantStatistics(false);
      editor.allowPreview(isAvailable("preview"));
      if (editor.isPreviewSeen()) renderPreview();
      if (!isAvailable("import")) importing.closeImport();
    },
    documents: showDocuments,
    outside: outside.show,
    question: outside.askAboutLink,
    "question-ended": outside.endQuestion,
    document(message) {
      const draft = message.draft && message.draft.text !== message.text ? message.draft : undefined;
      editor.showDocument({ ...message, version: draft?.madeFrom ?? message.version }, draft?.text);
      select(message.name, editor.isDirty());
      hideRecent();
      if (draft) {
        editor.showNote("This draft was never saved.", {
          name: "Revert to saved text", run: () => reload(message.name),
        });
      }
      offerDrafts(message.others);
      renderPreview();
      measureAgain();
      editor.focusEditor();
    },
    saved(message) {
      if (editor.openDocument()?.name !== message.name) return;
      editor.update(message, sent);
      forgetRescued();
      editor.showNote();
      select(message.name, editor.isDirty());
    },
    async conflict(theirs) {
      const { name, title } = editor.openDocument() ?? {};
      if (name !== theirs.name) return;
      const keep = await askWhichToKeep(title, editor.text(), theirs.text);
      if (keep === "mine") { editor.update(theirs); await save(); }
      if (keep === "theirs") await reload(name);
    },
    "draft-kept"() {},
    drafts({ name, others }) { if (editor.openDocument()?.name === name) offerDrafts(others); },
    renamed(message) {
      if (editor.openDocument()?.name !== message.from) return;
      editor.update(message);
      select(message.name, editor.isDirty());
      toast(`Renamed to “${message.title}”.`);
    },
    deleted({ name, title, id }) {
      // Text that was written meanwhile remains, with a note.
      if (editor.openDocument()?.name === name && !editor.isUnsafe()) shows.closed();
      offerRestore({ title, id });
    },
    restored(message) {
      toast(`“${message.title}” restored.`);
      if (!editor.openDocument()) open(message.name);
    },
    closed() {
      storeDraft.cancel();
      select(null, false);
      editor.closeDocument(focusList);
      showRecent();
    },
    exported: saveExported,
    statistics(message) { if (editor.openDocument()?.name === message.name) showStatistics(message); },
    focus: ({ on }) => (on && !editor.openDocument() ? toast("Open a document first.") : focusMode(on)),
    editor({ layout }) {
      editor.layOut(layout);
      // Sent when flags change, such as the reading speed.
      measureAgain();
    },
    flags(origin) {
      byId("flag-origin").hidden = false;
      setText(byId("flag-origin"), flagOrigin(origin, Date.now() * 1_000));
    },
    preview({ name, html }) { if (editor.openDocument()?.name === name) showPreview(html); },
    importing: importing.showProgress,
    imported: (progress) => importing.showEnd(progress, false),
    "import-stopped": (progress) => importing.showEnd(progress, true),
    folder(change) {
      if (change.change === "drafts") {
        if (!api.isThisTab(change.owner) && change.name === editor.openDocument()?.name) readDrafts();
        return;
      }
      listAgain();
      if (!editor.openDocument()) showRecent();
      // This tab's changes arrive here as well, often before their response.
      setTimeout(() => showExternalChange(editor, change, { leave, reload, createAgain, renamed: followName }), 300);
    },
    "import-failed": importing.importFailed,
    problem(message) {
      if (message.code === "no-folder") showListProblem(message, () => list(currentQuery()));
      else problem(message);
    },
  };

  /** Follows the open document's new name. A draft that was stored meanwhile has the earlier one. */
  function followName() {
    select(editor.openDocument().name, editor.isDirty());
    storeDraftNow({ again: true });
  }

  function edited() {
    select(editor.openDocument().name, editor.isDirty());
    storeDraft();
    renderPreview();
    measureAgain();
  }

  /** Opens the document that was open in this tab. */
  async function reopen() {
    if (await restoreAfterReload(editor, openAgain)) edited();
  }

  /** Opens a document of the previous page. Returns whether it was opened. `text` is its unsaved text, if there is any. */
  async function openAgain({ name, text, version }) {
    const answer = await run("open", { name }, { isQuiet: (code) => code === "missing" });
    if (answer?.problem?.code === "missing" && text !== undefined) {
      problem(answer.problem, { name: "Create again", run: () => run("create", { name, text }) });
      // A restored document has the draft.
      if (version) await run("edit", { name, text, version });
    }
    return answer !== undefined && !answer.problem;
  }

  function apply(message) { shows[message.kind]?.(message); }

  /** The page has no token, or that of an earlier run: unsaved text moves to the page that has one. */
  function outdated() {
    const locked = byId("locked");
    if (locked.open) return;
    storeForReload(editor);
    leaving = true;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    locked.addEventListener("cancel", (event) => event.preventDefault());
    locked.showModal();
    awaitToken(() => location.reload());
    fill(byId("token-form"), tokenForm((text) => {
      const isToken = enterToken(text);
      if (isToken) location.reload();
      return isToken;
    }));
  }

  /** Says what is possible while Documents is unreachable. A restart that takes less than a second isn’t mentioned. */
  function showAway() {
    if (!isLost) awaySince = undefined; else awaySince ??= new Date();
    const since = awaySince;
    if (!since) return void (byId("away").hidden = true);
    setTimeout(() => {
      if (since !== awaySince || !byId("away").hidden) return;
      byId("away").hidden = false;
      byId("away").textContent = `Documents hasn’t responded since ${since.toLocaleTimeString([], { timeStyle: "medium" })}. This page reconnects automatically and stores your text then. It can’t be reloaded before.`;
    }, 1_000);
  }

  /** Reports the crash of the last run until it is dismissed. */
  function showCrash(last) {
    const note = byId("crashed");
    note.hidden = !last || localStorage.dismissedCrash === last.run;
    if (note.hidden) return;
    fill(note, h("span", { class: "grow" }, last.text),
      last.link && h("a", { class: "button small", href: last.link, target: "_blank", rel: "noreferrer" }, "Show"),
      button("Dismiss", () => {
        localStorage.dismissedCrash = last.run;
        note.hidden = true;
      }, "quiet small"));
  }

  // ---------- Setting up ----------

  let leaving = false, isLost = false, awaySince;
  placeIcons();
  setUpList({ list, open });
  editor.setUpEditor({
    edited,
    seen: () => renderPreview(),
  });
  setUpToolbar(editor.write);
  setUpPreview({ open: (address) => open(linked(address, editor.openDocument().name)) });
  importing.setUpImport({
    begin: (path) => problemOf("import", { path }),
    stop: () => run("stop-import"),
  });
  outside.setUpOutside({ apply, leave, outdated, storeDraft: storeDraftNow });
  const succeeds = async (action, input) => (await run(action, input))?.outcome === "success";
  setUpDrafts({
    use: useDraft, read: readDraftsNow,
    discard: ({ name, owner }) => succeeds("discard-draft", { name, owner }),
    restore: ({ name, owner, text, madeFrom }) => succeeds("restore-draft", { name, owner, text, version: madeFrom }),
  });
  setUpRecent({ begin: outside.begin });
  setUpMenu({
    import: () => importing.openImport(suggestion),
    "toggle-preview": () => toggle("preview"),
    "toggle-import": () => toggle("import"),
    "toggle-focus": () => toggle("focus"),
    "toggle-premium": () => toggle("premium"),
    "toggle-usage": () => toggle("usage"),
    "toggle-reports": () => toggle("reports"),
    redeem,
    focus: () => (editor.openDocument() ? run("enter-focus") : toast("Open a document first.")),
    statistics: toggleStatistics,
    export: () => withText("export"),
    theme: setUpTheme(themePreview),
    crash,
    new: create,
    rename,
    close,
  }, () => showNext({ isOpen: Boolean(editor.openDocument()) }));
  for (const [id, press] of Object.entries({ new: create, save, rename, delete: remove, close, back: close })) byId(id).addEventListener("click", () => press());
  byId("close-statistics").addEventListener("click", () => wantStatistics(false));
  byId("leave-focus").addEventListener("click", () => run("leave-focus"));

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") { event.preventDefault(); save(); }
    if (event.key === "Escape" && byId("app").hasAttribute("data-focus") && !event.defaultPrevented && !document.querySelector("dialog[open]")) run("leave-focus");
    if (event.key === "/" && !byId("app").hasAttribute("data-focus") && !event.target.closest("input, textarea, dialog")) { event.preventDefault(); byId("search").focus(); }
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) listAgain(); });
  addEventListener("focus", () => { if (isHere) comeToFront().catch(() => {}); });
  // Without the program, a reload shows a page of the browser instead of the document.
  addEventListener("beforeunload", (event) => { if ((editor.isUnsafe() || (isLost && editor.openDocument())) && !leaving) event.preventDefault(); });
  addEventListener("pagehide", () => { if (!leaving) storeForReload(editor); });

  const connection = byId("connection");
  listen(apply, (state) => {
    if (state === "refused") return outdated();
    isHere = state === "live";
    isLost = state === "lost";
    if (isLost) importing.lost();
    if (isHere) showConnected();
    showAway();
    connection.dataset.state = isHere ? "here" : "away";
    fill(connection, isHere ? "Connected" : ["Unreachable", h("span", { class: "detail" }, ", reconnecting")]);
  });
}

mount();
