// Sends a report to this server as a program does, so that the way to Reports can be tried without one.

import { h } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { randomId } from "../changes/submit.js";

/** A report of a person’s request, in the format of programs. */
const testReport = (run, now, program) => ({
  format: 1, run, number: 1, time: now, kind: "request", program: { name: program.name, version: "0.0.0", build: "test" },
  system: "Test report", device: "", feature: "Dashboard/Reports", action: "sendTestReport",
  names: { feature: "Dashboard", action: "Send Test Report" }, state: "failed", error: { type: "TestReport", message: "This report was sent from the dashboard to try the connection." },
  steps: [{ feature: "Dashboard/Reports", action: "sendTestReport", names: { feature: "Dashboard", action: "Send Test Report" }, outcome: "success", time: now, duration: 1 }],
  flags: [], availability: [],
});

/** Sends a report with a token. Throws an error with the server’s message. */
async function send(program, token) {
  const run = randomId(), bytes = new TextEncoder().encode(JSON.stringify(testReport(run, Date.now(), program)));
  if (!crypto.subtle) throw new Error("This page needs HTTPS to send a report. Send one from a program instead.");
  const digest = btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
  const response = await fetch(new URL(`/ingest/v1/runs/${run}/reports/1`, document.baseURI), {
    method: "PUT", credentials: "omit", cache: "no-store", body: bytes,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Content-Digest": `sha-256=:${digest}:` },
  });
  if (response.ok) return;
  const { error } = await response.json().catch(() => ({}));
  throw new Error(error?.message ?? `The server refused the report with status ${response.status}.`);
}

/** Opens the dialog; `token` is one that was created on this page, `sent()` is called afterwards. */
export function openTestReport(program, { token = "", sent }) {
  const field = textField({ name: "token", label: "Ingest token", value: token, hint: `A token of ${program.environment.name.toLowerCase()} that may send data. It is used once and not stored.`, attributes: { spellcheck: "false" } });
  const form = new Form({
    label: "Send a test report", verb: "Send test report", cancel: () => dialog.close(), fields: [field],
    submit: async (values) => {
      await send(program, values.token.trim());
      dialog.close();
      toast("Test report sent.");
      sent();
    },
  });
  const dialog = openDialog({ title: "Send a test report", body: [h("p", {}, "It is stored like a report of a program, and appears in the list."), form.element] });
  dialog.querySelector("footer").remove();
  field.control.focus();
}
