// The activities page: what can be continued, now and later, and how it is found.

import { RequestError } from "../../kit/app/transport.js";
import { ask } from "../../kit/overlays/dialogs.js";
import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { count, counted, dayName, toMinute } from "../../kit/text/format.js";
import { featureLink } from "../links.js";
import { badge, mark } from "../../kit/dom/marks.js";
import { availabilities } from "../marks.js";
import { Reads } from "../../kit/time/pacing.js";
import { performAnswer } from "../actions/performAnswer.js";
import { followSearch } from "../../kit/lists/searchField.js";
import { button, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

const step = 100;
const eligibilities = { perform: "Continue here", handoff: "Other devices", search: "Search", publicIndex: "Public", prediction: "Suggestions" };

/** Mounts the page. */
export function mount(page) {
  const { byId } = page, { get, post, remove } = page.transport, { program } = page.shared;

  let found = { current: [], index: [], total: 0, attached: true };
  let wanted = step;
  let drawn;                          // What the list was drawn from: the same again leaves it alone.
  const reads = new Reads();
  const answers = new Map();          // What became of those that were continued, by their identifiers.

  const read = page.settled(() => page.attempt(load), 150);
  const search = followSearch(page, () => { wanted = step; read(); });

  async function load() {
    const answer = await reads.read(() => get("activities", { text: search.written(), limit: wanted }));
    if (!answer) return;
    found = answer;
    byId("bones").hidden = true;
    const now = textOf(found);
    if (now === drawn) return;
    drawn = now;
    draw();
  }

  page.live.on("timeline", page.paced(() => page.attempt(load), 2_000));     // An action that succeeded may have published one.

  function draw() {
    const { current, index, total, attached } = found, text = search.text();
    setText(byId("facts"), `${counted(current.length, "session")} with one now, ${count(total)} kept`);
    const focused = document.activeElement?.id;
    fill(byId("list"),
      current.length > 0 && [h("h2", { class: "group-head" }, "Now"), h("ul", { class: "things", "aria-label": "Current, one for each session" }, current.map((activity) => entry(activity, false)))],
      index.length > 0 && [h("h2", { class: "group-head" }, text ? "Found, the newest first" : "Kept, the newest first"), h("ul", { class: "things", "aria-label": "Kept" }, index.map((activity) => entry(activity, true)))],
      index.length < total && index.length >= wanted && h("div", { class: "more-line" }, button("Show more", () => { wanted += step; page.attempt(load); })));
    if (focused?.startsWith("continue-")) byId("list").querySelector(`#${CSS.escape(focused)}`)?.focus({ preventScroll: true });
    const isEmpty = current.length + index.length === 0;
    byId("empty").hidden = !isEmpty;
    fill(byId("empty"), isEmpty && (text
      ? state({ symbol: "search", title: `No activity with “${search.written()}”`, text: `${counted(total, "activity", "activities")} are kept.`, buttons: [button("Show all", () => search.clear())] })
      : state(attached ? { symbol: "activities", title: "There is no activity yet", text: "An action that may leave an activity does so when it succeeds." }
        : { symbol: "activities", title: "The program keeps no activities", text: "It gave its runtime no index of activities." })));
  }

  function entry(activity, isKept) {
    const { title, subtitle, action, feature, session, at, eligibility = [], availability, keywords = [] } = activity, answer = answers.get(activity.id) ?? h("div", { role: "status" });
    answers.set(activity.id, answer);
    const available = !availability || availability.state === "available", why = availability?.reasons?.[0]?.text ?? availabilities[availability?.state];
    const go = h("button", { class: "button small", type: "button", id: `continue-${isKept ? "kept" : "now"}-${activity.id}`, "aria-label": `Continue ${title}`, "aria-disabled": available ? undefined : "true", title: available ? undefined : why,
      on: { click: () => available && proceed(activity, go, answer) } }, "Continue");
    return h("li", { class: "thing" }, h("div", { class: "body" }, availability ? mark(availability.state, availabilities[availability.state]) : mark("available", "Can be continued"),
      h("div", { class: "what" }, h("strong", {}, title), subtitle && h("span", { class: "muted" }, subtitle),
        h("span", { class: "facts-line" }, h("a", { href: featureLink(feature.path) }, `${feature.name} › ${action.name}`), h("span", {}, `${dayName(at, program.now)} ${toMinute(at)}`), session && h("span", {}, `in ${session.name || "a session without a name"}`),
          keywords.length > 0 && h("span", {}, `also found by ${keywords.join(", ")}`), !available && h("span", {}, why)),
        h("span", { class: "facts-line" }, eligibility.map((kind) => badge("", eligibilities[kind] ?? kind)))),
      h("div", { class: "doing" }, go, isKept && h("button", { class: "button small danger", type: "button", "aria-label": `Remove ${title}…`, on: { click: () => removeOne(activity) } }, "Remove…"))), answer);
  }

  async function proceed({ id }, go, answer) {
    go.disabled = true;
    try {
      fill(answer, performAnswer(await post("activities/continue", { id })));
    } catch (error) {
      if (!(error instanceof RequestError) || error.status === 401) return page.failed(error);
      toast(`It was not continued: ${error.message}`, { failed: true });
    } finally {
      go.disabled = false;
      if (document.activeElement === document.body) go.focus();
    }
  }

  function removeOne({ id, title }) {
    ask({
      title: "Remove this activity?", verb: "Remove",
      body: [`“${title}” is no longer found, here and by the system. It comes back when its action succeeds again.`],
      act: async () => {
        await remove(`activities/${encodeURIComponent(id)}`);
        await page.attempt(load);
        toast("The activity was removed.");
      },
    });
  }

  page.load(load);
}
