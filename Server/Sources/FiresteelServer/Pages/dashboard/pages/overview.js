// The overview: open issues and health, connecting the first program, pending requests, rollouts, recent changes, and what is
// connected.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { loading } from "../../kit/dom/states.js";
import { table } from "../../kit/dom/table.js";
import { count, counted } from "../../kit/text/format.js";
import { initials } from "../app/account.js";
import { environmentTag } from "../app/environments.js";
import { redraw } from "../app/redraw.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { authorName, headline } from "../changes/changeText.js";
import { connectCard } from "../insight/connectCard.js";
import { insightPath, readIfPresent } from "../insight/insightAPI.js";
import { insightCards } from "../insight/overviewCards.js";
import { reasonText } from "../insight/reportLink.js";
import { readResponse } from "../insight/response.js";
import { nextMove, nextWords } from "../plans/planRow.js";
import { isRollout, nameOf, stateOf } from "../text/flagState.js";
import { stateCell } from "../flags/flagList.js";
import { isLive } from "../text/plans.js";
import { ago } from "../text/times.js";

export function mount(page) {
  const { program, scope } = page.shared, { byId } = page;
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  byId("facts").textContent = program.name;
  fill(byId("content"), loading("Loading the overview"));
  let changes = [], requests = [], insight, response, isRead = false, asked = 0, drawn = 0;
  page.load(read);
  program.onChange(() => page.attempt(read), page.signal);
  program.onConnections(() => redraw(page, draw), page.signal);
  page.every(() => { if (!document.hidden) page.attempt(read); }, 60_000);

  async function read() {
    const number = ++asked;
    await program.read();
    const [found, pending, connected, reported] = await Promise.all([page.transport.get(`${program.path}/changes`, { limit: 6 }), page.transport.get(`${program.path}/requests`, { limit: 5 }), page.transport.get(`${program.path}/connections`), readIfPresent(() => page.transport.get(insightPath(program, "overview")))]);
    const worst = reported?.groups.open > 0 ? reported.worst : undefined;
    const answered = worst ? await readResponse(page, program, worst, [...(worst.flags ?? []), worst.suspect?.flag].filter(Boolean)).catch(() => undefined) : undefined;
    // A later read was faster.
    if (number < drawn || page.signal.aborted) return;
    drawn = number;
    ({ changes } = found);
    requests = pending.requests.filter(({ state }) => state === "pending");
    program.connections = connected.connections;
    insight = reported;
    response = answered;
    isRead = true;
    redraw(page, draw);
  }

  function draw() {
    if (!isRead) return;
    const isConnected = (program.connections ?? []).length > 0;
    fill(byId("content"), h("div", { class: "board" },
      insight && insightCards(insight, program, response),
      !isConnected && connectCard(program),
      h("div", {}, requests.length > 0 && requestsCard(), rolloutCard(), changesCard()),
      h("div", {}, isConnected && connectionsCard(), flagsCard())));
  }

  const card = (id, title, link, ...content) => h("section", { class: "card", "aria-labelledby": id }, h("div", { class: "section" }, h("div", { class: "section-head" }, h("h2", { id }, title), link && h("a", { class: "push", href: link[1] }, link[0])), content));

  const requestsCard = () => card("requests", "Pending", ["All", addressOf("changes", { query: { view: "requests" } })], h("ul", { class: "lines" }, requests.map(({ author, reason, kind, environments, created }) =>
    h("li", {}, initials(author.name), h("span", { class: "what" }, h("span", { class: "strong" }, author.name), ` ${{ approval: "requests an approval", review: "needs a review", schedule: "scheduled a change" }[kind]}`, reason && h("span", { class: "sub" }, " ", reasonText(reason)), " ",
      environments.map((id) => program.environmentNamed(id)).filter(Boolean).map(environmentTag)), h("span", { class: "when" }, ago(created))))));

  function rolloutCard() {
    const { id, name } = program.environment;
    const flags = [...program.flags.values()].filter(({ value, targetings }) => !value.isArchived && (isRollout(value, targetings.get(id)?.value) || isLive(targetings.get(id)?.value.plan)));
    return card("rollouts", `Rollouts in ${name.toLowerCase()}`, ["All", addressOf("flags", { query: { rollout: "1" } })], flags.length === 0 ? h("p", { class: "muted" }, "No rollout is in progress.")
      : h("ul", { class: "lines" }, flags.slice(0, 8).map((flag) => h("li", {}, plainMark("in-flight"), h("span", { class: "what" }, h("a", { href: flagAddress(flag.key) }, nameOf(flag)), planText(flag.targetings.get(id).value.plan)), h("span", { class: "when" }, stateCell(stateOf(flag.value, flag.targetings.get(id).value)))))));
  }

  /** The next step of a plan, if there is one. */
  const planText = (plan) => isLive(plan) && h("span", { class: "sub" }, plan.state === "paused" ? ` Plan paused${plan.why ? `: ${plan.why}` : ""}` : ` Plan ${nextMove(plan)}, ${nextWords(plan)}`);

  const changesCard = () => card("recent", "Recent changes", ["All", addressOf("changes")], changes.length === 0 ? h("p", { class: "muted" }, "No changes yet.")
    : h("ul", { class: "lines" }, changes.map((change) => h("li", {}, initials(change.author.name, change.author.source !== "dashboard"), h("span", { class: "what" }, h("span", { class: "strong" }, authorName(change.author)), ` ${headline(change, program)}`, change.reason && h("span", { class: "sub" }, " ", reasonText(change.reason))), h("span", { class: "when" }, ago(change.time))))));

  const connectionsCard = () => card("connected", "Connected programs", undefined, table({ label: "Connected programs", rows: program.connections, columns: [
    { title: "Environment", cell: ({ environment }) => { const found = program.environmentNamed(environment); return found ? environmentTag(found) : environment; } },
    { title: "Version", cell: ({ version }) => version || "unknown" },
    { title: "Revision", number: true, cell: ({ revision, environment }) => ({ className: "num", content: `${count(revision)}${revision < (program.environmentNamed(environment)?.revision ?? 0) ? ", earlier" : ""}` }) },
    { title: "Programs", number: true, cell: ({ instances }) => ({ className: "num", content: count(instances) }) },
  ] }));

  function flagsCard() {
    const flags = [...program.flags.values()].filter(({ value }) => !value.isArchived);
    return card("flags-title", "Flags", ["All", addressOf("flags")], flags.length === 0 ? [h("p", { class: "muted" }, "No flags yet."), program.mayEdit() && h("p", { class: "after" }, h("a", { class: "button small", href: addressOf("flags", { query: { open: "new" } }) }, icon("plus"), "New flag…"))]
      : h("p", {}, `${counted(flags.length, "flag")}, ${counted(program.segments.size, "segment")}.`));
  }
}
