// The dialog for importing a folder.

import { byId } from "/kit/dom/dom.js";
import { toast } from "/kit/overlays/toasts.js";

/** The dialog, with the import that runs. */
export function createImport() {
  const dialog = byId("import"), path = byId("import-path"), fault = byId("import-error");
  const progress = byId("import-progress"), bar = byId("import-bar"), text = byId("import-text");
  const start = byId("import-start"), cancel = byId("import-cancel");
  let running = false;

  /** `begin(path)` starts an import and answers the problem where it couldn't; `stop()` ends it. */
  function setUpImport({ begin, stop }) {
    dialog.querySelector("form").addEventListener("submit", async (event) => {
      event.preventDefault();
      if (running) return;
      complain("");
      run(true);
      text.textContent = "Looking for Markdown files…";
      bar.removeAttribute("value");
      const problem = await begin(path.value.trim());
      if (problem) { run(false); complain(`${problem.message} ${problem.remedy ?? ""}`); }
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

  /** The feature went: nothing new begins. What runs is stopped by the program, which then tells how far it came. */
  function closeImport() {
    if (dialog.open && !running) { dialog.close(); toast("Import was switched off."); }
  }

  function showProgress({ done, total, current }) {
    if (!running) run(true);
    bar.max = Math.max(1, total);
    bar.value = done;
    text.textContent = `${done} of ${total}${current ? `: ${current}` : ""}`;
  }

  function showEnd({ imported, skipped }, stopped) {
    run(false);
    dialog.close();
    const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
    const left = skipped.length ? ` ${count(skipped.length, "file")} left out: ${skipped[0].reason}` : "";
    toast(`${stopped ? "Stopped. " : ""}${count(imported, "document")} imported.${left}`);
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
    // What had the focus until now can't have it any more.
    if (value) cancel.focus();
  }

  function complain(words) {
    fault.textContent = words;
    fault.hidden = !words;
    path.setAttribute("aria-invalid", Boolean(words));
    if (words) path.focus();
  }

  return { setUpImport, openImport, closeImport, showProgress, showEnd, importFailed };
}
