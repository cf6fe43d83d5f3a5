// The activities page: current and stored activities, which can be continued, and their search.

import { RequestError } from "../../kit/app/transport.js";
import { ask } from "../../kit/overlays/dialogs.js";
import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { count, counted, dayName, toMinute } from "../../kit/text/format.js";
import { featureLink } from "../../run/links.js";
import { mark } from "../../kit/dom/marks.js";
import { availabilities } from "../../run/marks.js";
import { Reads } from "../../kit/time/pacing.js";
import { performResult } from "../actions/performResult.js";
import { followSearch } from "../../kit/lists/searchField.js";
import { button, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";
import { about } from "../words.js";

const step = 100;
const eligibilities = { perform: "this program", handoff: "other devices", search: "search", publicIndex: "public search", prediction: "suggestions" };

/** Mounts the page. */
export function mount(page) {
  const { byId } = page, { get, post, remove } = page.transport, { program } = page.shared;

  let found = { current: [], index: [], total: 0, attached: true };
  let wanted = step;
  let drawn;                          // The data of the drawn list, to skip unchanged data.
  const reads = new Reads();
  const results = new Map();          // The results of continued activities, by identifier.

  const read = page.settled(() => page.attempt(load), 150);
  const search = followSearch(page, () => { wanted = step; read(); });

  async function load() {
    const newest = await reads.read(() => get("activities", { text: search.written(), limit: wanted }));
    if (!newest) return;
    found = newest;
    byId("bones").hidden = true;
    const now = textOf(found);
    if (now === drawn) return;
    drawn = now;
    draw();
  }

  page.live.on("timeline", page.paced(() => page.attempt(load), 2_000));     // A successful action may have published an activity.

  function draw() {
    const { current, index, total, attached } = found, text = search.text();
    setText(byId("facts"), `${count(current.length)} current, ${count(total)} stored`);
    const focused = document.activeElement?.id;
    fill(byId("list"),
      current.length > 0 && [h("h2", { class: "group-head" }, "Current"), h("ul", { class: "things", "aria-label": "Current, one for each session" }, current.map((activity) => entry(activity, false)))],
      index.length > 0 && [h("h2", { class: "group-head" }, text ? "Results, newest first" : "Stored, newest first"), h("ul", { class: "things", "aria-label": "Stored" }, index.map((activity) => entry(activity, true)))],
      index.length < total && index.length >= wanted && h("div", { class: "more-line" }, button("Show more", () => { wanted += step; page.attempt(load); })));
    if (focused?.startsWith("continue-")) byId("list").querySelector(`#${CSS.escape(focused)}`)?.focus({ preventScroll: true });
    const isEmpty = current.length + index.length === 0;
    byId("empty").hidden = !isEmpty;
    fill(byId("empty"), isEmpty && (text
      ? state({ symbol: "search", title: `No activities with “${search.written()}”`, text: `${counted(total, "activity", "activities")} in total.`, buttons: [button("Show all", () => search.clear())] })
      : state(attached ? { symbol: "activities", title: "No activities yet", text: "Actions with an activity publish it when they succeed." }
        : { symbol: "activities", title: "Activities are not stored", text: "The program’s runtime has no activity index." })));
  }

  function entry(activity, isStored) {
    const { title, subtitle, action, feature, session, at, eligibility = [], availability, keywords = [] } = activity, result = results.get(activity.id) ?? h("div", { role: "status" });
    results.set(activity.id, result);
    const available = !availability || availability.state === "available", why = availability?.reasons?.[0]?.text ?? availabilities[availability?.state];
    const go = h("button", { class: "button small", type: "button", id: `continue-${isStored ? "stored" : "current"}-${activity.id}`, "aria-label": `Continue ${title}`, "aria-disabled": available ? undefined : "true", title: available ? undefined : why,
      on: { click: () => available && proceed(activity, go, result) } }, "Continue");
    return h("li", { class: "thing" }, h("div", { class: "body" }, availability ? mark(availability.state, availabilities[availability.state]) : mark("available", "Can be continued"),
      h("div", { class: "what" }, h("strong", {}, title), subtitle && h("span", { class: "muted" }, subtitle),
        h("span", { class: "facts-line" }, h("a", { href: featureLink(feature.path) }, `${feature.name} › ${action.name}`), h("span", {}, `${dayName(at, program.now)} ${toMinute(at)}`), session && h("span", {}, `in ${session.name || "an unnamed session"}`),
          keywords.length > 0 && h("span", {}, `Keywords: ${keywords.join(", ")}`), !available && h("span", {}, why)),
        eligibility.length > 0 && h("span", { class: "facts-line" }, `Offered in: ${eligibility.map((kind) => eligibilities[kind] ?? kind).join(", ")}`)),
      h("div", { class: "doing" }, go, isStored && h("button", { class: "button small danger", type: "button", "aria-label": `Remove ${title}…`, on: { click: () => removeOne(activity) } }, "Remove…"))), result);
  }

  async function proceed({ id }, go, result) {
    go.disabled = true;
    try {
      fill(result, performResult(await post("activities/continue", { id })));
    } catch (error) {
      if (!(error instanceof RequestError) || error.status === 401) return page.failed(error);
      toast(`Can’t continue the activity: ${error.message}`, { failed: true });
    } finally {
      go.disabled = false;
      if (document.activeElement === document.body) go.focus();
    }
  }

  function removeOne({ id, title }) {
    ask({
      title: "Remove this activity?", verb: "Remove",
      body: [`“${title}” disappears from this list and the system’s search until its action succeeds again.`],
      act: async () => {
        await remove(`activities/${encodeURIComponent(id)}`);
        await page.attempt(load);
        toast("Activity removed.");
      },
    });
  }

  page.heading.after(...about("activity"));
  page.load(load);
}
