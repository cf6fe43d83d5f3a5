// Asks the program. Every call carries the token, which lives in this tab's session storage and never in the address.

const key = "firesteel.token";
let kept;

/** The program refused or could not do what was asked. */
export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The program did not answer at all. */
export class OutOfReach extends Error {
  constructor() { super("The program does not answer."); }
}

/** Takes the token out of the address, if it is there, and removes it from the address at once. Answers whether it was. */
export function takeToken() {
  const match = /^#token=([0-9a-f]{32})$/i.exec(location.hash);
  if (!match) return false;
  kept = match[1];
  history.replaceState(history.state, "", location.pathname + location.search);
  try { sessionStorage.setItem(key, kept); } catch { /* Without storage the token lasts as long as this page. */ }
  return true;
}

/** The token, or `undefined` in a tab that was opened without one. */
export function token() {
  if (kept) return kept;
  try { return sessionStorage.getItem(key) ?? undefined; } catch { return undefined; }
}

/** The address of a call. What is undefined, empty or false is left out; lists are joined with commas. */
export function address(path, query = {}) {
  const url = new URL(`api/${path}`, document.baseURI);
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(",") : value === true ? "1" : value;
    if (text !== undefined && text !== null && text !== "" && text !== false) url.searchParams.set(name, text);
  }
  return url;
}

/** Asks, and answers the response if it is a good one. Throws `ApiError`, `OutOfReach`, or `AbortError` when aborted. */
export async function request(method, path, { query, body, signal } = {}) {
  const headers = { Authorization: `Bearer ${token() ?? ""}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(address(path, query), {
      method, headers, signal, cache: "no-store", body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new OutOfReach();
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new ApiError(response.status, error?.code ?? "internal",
    error?.message ?? `The program answered with ${response.status}.`);
}

async function json(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new OutOfReach();      // The connection broke while the answer was on its way.
  }
}

export const get = async (path, query, signal) => json(await request("GET", path, { query, signal }));
export const post = async (path, body) => json(await request("POST", path, { body }));
export const remove = async (path) => json(await request("DELETE", path));

/** Saves what a call answers as a file, under the name that the program gives it. */
export async function download(path, query, fallback) {
  const response = await request("GET", path, { query });
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement("a"), { href: url, download: named?.[1] ?? fallback });
  link.click();
  // The browser reads the blob after this turn; a minute is more than it needs to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
