// The deliveries of a webhook: their state, attempts, and the receiver's answers.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";
import { table } from "../../kit/dom/table.js";
import { earlierButton, PagedList } from "../app/pagedList.js";
import { redraw } from "../app/redraw.js";
import { addressOf } from "../app/routes.js";
import { eventNames, sendTest, webhookItems, webhookState } from "../settings/webhooks.js";
import { ago, momentOf } from "../text/times.js";

const words = { pending: ["undetermined", "Pending"], delivered: ["success", "Delivered"], failed: ["failure", "Failed"] };
const filters = { "": "All", pending: "Pending", delivered: "Delivered", failed: "Failed" };

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page, isAdmin = program.hasRole("admin");
  scope.mountHead(page);
  page.heading.before(h("nav", { class: "path", "aria-label": "Breadcrumb" }, h("ol", {}, h("li", {}, h("a", { href: addressOf("settings") }, "Settings")))));
  const deliveries = new PagedList(async (before, limit) => {
    const found = await page.transport.get(path(), { state: readQuery().state, before, limit });
    return { rows: found.deliveries, next: found.next ?? undefined };
  });
  // Until `awaited`, the result of what a person sent is awaited.
  let webhook, awaited = 0, isRead = false;
  const menu = h("button", { class: "button", type: "button", hidden: true }, "Actions", icon("down"));
  page.actions.prepend(menu);
  attachMenu(menu, { label: "Actions", items: () => webhookItems(program, webhook, sent, { deleted: () => page.go(addressOf("settings")) }) });
  fill(byId("content"), loading("Loading deliveries"));
  page.onStep(again);
  page.load(read);
  // No event of the stream announces a result.
  page.every(() => { if (isRead && !document.hidden && isPending()) again(); }, 3_000);

  /** Whether results arrive soon; those of a webhook that fails may take days. */
  function isPending() {
    const isSoon = webhook?.state === "enabled" && (!webhook.failingSince || Date.now() < awaited);
    return deliveries.rows.some(({ state: now, isSending }) => isSending || (isSoon && now === "pending"));
  }

  function again() { return page.attempt(read); }

  function sent() {
    awaited = Date.now() + 60_000;
    return again();
  }

  async function read() {
    await program.read();
    if (isAdmin) {
      const { webhooks } = await page.transport.get(`${program.path}/webhooks`);
      webhook = webhooks.find(({ id }) => id === readQuery().webhook);
      if (webhook) await deliveries.read(readQuery().state);
    }
    isRead = true;
    redraw(page, draw);
  }

  const path = () => `${program.path}/webhooks/${encodeURIComponent(webhook.id)}/deliveries`;

  async function send({ id }) {
    try {
      await program.transport.post(`${path()}/${encodeURIComponent(id)}/repeat`);
      toast("Event is sent again.");
    } catch (error) {
      toast(error.message, { failed: true });
    }
    await sent();
  }

  function draw() {
    if (!isRead) return;
    menu.hidden = !webhook;
    if (!webhook) {
      page.heading.textContent = "Webhook";
      byId("toolbar").hidden = true;
      fill(byId("content"), isAdmin ? state({ symbol: "search", title: "No such webhook", text: "It was deleted, or its environments aren’t yours.", buttons: [button("Open settings", () => page.go(addressOf("settings")))] })
        : state({ symbol: "lock", title: "Admins only", text: "Webhooks are managed by admins of the program." }));
      return;
    }
    const chosen = readQuery().state ?? "";
    page.heading.textContent = webhook.name;
    byId("facts").className = "facts only-wide";
    byId("facts").textContent = webhook.address;
    byId("toolbar").hidden = false;
    fill(byId("toolbar"), h("div", { class: "chips", role: "group", "aria-label": "State" }, Object.entries(filters).map(([value, label]) => h("button", { class: "chip", type: "button", "aria-pressed": String(chosen === value), on: { click: () => { writeQuery({ state: value }); again(); } } }, label))));
    fill(byId("content"), h("div", { class: "section" },
      h("p", { class: "line-top" }, webhookState(webhook)),
      deliveries.rows.length === 0 ? nothing(chosen) : deliveriesTable(),
      earlierButton(page, deliveries, draw)));
  }

  const nothing = (chosen) => (chosen
    ? state({ symbol: "search", title: "No deliveries in this state", text: "Others may have another one.", buttons: [button("Show all", () => { writeQuery({ state: "" }); again(); })] })
    : state({ symbol: "mail", title: "No deliveries yet", text: "Events appear here when they happen. A test event shows whether the receiver accepts messages.",
      buttons: webhook.state === "enabled" ? [button("Send test", () => sendTest(program, webhook, sent), "primary")] : [] }));

  const deliveriesTable = () => table({ label: "Deliveries", rows: deliveries.rows, columns: [
    { title: "Event", cell: ({ type, event, time }) => [eventNames[type] ?? type, h("span", { class: "sub wrap" }, `${momentOf(time)}, `, h("code", {}, event))] },
    { title: "State", cell: (delivery) => stateOf(delivery) },
    { title: "Attempts", number: true, className: "only-wide", cell: ({ attempts }) => ({ className: "num only-wide", content: String(attempts) }) },
    { title: "Answer", className: "only-wide", cell: (delivery) => ({ className: "only-wide", content: answerOf(delivery) }) },
    { title: "Actions", said: true, number: true, cell: (delivery) => ({ className: "num", content: !delivery.isSending && webhook.state === "enabled" && h("button", { class: "button small", type: "button", "aria-label": `Send ${eventNames[delivery.type] ?? delivery.type} of ${momentOf(delivery.time)} again`, on: { click: () => send(delivery) } }, "Send again") }) },
  ] });

  function stateOf(delivery) {
    const { state: now, next: due, isSending, attempts } = delivery, [mark, word] = words[now];
    const when = isSending ? "sending" : now === "pending" ? (webhook.state !== "enabled" ? "the webhook is disabled" : due <= Date.now() ? "next attempt now" : `next attempt ${momentOf(due)}`)
      : delivery.lastAttempt ? ago(delivery.lastAttempt) : "";
    return [h("span", { class: "person" }, plainMark(mark), attempts > 1 && now === "pending" ? "Retrying" : word), h("span", { class: "sub" }, when), h("span", { class: "sub only-narrow" }, answerOf(delivery))];
  }

  /** The receiver’s answer as it is; without a status it is the server’s sentence. */
  function answerOf({ status, answer, duration, attempts }) {
    if (attempts === 0 || (status === null && !answer)) return "none yet";
    return [status === null ? "No response" : h("code", {}, String(status)), duration === null ? "" : ` in ${duration} ms`, answer && h("span", { class: "sub wrap" }, status === null ? answer.replaceAll("'", "’") : answer)];
  }
}
