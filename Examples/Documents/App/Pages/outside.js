// External requests: links, and actions performed by the inspector.

import { choose } from "/kit/overlays/dialogs.js";
import { h } from "/kit/dom/dom.js";
import { problem } from "./problem.js";
import { toast } from "/kit/overlays/toasts.js";

/** The handling of external requests, for the `editor`; `answer` and `openLink` are calls of the tab. */
export function createOutside({ editor, answer, openLink }) {
  const ended = new Set();
  let current, page = {};          // The open question: its identifier and abort controller.
  // An address with a link opens it once and is then replaced.
  let address = location.pathname === "/" ? undefined : location.origin + location.pathname + location.search;
  if (address) history.replaceState(null, "", "/");

  /** `apply(message)` shows a message, `leave()` asks about unsaved changes, `outdated()` requests the token. */
  function setUpOutside(functions) { page = functions; }

  /** Whether the page's address is a link that is to be opened. */
  const hasAddress = () => address !== undefined;

  /** Opens the link of the page's address, once. */
  function openAddress() {
    const link = address;
    address = undefined;
    if (link) begin(() => openLink(link));
  }

  /** Runs `work()`, which calls the server, and applies its messages. */
  async function begin(work) {
    let response;
    try {
      response = await work();
    } catch (failure) {
      if (failure.code === "token") return page.outdated();
      return problem(failure.code ? failure : { code: "unreachable", message: "Documents is unreachable." });
    }
    for (const message of response.messages) page.apply(message);
    const isDone = ["success", "closing", "cancelled"].includes(response.outcome) || response.messages.some(({ kind }) => kind === "problem");
    if (!isDone) problem(response);
  }

  /** Shows a message, unless it would replace unsaved text that the user wants to retain, or is about a document that this page shows as changed elsewhere. */
  async function show({ message }) {
    if (message.kind === "saved") return toast(`“${message.title}” saved.`);
    if (message.kind === "renamed") return toast(`Renamed to “${message.title}”.`);
    if (message.kind === "conflict") {
      return problem({ message: `“${message.title}” has changed on disk.`, remedy: "Open it, and save again." });
    }
    // What was written since the last draft was stored.
    if (message.kind === "deleted" || message.kind === "closed") await page.storeDraft();
    if (message.kind === "document") {
      await allDialogsClosed();
      // The same document: its unsaved text remains.
      if (editor.openDocument()?.name === message.name && editor.isDirty()) return;
      if (!await page.leave()) return;
    }
    page.apply(message);
  }

  // ---------- Questions: Enter declines, since they may appear while the user types ----------

  async function allDialogsClosed() {
    for (let open; (open = document.querySelector("dialog[open]"));) {
      await new Promise((done) => open.addEventListener("close", done, { once: true }));
    }
  }

  async function askAboutLink({ id, action, link }) {
    await allDialogsClosed();
    if (ended.has(id)) return;
    const ending = new AbortController();
    current = { id, ending };
    const chosen = await choose({
      signal: ending.signal,
      title: "Allow this link?",
      body: [h("p", {}, `${action}?`), h("p", { class: "link" }, link)],
      choices: [{ name: "Don’t allow" }, { name: "Allow", value: "agreed" }],
    });
    current = undefined;
    if (!ended.has(id)) answer(id, chosen === "agreed").catch(() => {});
  }

  /** Ends a question that was answered elsewhere or timed out. */
  function endQuestion({ id }) {
    ended.add(id);
    if (current?.id === id) current.ending.abort();
  }

  return { setUpOutside, hasAddress, openAddress, begin, show, askAboutLink, endQuestion };
}
