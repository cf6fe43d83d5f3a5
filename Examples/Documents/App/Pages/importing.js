// The dialog for importing a folder. The progress is stored for the tab, so that an interrupted import is reported when the
// page is back, even if it was reloaded meanwhile.

import { byId } from "/kit/dom/dom.js";
import { toast } from "/kit/overlays/toasts.js";

/** The dialog with the current import. */
export function createImport() {
  const dialog = byId("import"), path = byId("import-path"), error = byId("import-error");
  const progress = byId("import-progress"), bar = byId("import-bar"), text = byId("import-text");
  const start = byId("import-start"), cancel = byId("import-cancel");
  let running = false, isAway = false, isUncertain = false, place = {};
  /** The progress of the tab’s import, with its process and session, or `undefined`. */
  let last = JSON.parse(sessionStorage.importing ?? "null") ?? undefined;

  /** `begin(path)` starts an import and resolves to a problem if it can't; `stop()` ends it. */
  function setUpImport({ begin, stop }) {
    dialog.querySelector("form").addEventListener("submit", async (event) => {
      event.preventDefault();
      if (running) return;
      complain("");
      run(true);
      record({});
      text.textContent = "Searching for Markdown files…";
      bar.removeAttribute("value");
      const problem = await begin(path.value.trim());
      // The program has ended, or continues the import: the next connection shows which.
      isUncertain = problem?.code === "unreachable";
      if (isUncertain) lost(); else if (problem) { end(); complain(`${problem.message} ${problem.remedy ?? ""}`); }
    });
    cancel.addEventListener("click", () => (canStop() ? stop() : dialog.close()));
    dialog.addEventListener("cancel", (event) => { if (canStop()) { event.preventDefault(); stop(); } });
  }

  /** Whether there is a running import to stop; while Documents is unreachable, the dialog closes instead. */
  const canStop = () => running && !isAway;

  function openImport(suggestion) {
    if (!running) {
      complain("");
      progress.hidden = true;
      path.value ||= suggestion ?? "";
    }
    if (!dialog.open) dialog.showModal();
    path.select();
  }

  /** Closes the dialog when the feature becomes unavailable. The program stops a running import and reports its result. */
  function closeImport() {
    if (dialog.open && !running) dialog.close();
  }

  function showProgress(progress) {
    const { done, total, current } = progress;
    record(progress);
    if (!running) run(true);
    bar.max = Math.max(1, total);
    bar.value = done;
    text.textContent = `${done} of ${total}${current ? `: ${current}` : ""}`;
  }

  function showEnd({ imported, known, skipped }, stopped) {
    end();
    dialog.close();
    const before = known ? ` ${known} ${known === 1 ? "was" : "were"} imported before.` : "";
    const left = skipped.length ? ` ${count(skipped.length, "file")} skipped: ${skipped[0].reason}` : "";
    toast(`${stopped ? "Stopped. " : ""}${count(imported, "document")} imported.${before}${left}`);
  }

  /** Documents is unreachable. */
  function lost() {
    isAway = true;
    if (!running) return;
    text.textContent = "Documents is unreachable. The next connection shows whether the import continues.";
    label();
  }

  /**
   * Documents is connected: its process is `run`, and this tab its `session`. An import of another process ended with it, and
   * that of an earlier session of this process was stopped when the session closed.
   */
  function connected({ run: process, session }) {
    isAway = false;
    place = { process, session };
    label();
    if (!last) return;
    const isRestarted = last.process !== process;
    if (!isRestarted && last.session === session) {
      // A running import continues to send its progress.
      if (isUncertain) run(false);
      return;
    }
    const message = ended(isRestarted ? "The import was interrupted when Documents ended." : "The import was stopped while this page was away.");
    end();
    if (dialog.open) complain(message); else toast(message, { failed: true });
  }

  /** A sentence, and what was imported until then. */
  function ended(sentence) {
    const { done, total, known = 0 } = last, imported = last.imported + known;
    if (total === undefined) return `${sentence} No document was imported before this page lost the connection.`;
    // Large folders report about a hundred steps.
    return `${sentence} ${total > 100 && done < total ? "At least " : ""}${imported} of ${count(total, "document")} ${imported === 1 ? "was" : "were"} imported and ${imported === 1 ? "is" : "are"} in this folder. Import the folder again to continue.`;
  }

  function importFailed({ message, remedy }) {
    end();
    if (dialog.open) complain(`${message} ${remedy}`); else toast(`${message} ${remedy}`, { failed: true });
  }

  function run(value) {
    running = value;
    progress.hidden = !value;
    start.disabled = value;
    path.disabled = value;
    label();
    // The focused control was disabled.
    if (value) cancel.focus();
  }

  /** No import of this tab is running. */
  function end() {
    run(false);
    last = undefined;
    delete sessionStorage.importing;
  }

  function record({ done, total, imported, known }) {
    last = { ...place, done, total, imported, known };
    sessionStorage.importing = JSON.stringify(last);
  }

  function label() { cancel.textContent = canStop() ? "Stop" : running ? "Close" : "Cancel"; }

  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

  function complain(message) {
    error.textContent = message;
    error.hidden = !message;
    path.setAttribute("aria-invalid", Boolean(message));
    if (message) path.focus();
  }

  return { setUpImport, openImport, closeImport, lost, connected, showProgress, showEnd, importFailed };
}
