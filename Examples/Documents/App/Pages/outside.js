// What nobody in this page asked for: links, and actions that the inspector performs.

import { choose } from "/kit/overlays/dialogs.js";
import { h } from "/kit/dom/dom.js";
import { problem } from "./problem.js";

/** What comes from outside, for the `editor`; `answer` and `openLink` are calls of the tab. */
export function createOutside({ editor, answer, openLink }) {
  const ended = new Set();
  let current, page = {};          // The question that is open: its identifier, and what ends it.
  // An address that opens something does so once, and is the page from then on.
  let address = location.pathname === "/" ? undefined : location.origin + location.pathname + location.search;
  if (address) history.replaceState(null, "", "/");

  /** `apply(message)` shows, `leave()` asks what is to become of unsaved changes, `outdated()` loads the page again. */
  function setUpOutside(functions) { page = functions; }

  /** Does what the page's address says, once. */
  function openAddress() {
    const link = address;
    address = undefined;
    if (link) begin(() => openLink(link));
  }

  /** Does something and applies what it shows: `work()` asks the server for it. */
  async function begin(work) {
    let answered;
    try {
      answered = await work();
    } catch (failure) {
      if (failure.code === "token") return page.outdated();
      return problem({ message: failure.code ? failure.message : "Documents is out of reach." });
    }
    for (const message of answered.messages) page.apply(message);
    const isDone = ["success", "closing", "cancelled"].includes(answered.outcome) || answered.messages.some(({ kind }) => kind === "problem");
    if (!isDone) problem(answered);
  }

  /** Shows a message, unless it takes the place of something that isn't saved and is to stay. */
  async function show({ message }) {
    if (message.kind === "document") {
      await untilNothingIsAsked();
      // What is written in it here stays: it is the same document.
      if (editor.openDocument()?.name === message.name && editor.isDirty()) return;
      if (!await page.leave()) return;
    }
    page.apply(message);
  }

  // ---------- Questions: No is what Enter answers, since they come while somebody writes ----------

  async function untilNothingIsAsked() {
    for (let open; (open = document.querySelector("dialog[open]"));) {
      await new Promise((done) => open.addEventListener("close", done, { once: true }));
    }
  }

  async function askAboutLink({ id, action, link }) {
    await untilNothingIsAsked();
    if (ended.has(id)) return;
    const ending = new AbortController();
    current = { id, ending };
    const chosen = await choose({
      signal: ending.signal,
      title: "A link asks for something",
      body: [h("p", {}, `${action}?`), h("p", { class: "link" }, link)],
      choices: [{ name: "No" }, { name: "Do it", value: "agreed" }],
    });
    current = undefined;
    if (!ended.has(id)) answer(id, chosen === "agreed").catch(() => {});
  }

  /** The question needs no answer any more: it was answered elsewhere, or nobody did in time. */
  function endQuestion({ id }) {
    ended.add(id);
    if (current?.id === id) current.ending.abort();
  }

  return { setUpOutside, openAddress, begin, show, askAboutLink, endQuestion };
}
