// The dialog for importing a folder.

import { byId } from "/kit/dom/dom.js";
import { toast } from "/kit/overlays/toasts.js";

/** The dialog with the current import. */
export function createImport() {
  const dialog = byId("import"), path = byId("import-path"), error = byId("import-error");
  const progress = byId("import-progress"), bar = byId("import-bar"), text = byId("import-text");
  const start = byId("import-start"), cancel = byId("import-cancel");
  let running = false, isUncertain = false, last;

  /** `begin(path)` starts an import and resolves to a problem if it can't; `stop()` ends it. */
  function setUpImport({ begin, stop }) {
    dialog.querySelector("form").addEventListener("submit", async (event) => {
      event.preventDefault();
      if (running) return;
      complain("");
      run(true);
      last = undefined;
      text.textContent = "Searching for Markdown files…";
      bar.removeAttribute("value");
      const problem = await begin(path.value.trim());
      // The program has ended, or continues the import: the next connection shows which.
      isUncertain = problem?.code === "unreachable";
      if (isUncertain) lost(); else if (problem) { run(false); complain(`${problem.message} ${problem.remedy ?? ""}`); }
    });
    cancel.addEventListener("click", () => (running ? stop() : dialog.close()));
    dialog.addEventListener("cancel", (event) => { if (running) { event.preventDefault(); stop(); } });
  }

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
    last = progress;
    if (!running) run(true);
    bar.max = Math.max(1, total);
    bar.value = done;
    text.textContent = `${done} of ${total}${current ? `: ${current}` : ""}`;
  }

  function showEnd({ imported, skipped }, stopped) {
    run(false);
    dialog.close();
    const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
    const left = skipped.length ? ` ${count(skipped.length, "file")} skipped: ${skipped[0].reason}` : "";
    toast(`${stopped ? "Stopped. " : ""}${count(imported, "document")} imported.${left}`);
  }

  /** Documents is unreachable. */
  function lost() {
    if (running) text.textContent = "Documents is unreachable. The next connection shows whether the import continues.";
  }

  /** Documents is back; if it was started again, its import ended with the earlier process. */
  function reconnected({ isRestarted }) {
    if (!running || (!isRestarted && !isUncertain)) return;
    run(false);
    // A running import continues to send its progress.
    if (!isRestarted) return;
    const { done, total, imported } = last ?? {};
    // Large folders report about a hundred steps.
    complain(total === undefined ? "The import was interrupted when Documents ended. Nothing was imported yet."
      : `The import was interrupted when Documents ended. ${total > 100 && done < total ? "At least " : ""}${imported} of ${total} documents ${imported === 1 ? "was" : "were"} imported and ${imported === 1 ? "is" : "are"} in this folder.`);
  }

  function importFailed({ message, remedy }) {
    run(false);
    complain(`${message} ${remedy}`);
  }

  function run(value) {
    running = value;
    progress.hidden = !value;
    start.disabled = value;
    path.disabled = value;
    cancel.textContent = value ? "Stop" : "Cancel";
    // The focused control was disabled.
    if (value) cancel.focus();
  }

  function complain(message) {
    error.textContent = message;
    error.hidden = !message;
    path.setAttribute("aria-invalid", Boolean(message));
    if (message) path.focus();
  }

  return { setUpImport, openImport, closeImport, lost, reconnected, showProgress, showEnd, importFailed };
}
