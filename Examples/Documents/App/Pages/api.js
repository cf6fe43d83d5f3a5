// The calls to the server: this tab, the actions performed in it, and the stream of changes by others.

import { LineStream } from "/kit/app/lineStream.js";
import { TokenSession } from "/kit/app/tokenSession.js";
import { Transport } from "/kit/app/transport.js";

/** The calls of this tab, whose identifier lasts as long as the tab. */
export function createAPI() {
  // All tabs share the token, so that an address of a document can be opened in another. It ends with the program.
  const session = new TokenSession("documents.token", () => localStorage);
  session.start();
  const identifier = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  let tab = sessionStorage.tab ||= identifier();
  // Each page holds its identifier, because a tab that was duplicated in the browser begins with that of the original, and
  // drafts belong to a tab. A reloaded page has it as soon as the earlier one has ended.
  const hold = (id, options) => new Promise((held, failed) => {
    navigator.locks.request(`documents.tab.${id}`, options, () => { held(); return new Promise(() => {}); }).catch(failed);
  });
  const identified = hold(tab, { signal: AbortSignal.timeout(2_000) }).catch(() => {
    tab = sessionStorage.tab = identifier();
    return hold(tab, {});
  });
  // The targeting key for flags, stored in the browser so that rollouts are stable.
  const person = localStorage.person ||= identifier();

  const transport = new Transport({
    root: "/api/", headers: () => ({ "X-CSRF-Token": session.token ?? "" }), options: { credentials: "omit", redirect: "error" },
    unreachable: "Documents is unreachable.",
  });
  async function openTab() {
    await identified;
    return transport.post("tabs", { tab, person });
  }

  /** Sends a request of this tab, `request(tab)`, which is reopened if the server has closed it. */
  async function send(request) {
    await identified;
    const [path, input] = request(tab);
    try {
      return await transport.post(path, input);
    } catch (failure) {
      if (failure.code !== "no-tab") throw failure;
      await openTab();
      return await transport.post(path, input);
    }
  }

  /** Performs an action in this tab. Returns the outcome and the messages for the page. */
  const perform = (action, input = {}) => send((tab) => [`tabs/${tab}/perform/${action}`, input]);
  /** Opens a link in this tab. Returns the outcome with its message, and the messages for the page. */
  const openLink = (link) => send((tab) => ["open", { link, tab }]);
  /** The documents to continue, most recent first. */
  const findRecent = async (query) => (await send((tab) => [`tabs/${tab}/recent`, { query }])).documents;
  /** The commands that the user will probably choose next. */
  const findNext = async () => (await send((tab) => [`tabs/${tab}/next`, {}])).commands;
  /** Continues an activity, with the same result as a link. */
  const continueWith = (id) => send((tab) => [`tabs/${tab}/continue`, { id }]);
  /** Answers a question from the stream. */
  const answer = (question, isAgreed) => send((tab) => [`tabs/${tab}/answer`, { question, isAgreed }]);
  /** Reports that this tab is in front. */
  const comeToFront = () => send((tab) => [`tabs/${tab}/front`, {}]);

  /** Opens the tab and listens to messages and `LineStream` states as long as the page exists. */
  function listen(onMessage, onState) {
    new LineStream({
      open: async (signal) => {
        await openTab();
        return transport.request("GET", `tabs/${tab}/stream`, { signal });
      },
      isRefused: (failure) => failure.code === "token",
      onMessage, onState,
    }).start();
  }

  /** Calls `onToken()` when another tab receives a token. */
  const awaitToken = (onToken) => addEventListener("storage", ({ key, newValue }) => { if (key === session.key && newValue) onToken(); });

  /** Uses an entered token, or that of an entered address. Returns whether there was one. */
  const enterToken = (text) => session.accept(text);

  /** Whether the drafts of an owner are those of this tab. */
  const isThisTab = (owner) => owner === tab;

  return { awaitToken, isThisTab, enterToken, perform, openLink, findNext, findRecent, continueWith, answer, comeToFront, listen };
}
