// Talking to the server: a tab of ours, actions performed in it, and a stream of what others do.

const token = document.querySelector("meta[name=csrf-token]").content;
const identifier = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
const tab = sessionStorage.tab ||= identifier();
// Who writes here, as flags know them: kept as long as the browser keeps it, so that a share of people stays the same share.
const person = localStorage.person ||= identifier();

class Failure extends Error {
  constructor(status, { code = "unknown", message = "The server didn’t answer as expected." } = {}) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

async function call(path, body) {
  const response = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-CSRF-Token": token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store", credentials: "omit", redirect: "error",
  });
  if (response.ok) return response;
  throw new Failure(response.status, (await response.json().catch(() => ({}))).error);
}

/** Asks for something in this tab, which is opened again where the server has closed it. */
async function ask(path, input) {
  try {
    return await (await call(path, input)).json();
  } catch (failure) {
    if (failure.code !== "no-tab") throw failure;
    await call("/api/tabs", { tab, person });
    return await (await call(path, input)).json();
  }
}

/** Performs an action in this tab: how it went, and the messages that the page is to apply. */
export const perform = (action, input = {}) => ask(`/api/tabs/${tab}/perform/${action}`, input);
/** Opens a link in this tab: how it went, in words as well, and the messages that the page is to apply. */
export const openLink = (link) => ask("/api/open", { link, tab });
/** What can be continued, the most recent first. */
export const findRecent = async (query) => (await ask(`/api/tabs/${tab}/recent`, { query })).documents;
/** Continues something: as for a link. */
export const continueWith = (id) => ask(`/api/tabs/${tab}/continue`, { id });
/** Answers a question that the stream asked. */
export const answer = (question, isAgreed) => ask(`/api/tabs/${tab}/answer`, { question, isAgreed });
/** Says that somebody looks at this tab. */
export const comeToFront = () => ask(`/api/tabs/${tab}/front`, {});

/**
 * Opens the tab and listens for as long as the page is there.
 * `hear(message)` gets each message, `connection(state)` "here", "away", or "outdated" where the server has started anew.
 */
export async function listen(hear, connection) {
  for (let pause = 250; ; pause = Math.min(pause * 2, 4000)) {
    try {
      await call("/api/tabs", { tab, person });
      const lines = (await call(`/api/tabs/${tab}/stream`)).body.pipeThrough(new TextDecoderStream()).getReader();
      connection("here");
      pause = 250;
      let rest = "";
      for (;;) {
        const { value, done } = await lines.read();
        if (done) break;
        const parts = (rest + value).split("\n");
        rest = parts.pop();
        for (const part of parts) if (part) hear(JSON.parse(part));
      }
    } catch (failure) {
      if (failure.code === "token") return connection("outdated");
    }
    connection("away");
    await new Promise((done) => setTimeout(done, pause));
  }
}
