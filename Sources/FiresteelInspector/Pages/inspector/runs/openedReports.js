// The report files that the user has opened in this tab. They remain in the browser, and answer the reads of pages as the
// program does.

import { RequestError, Transport } from "../../kit/app/transport.js";
import { readReportFile, ReportFileError } from "./reportFile.js";
import { SavedRun } from "../../run/data/savedRun.js";

/** The maximum number of opened files, which all are in memory. */
const most = 4;

/** No run of the program has a name with a slash. */
const prefix = "/opened-";

/** Whether an identifier is that of a run from a file, which may have been closed. */
export const isOpened = (id) => String(id ?? "").startsWith(prefix);

export class OpenedReports {
  files = [];
  #number = 0;

  /** Opens a file. Returns the identifier of the run to show; rejects with a `ReportFileError`. */
  async open(file) {
    if (this.files.length >= most) throw new ReportFileError(`Can’t open “${file.name}”: ${most} files are open. Close one first.`);
    const { runs, report } = await readReportFile(file), id = `${prefix}${this.#number += 1}`;
    if (!runs.length) runs.push(new SavedRun("report", [{ kind: "run", program: report.program, version: report.version, end: "unknown" }]));
    runs.forEach((run, index) => { run.address = `${id}-${index + 1}`; });
    // The report is about its own run; a crashed one is another.
    const main = runs.find(({ name }) => name !== "crashed-run") ?? runs[0];
    this.files.push({ id, name: file.name, runs, report, main });
    return (runs.find(({ name }) => name === "crashed-run") ?? main).id;
  }

  /** Closes the file of a run. */
  close(run) { this.files = this.files.filter((file) => !file.runs.some(({ id }) => id === run)); }

  /** The runs as the list shows them. */
  get runs() { return this.files.flatMap((file) => file.runs.map((run) => this.#facts(file, run))); }

  /** Answers a read about a run from a file, or returns `undefined`. */
  answer(path, query = {}) {
    const id = path.startsWith("runs/") ? decodeURIComponent(path.slice(5)) : query.run;
    if (!isOpened(id)) return undefined;
    for (const file of this.files) {
      const run = file.runs.find((one) => one.id === id);
      if (run) return path.startsWith("runs/") ? this.#facts(file, run) : run.get(path, query);
    }
    throw new RequestError(404, "not-found", "The file of this run was closed.");
  }

  #facts(file, run) { return { ...run.facts, opened: file.name, report: run === file.main ? file.report : undefined }; }
}

/** A transport whose reads about opened runs are answered in the browser. */
export class OpeningTransport extends Transport {
  constructor({ opened, ...options }) {
    super(options);
    this.opened = opened;
    const read = this.get;
    this.get = async (path, query, signal) => opened.answer(path, query) ?? read(path, query, signal);
  }

  within(signal, memory) { return new OpeningTransport({ ...this, signal, memory }); }
}
