// The dashboard: one document for all of its pages.

import { byId, fill } from "../kit/dom/dom.js";
import { button, state } from "../kit/dom/states.js";
import { Transport } from "../kit/app/transport.js";
import { addressOf, placeOf } from "./app/routes.js";
import { openProgram } from "./app/shell.js";
import { showDoor } from "./signIn/door.js";
import { showNoProgram } from "./signIn/noProgram.js";
import { showSecondFactorNeeded } from "./signIn/secondFactor.js";
import { isLeaving, isReturning, showLeaving, showReturning } from "./signIn/returning.js";

const memory = "firesteel.place";
const transport = new Transport({ root: "/api/v1/", headers: () => ({ "X-Firesteel": "1" }), unreachable: "The server isn’t responding." });

async function start() {
  if (isReturning()) return showReturning(transport);
  if (isLeaving()) return showLeaving(transport);
  let session;
  try {
    session = await transport.get("session");
  } catch (error) {
    if (error.status === 401) return showDoor(transport, { isFirst: error.details.firstAccount === true, provider: error.details.openID ?? undefined });
    return showFailure(error);
  }
  if (session.secondFactor.isMissing) return showSecondFactorNeeded(transport, session);
  if (session.programs.length === 0) return showNoProgram(transport, session);
  const place = placeOf(location.pathname);
  const program = session.programs.find(({ id }) => id === place?.program);
  if (place && !program) return showUnknown(session);
  if (!program) history.replaceState(null, "", startAddress(session));
  const facts = program ?? session.programs.find(({ id }) => id === placeOf(location.pathname).program);
  const { environment } = placeOf(location.pathname);
  if (!facts.environments.some(({ id }) => id === environment)) history.replaceState(null, "", addressOf("overview", { environment: facts.environments[0].id }));
  try { localStorage.setItem(memory, location.pathname); } catch { /* Without storage the next visit starts with the first program. */ }
  openProgram(transport, session, facts);
}

/** The overview of the program and environment of the last visit, or of the first ones: what begins there affects no user yet. */
function startAddress({ programs }) {
  let last;
  try { last = placeOf(localStorage.getItem(memory) ?? ""); } catch { last = undefined; }
  const program = programs.find(({ id }) => id === last?.program) ?? programs[0];
  const environment = program.environments.find(({ id }) => id === last?.environment) ?? program.environments[0];
  return addressOf("overview", { program: program.id, environment: environment.id });
}

function showFailure(error) {
  if (error.status !== undefined) console.error(error);
  show(state({ symbol: "warning", failed: true, level: 1, title: "Can’t reach the server", text: error.message,
    buttons: [button("Try again", () => location.reload())] }));
}

function showUnknown(session) {
  show(state({ symbol: "lock", level: 1, title: "No such program",
    text: "There is no program at this address, or you have no role in it. An admin of the program can invite you.",
    buttons: session.programs.slice(0, 3).map((program) =>
      button(`Open ${program.name}`, () => location.assign(addressOf("overview", { program: program.id, environment: program.environments[0].id })))) }));
}

function show(content) {
  const main = byId("main");
  byId("shell").replaceWith(main);
  main.removeAttribute("aria-busy");
  fill(main, content);
}

start();
