// The dialog for downloading a report of this run, which the program creates on demand.

import { RequestError } from "../../kit/app/transport.js";
import { fill, h } from "../../kit/dom/dom.js";
import { bytes } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

const interval = 300;
const formats = [["zip", "ZIP", "separate files for people and programs"], ["html", "One HTML page", "for reading in a browser and sharing"]];

/** Opens the dialog, which outlives the page. `withCrash` includes the last crashed run; `failed(error)` is called when the program doesn't respond. */
export function openReport({ transport, withCrash = false, failed }) { new ReportDialog(transport, withCrash, failed).open(); }

class ReportDialog {
  #job;
  #closed = false;

  constructor(transport, withCrash, failed) {
    Object.assign(this, { transport, withCrash, failed });
    this.body = h("div", { class: "body" });
    this.footer = h("footer", {});
    this.dialog = h("dialog", { class: "dialog", "aria-labelledby": "dialog-title", on: {
      close: () => this.#close(), click: (event) => { if (event.target === this.dialog && !this.#job) this.dialog.close(); },
    } }, h("header", {}, h("h2", { id: "dialog-title" }, "Download report")), this.body, this.footer);
    this.cancel = button("Cancel", () => this.dialog.close());
  }

  async open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    fill(this.body, loading("Loading report options", 3));
    fill(this.footer, this.cancel);
    try {
      const options = await this.transport.get("reports");
      if (options.possible) this.#ask(options); else this.#notify();
    } catch (error) { this.#fail(error); }
  }

  #notify() {
    fill(this.body, state({ symbol: "download", title: "Reports aren’t available", level: 3,
      text: "The program’s InspectorConfiguration has no reporter. FiresteelReports provides one." }));
    this.cancel.textContent = "Close";
    this.cancel.focus();
  }

  #ask({ formats: names }) {
    const offered = formats.filter(([name]) => names.includes(name));
    const option = (name, what, more, checked) => h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), h("span", {}, what, h("span", { class: "muted" }, more)));
    this.problem = h("p", { class: "field-error", role: "alert" });
    this.progress = h("div", { role: "status" });
    this.form = h("form", { class: "stack-v", novalidate: true, on: { submit: (event) => { event.preventDefault(); this.#create(); } } },
      h("p", { class: "muted" }, "A report contains the timeline, stacks, log, flags and feature availability of this run."),
      h("fieldset", { class: "stack-v" }, h("legend", { class: "said" }, "Format"), offered.map(([value, name, what], index) =>
        h("label", { class: "check" }, h("input", { type: "radio", name: "format", value, checked: index === 0 }), h("span", {}, name, h("span", { class: "muted" }, `: ${what}`))))),
      option("crashed", "Include the last crashed run", ": if still available", this.withCrash),
      option("user", "Only actions started by the user", ": omits those started by the program"));
    fill(this.body, this.form, this.progress, this.problem);
    this.go = button("Download", () => this.#create(), "primary");
    fill(this.footer, this.cancel, this.go);
    this.go.focus();
  }

  async #create() {
    const { format, user, crashed } = this.form.elements;
    this.go.disabled = true;
    fill(this.problem);
    this.#show({ step: "Starting", fraction: 0 });
    try {
      let job = this.#job = await this.transport.post("reports", { format: format.value, userInitiatedOnly: user.checked, crashedRun: crashed.checked });
      if (this.#closed) return this.#discard();
      while (job.state === "working" && !this.#closed) {
        this.#show(job);
        await new Promise((resolve) => { setTimeout(resolve, interval); });
        if (!this.#closed) job = await this.transport.get(`reports/${job.id}`);
      }
      if (this.#closed) return;
      if (job.state === "failed") throw new RequestError(200, "failed", job.problem ?? "The program can’t create the report.");
      this.#show({ step: `Downloading ${bytes(job.bytes ?? 0)}`, fraction: 1 });
      await this.transport.download(`reports/${job.id}/file`, {}, job.name ?? "report");
      toast("Report downloaded.");
      this.dialog.close();
    } catch (error) {
      if (this.#closed) return;
      this.#discard();
      fill(this.progress);
      this.go.disabled = false;
      if (!(error instanceof RequestError) || error.status === 401) return this.#fail(error);
      fill(this.problem, error.message);
      this.go.focus();
    }
  }

  #show({ step, fraction }) {
    const percent = Math.round((fraction ?? 0) * 100);
    if (this.bar) {
      this.step.textContent = step ?? "";
      this.bar.setAttribute("aria-valuenow", String(percent));
      this.bar.style.setProperty("--value", `${percent}%`);
      if (this.bar.isConnected) return;
    }
    this.step = h("span", {}, step ?? "");
    this.bar = h("div", { class: "meter", role: "progressbar", "aria-label": "Report progress", "aria-valuenow": String(percent), "aria-valuemin": "0", "aria-valuemax": "100",
      style: { "--value": `${percent}%` } }, h("span", {}));
    fill(this.progress, h("p", { class: "muted" }, icon("download"), " ", this.step), this.bar);
  }

  #fail(error) {
    if (error.status === 401) { this.dialog.close(); return this.failed(error); }
    fill(this.body, state({ symbol: "warning", failed: true, level: 3, title: "Can’t create a report", text: error.message }));
    fill(this.footer, this.cancel);
    this.cancel.textContent = "Close";
  }

  /** Deletes the file on the program's machine. The program handles errors. */
  #discard() {
    if (this.#job) this.transport.remove(`reports/${this.#job.id}`).catch(() => undefined);
    this.#job = undefined;
  }

  #close() {
    this.#closed = true;
    this.#discard();
    this.dialog.remove();
  }
}
