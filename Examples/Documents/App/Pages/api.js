// Talking to the server: a tab of ours, actions performed in it, and a stream of what others do.

import { LineStream } from "/kit/app/lineStream.js";
import { Transport } from "/kit/app/transport.js";

/** The calls of this tab, which keeps its identifier as long as the browser keeps the tab. */
export function createAPI() {
  const token = document.querySelector("meta[name=csrf-token]").content;
  const identifier = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  const tab = sessionStorage.tab ||= identifier();
  // Who writes here, as flags know them: kept as long as the browser keeps it, so that a share of people stays the same share.
  const person = localStorage.person ||= identifier();

  const transport = new Transport({
    root: "/api/", headers: () => ({ "X-CSRF-Token": token }), options: { credentials: "omit", redirect: "error" },
    unreachable: "Documents is out of reach.",
  });
  const openTab = () => transport.post("tabs", { tab, person });

  /** Asks for something in this tab, which is opened again where the server has closed it. */
  async function ask(path, input) {
    try {
      return await transport.post(path, input);
    } catch (failure) {
      if (failure.code !== "no-tab") throw failure;
      await openTab();
      return await transport.post(path, input);
    }
  }

  /** Performs an action in this tab: how it went, and the messages that the page is to apply. */
  const perform = (action, input = {}) => ask(`tabs/${tab}/perform/${action}`, input);
  /** Opens a link in this tab: how it went, in words as well, and the messages that the page is to apply. */
  const openLink = (link) => ask("open", { link, tab });
  /** What can be continued, the most recent first. */
  const findRecent = async (query) => (await ask(`tabs/${tab}/recent`, { query })).documents;
  /** Continues something: as for a link. */
  const continueWith = (id) => ask(`tabs/${tab}/continue`, { id });
  /** Answers a question that the stream asked. */
  const answer = (question, isAgreed) => ask(`tabs/${tab}/answer`, { question, isAgreed });
  /** Says that somebody looks at this tab. */
  const comeToFront = () => ask(`tabs/${tab}/front`, {});

  /** Opens the tab and listens for as long as the page is there: to each message, and to the states of a `LineStream`. */
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

  return { perform, openLink, findRecent, continueWith, answer, comeToFront, listen };
}
