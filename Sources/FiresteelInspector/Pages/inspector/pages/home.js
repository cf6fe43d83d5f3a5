// The first page: the crash of the last run, actions in flight, the last failures, overridden flags and connections.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge, mark } from "../../kit/dom/marks.js";
import { button } from "../../kit/dom/states.js";
import { textOf } from "../../kit/dom/drawn.js";
import { toast } from "../../kit/overlays/toasts.js";
import { count, counted, dayName, duration, span, toSecond } from "../../kit/text/format.js";
import { flagLink, performLink, runLink, stacksLink, timelineLink } from "../../run/links.js";
import { outcomeMark } from "../../run/marks.js";
import { shown } from "../../run/flagText.js";
import { flagOrigin } from "../../kit/text/flagOrigin.js";
import { againButton, endCause } from "../../run/end/ending.js";
import { endedAbnormally, howItEnded } from "../../run/end/runText.js";

const shownRows = 3, shownFlights = 5;
const outgoingKinds = { crash: "Report of an abnormal end", end: "Last segment of an abnormal end", failure: "Report of a failure", request: "Requested report", segment: "Segment" };
const size = (bytes) => (bytes < 1_000 ? counted(bytes, "byte") : bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`);
const dismissedKey = "firesteel.dismissed-crash";
const providerBadges = { ready: ["available", "Ready"], notReady: ["undetermined", "Waiting"], stale: ["undetermined", "Out of date"], failed: ["unavailable", "Failed"] };

/** Mounts the page. */
export function mount(page) {
  const { byId } = page, { get, post } = page.transport, { program, palette } = page.shared;
  const state = { runs: [], flags: { flags: [], providers: [] }, sessions: [], failures: [], flights: [] };
  let drawn;

  const last = (query, limit) => get("timeline", { only: "actions", ...query, offset: -limit, limit });

  async function readTimeline() {
    const [failures, flights] = await Promise.all([last({ outcome: "failure" }, shownRows), last({ outcome: "in-flight" }, shownFlights)]);
    Object.assign(state, { failures: failures.rows.toReversed(), flights: flights.rows.toReversed() });
  }

  async function readRuns() {
    const { runs, folder } = await get("runs");
    const previous = runs.find(({ current, how }) => !current && how !== "running");
    const crashed = previous && endedAbnormally(previous) && previous.id !== dismissed() ? await readRun(previous) : undefined;
    Object.assign(state, { runs, previous, crashed, isFirst: folder !== undefined && runs.length === 1 && runs[0].current });
  }

  /** The details of a crashed run, or only its end if they can't be read. */
  async function readRun(run) {
    try {
      return await get(`runs/${encodeURIComponent(run.id)}`);
    } catch (error) {
      if (error.status === undefined || error.status === 401) throw error;
      return run;
    }
  }

  const readFlags = async () => { state.flags = await get("flags"); };
  const readSessions = async () => { state.sessions = (await get("stacks", { limit: 20 })).sessions; };

  async function load() {
    // The program's facts are read at the same time, and may arrive later than all of these.
    await Promise.all([readTimeline(), readRuns(), readFlags(), readSessions(), program.facts ? undefined : program.read({ must: true })]);
    byId("bones").hidden = true;
    draw();
  }

  for (const [topic, read, interval] of [["timeline", readTimeline, 1_000], ["runs", readRuns, 1_000], ["flags", readFlags, 1_000], ["stacks", readSessions, 1_000]]) {
    page.live.on(topic, page.paced(() => page.attempt(async () => {
      await read();
      if (page.loaded) draw();
    }), interval));
  }
  page.every(() => { if (page.loaded) draw(); }, 1_000);

  // ---------- Cards

  function draw() {
    const { facts } = program, { counts, started } = facts;
    setText(byId("facts"), state.isFirst ? `First run, started ${span(program.now - started)} ago`
      : `${counted(counts.performs, "event")} in ${span(program.now - started)}, ${counted(counts.failures, "failure")}`);
    showOpen(facts);
    // Only durations in flight change by themselves: unchanged cards keep their focus.
    const now = textOf([state, facts.name, facts.address, facts.outgoing, counts, state.flights.length ? program.now : 0]);
    if (now === drawn) return;
    drawn = now;
    const place = byId("home"), focused = place.contains(document.activeElement) ? document.activeElement.dataset.focus ?? document.activeElement.getAttribute("href") : undefined;
    fill(place, state.isFirst && firstCards(facts), state.crashed && crashCard(state.crashed),
      (!state.isFirst || state.flights.length > 0) && flightCard(counts),
      (!state.isFirst || state.failures.length > 0) && failureCard(counts),
      (!state.isFirst || overridden().length > 0) && flagCard(), facts.outgoing && outgoingCard(facts.outgoing), !state.isFirst && connectionCard(facts));
    if (focused !== undefined) [...place.querySelectorAll("a, button")].find((element) => (element.dataset.focus ?? element.getAttribute("href")) === focused)?.focus({ preventScroll: true });
  }

  function showOpen({ name, address }) {
    const link = byId("open-program");
    link.hidden = !isWebAddress(address);
    if (link.hidden) return;
    if (link.getAttribute("href") !== address) link.href = address;
    setText(link.querySelector("span"), `Open ${name}`);
    link.setAttribute("aria-label", `Open ${name}`);
  }

  const openLink = ({ name, address }, className) => isWebAddress(address)
    && h("a", { class: `button ${className}`.trim(), href: address, target: "_blank", rel: "noreferrer" }, icon("activities"), `Open ${name}`);

  const card = (title, note, more, ...content) => h("section", { class: "card", "aria-label": title }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", {}, title), note && h("span", { class: "count" }, note), more), content));
  const entry = (first, body, end) => h("li", {}, first, h("div", {}, body), h("span", { class: "end" }, end));
  const named = (row, run) => h("p", { class: "names" }, h("span", { class: "muted" }, `${row.feature.name} › `),
    h("a", { class: "plain-link strong", href: performLink(row.id, run) }, row.action.name));
  const meta = (text, bad = false) => text && h("p", { class: bad ? "meta bad" : "meta" }, text);

  function firstCards(facts) {
    const { name } = facts;
    return [
      h("section", { class: "welcome across", "aria-labelledby": "welcome" }, h("h2", { id: "welcome" }, `This is ${name} while it runs`),
        h("p", {}, `Firesteel records every action that ${name} performs: its input, its outcome, the flags it read and the action that caused it. `,
          "Here you can follow them live, perform actions yourself and override flags. ",
          `When ${name} crashes, the record survives and this page shows where it ended.`),
        h("div", { class: "buttons" }, openLink(facts, "primary"), h("a", { class: "button", href: timelineLink() }, icon("timeline"), "Show timeline"))),
      card("Try this", undefined, undefined, h("ol", { class: "entries" }, [
        [`Do something in ${name}`, ["It appears in the ", h("a", { href: timelineLink() }, "timeline"), " with its input, duration and outcome."]],
        ["Override a flag", ["Select one in ", h("a", { href: "flags" }, "Flags"), " and set another value for this program."]],
        ["Perform an action from here", [button("Open the command menu", () => palette.open(), "small")]],
        [`End ${name} abnormally, and start it again`, ["This page then shows where it ended."]],
      ].map(([title, text], index) => entry(h("span", { class: "n" }, String(index + 1)), [h("p", { class: "strong" }, title), h("p", { class: "meta" }, text)])))),
      card("Words used here", undefined, undefined, h("dl", { class: "glossary" }, [
        ["Session", "Where actions are performed: a window, a document or a background job."],
        ["Stack", "The actions of one feature in one session, from the first to the one that closes it."],
        ["Activity", "The user’s current work, such as editing a document."],
        ["Published", "Can be performed from outside the program: by a link, a shortcut or this page."],
        ["Focus", "The selected features. It filters pages; recording continues."],
      ].map(([word, text]) => [h("dt", {}, word), h("dd", {}, text)]))),
    ];
  }

  function crashCard(run) {
    const { flights = [], inFlight = [] } = run;
    const open = flights.length ? flights : inFlight.map((row) => ({ row })).toReversed();
    const end = howItEnded(run);
    return h("section", { class: "ending across", "aria-labelledby": "crashed" }, mark("failure", "Crashed"), h("div", { class: "body" },
      h("div", { class: "line-top" }, h("h2", { id: "crashed" }, `The last run ${end[0].toLowerCase()}${end.slice(1)}`),
        run.ended !== undefined && h("span", { class: "time push" }, `${dayName(run.ended, program.now)} ${toSecond(run.ended)}`)),
      endCause(run),
      open.length > 0 && h("ol", { class: "flights" }, open.slice(0, shownRows).map(({ row, lasted, line }) => h("li", {}, mark("interrupted", "Interrupted"), h("div", { class: "body" },
        h("div", { class: "line-top" }, named(row, run.id), lasted !== undefined && h("span", { class: "dur push" }, `${duration(lasted)} in flight`)),
        meta(row.input), line && meta(line.message))))),
      open.length > shownRows && meta(`${counted(open.length - shownRows, "more action")} in flight.`),
      h("div", { class: "buttons" }, h("a", { class: "button primary", href: runLink(run.id) }, "Show"),
        open.length > 0 && againButton(open[0].row, palette), button("Dismiss", () => dismiss(run.id), "quiet"))));
  }

  function flightCard({ inFlight }) {
    const { flights, sessions } = state, stacks = program.facts.counts.stacks;
    return card("In flight", inFlight ? counted(inFlight, "action") : "none", h("a", { class: "push", href: timelineLink() }, "Open in timeline"),
      flights.length === 0 ? h("p", { class: "muted" }, "No action is in flight. Actions appear here from their first millisecond to their outcome.")
        : h("ul", { class: "entries" }, flights.map((row) => entry(outcomeMark(row.outcome), [named(row), meta([row.input, row.session && `in ${row.session.name}`].filter(Boolean).join(", "))],
          h("span", { class: "dur slow" }, duration(Math.max(0, program.now - row.at)))))),
      stacks > 0 && h("p", { class: "muted" }, `${counted(stacks, "stack")} ${stacks === 1 ? "is" : "are"} open in ${counted(sessions.length, "session")}. `, h("a", { href: stacksLink() }, "Show stacks")));
  }

  function failureCard({ failures }) {
    const before = state.previous?.failures ?? 0;
    return card("Last failures", failures ? `${count(state.failures.length)} of ${count(failures)}` : "none in this run",
      failures > 0 && h("a", { class: "push", href: timelineLink({ outcome: "failure" }) }, "Show all"),
      state.failures.length > 0 ? h("ul", { class: "entries" }, state.failures.map((row) => entry(outcomeMark(row.outcome), [named(row), meta(row.error, true)], h("span", { class: "time" }, toSecond(row.at)))))
        : h("p", { class: "muted" }, before > 0 ? [`${counted(before, "failure")} in the last run. `, h("a", { href: runLink(state.previous.id) }, "Show the last run")] : "An action that fails appears here with its error."));
  }

  const overridden = () => state.flags.flags.filter(({ override }) => override !== undefined);

  function flagCard() {
    const { flags } = state.flags, own = overridden(), differing = flags.filter(({ differs, override }) => differs && override === undefined);
    return card("Flags overridden", `${count(own.length)} of ${count(flags.length)}`, h("a", { class: "push", href: "flags" }, "Show all"),
      own.length === 0 ? h("p", { class: "muted" }, "No flag is overridden. An override applies to this program alone.")
        : h("ul", { class: "entries" }, own.slice(0, shownRows).map((flag) => entry(h("span", { class: "dot" }),
          [h("p", {}, h("a", { class: "plain-link strong", href: flagLink(flag.key) }, flag.name)), meta(flag.key)],
          [h("span", { class: "value mono" }, shown(flag.value)), h("button", { class: "button small", type: "button", data: { focus: `reset-${flag.key}` }, "aria-label": `Reset ${flag.name}`, on: { click: () => reset(flag) } }, "Reset")]))),
      differing.length > 0 && h("p", { class: "muted" }, `${count(differing.length)} more ${differing.length === 1 ? "differs" : "differ"} from the default: ${differing.slice(0, 3).map(({ name }) => name).join(", ")}${differing.length > 3 ? ", …" : ""}.`));
  }

  function outgoingCard({ consent, waiting, bytes, messages, sent, dropped, answer, answered, next, fault }) {
    const figures = [`${count(sent)} sent`, dropped > 0 && `${count(dropped)} dropped`].filter(Boolean).join(", ");
    return card("Reports to the server", waiting ? `${counted(waiting, "message")}, ${size(bytes)}` : "none waiting", undefined,
      h("p", { class: "muted" }, consent ? `The user has consented. ${figures}.` : "The user has not consented: nothing is stored or sent."),
      fault && meta(fault, true),
      answer && meta(`${dayName(answered, program.now)} ${toSecond(answered)}: ${answer}${next ? ` Next attempt at ${toSecond(next)}.` : ""}`),
      messages.length > 0 && h("ul", { class: "entries" }, messages.slice(0, shownFlights).map(({ kind, run, bytes: length, stored }) => entry(h("span", { class: "dot" }),
        [h("p", { class: "strong" }, outgoingKinds[kind] ?? kind), meta(run)], [h("span", { class: "mono" }, size(length)), " ", h("span", { class: "time" }, toSecond(stored))]))),
      waiting > 0 && h("p", { class: "muted" }, "“firesteel report show” shows their contents, byte for byte as they are sent."));
  }

  function connectionCard({ name, host }) {
    const { sessions, flags: { providers } } = state, names = sessions.map((session) => session.name);
    return card("Connected", count(1 + providers.length), undefined, h("ul", { class: "entries" },
      entry(icon("runs"), [h("p", { class: "strong" }, host ? `${name} on ${host}` : name),
        meta(names.length ? `Sessions: ${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}` : "No open session")], badge("available", "Connected")),
      providers.map(({ name: provider, state: now, updated, keys, fault, address, revision, cached }) => entry(icon("flags"), [h("p", { class: "strong" }, `Flags from ${provider}`),
        meta(address !== undefined ? flagOrigin({ address, state: now, revision, updated, cached, reason: fault }, program.now) : fault ?? [keys !== undefined && counted(keys, "flag"), updated !== undefined && `updated ${span(Math.max(0, program.now - updated))} ago`].filter(Boolean).join(", "), fault !== undefined)],
      badge(...(cached && now === "ready" ? ["undetermined", "Last known"] : providerBadges[now] ?? ["undetermined", now]))))));
  }

  // ---------- Changes

  async function reset({ key, name, override }) {
    const change = (value) => page.attempt(async () => {
      await post("flags/override", { key, value });
      await readFlags();
      draw();
    });
    if (await change(undefined)) toast(`${name} reset.`, { undo: () => change(override) });
  }

  function dismiss(run) {
    try { localStorage.setItem(dismissedKey, run); } catch { /* Without storage it is shown again. */ }
    state.crashed = undefined;
    draw();
    page.heading.focus();
  }

  function dismissed() {
    try { return localStorage.getItem(dismissedKey); } catch { return null; }
  }

  page.load(load);
}

/** Whether an address may be linked: that of a page. */
const isWebAddress = (address) => /^https?:\/\//i.test(address ?? "");
