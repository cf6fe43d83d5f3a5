// Reads a report or an exported run that the user opens: a page, or an archive with one. Nothing in it is executed or sent.

import { bytes } from "../../kit/text/format.js";
import { NewerFormatError, readData } from "../../run/data/data.js";

/** The maximum size of a file, and of the page in an archive. */
const maximumBytes = 96 << 20;
const maximumDirectory = 1 << 20, maximumBlocks = 16;
const opening = /<script type="application\/json" class="data" data-kind="(run|report)" data-name="([^"<>]{0,400})">/g;

/** An error with what to do about it. */
export class ReportFileError extends Error {}

class DamagedError extends Error {}

/** Reads a `File`: `{runs, report}`. Rejects with a `ReportFileError`. */
export async function readReportFile(file) {
  const name = `“${file.name}”`;
  const isLarge = (size) => new ReportFileError(`Can’t open ${name}: it has ${bytes(size)}, and at most ${bytes(maximumBytes)} can be opened. Open the page itself in the browser.`);
  if (file.size > maximumBytes) throw isLarge(file.size);
  try {
    const start = new Uint8Array(await file.slice(0, 4).arrayBuffer()), isArchive = start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;
    const blocks = blocksOf(isArchive ? await pageInArchive(file, isLarge) : await file.text());
    if (!blocks.length) throw new ReportFileError(`${name} isn’t a report. Open a file that “Download report…”, an HTML export or firesteel export created with this version.`);
    const data = readData(blocks);
    if (!data.runs.length && !data.report) throw new DamagedError("it contains no data");
    return data;
  } catch (error) {
    if (error instanceof ReportFileError) throw error;
    if (error instanceof NewerFormatError) throw new ReportFileError(`Can’t open ${name}: its format ${error.version.slice(0, 20)} isn’t supported here. Open it with the program’s version that created it, or a newer one.`);
    if (error.name === "NotFoundError" || error.name === "NotReadableError") throw new ReportFileError(`Can’t read ${name}. Check that it still exists and that you may read it.`);
    throw new ReportFileError(`${name} is damaged: ${error instanceof DamagedError ? error.message : "its data can’t be read"}. Get the file again.`);
  }
}

/** The data blocks of a page. */
function blocksOf(page) {
  const blocks = [];
  for (const found of page.matchAll(opening)) {
    const start = found.index + found[0].length, end = page.indexOf("</script>", start);
    if (end < 0) throw new DamagedError("its end is missing");
    if (blocks.length === maximumBlocks) throw new DamagedError("it has too many parts");
    blocks.push({ kind: found[1], name: found[2], text: page.slice(start, end) });
  }
  return blocks;
}

/** The text of `index.html` in a ZIP archive. */
async function pageInArchive(file, isLarge) {
  const view = async (from, length) => {
    if (from < 0 || length < 0 || from + length > file.size) throw new DamagedError("its directory is incomplete");
    return new DataView(await file.slice(from, from + length).arrayBuffer());
  };
  const tailSize = Math.min(file.size, 65_557), tail = await view(file.size - tailSize, tailSize);
  let end = tailSize - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new DamagedError("its directory is missing");
  const size = tail.getUint32(end + 12, true), directoryAt = tail.getUint32(end + 16, true);
  if (size > maximumDirectory) throw new DamagedError("its directory is too large");
  const directory = await view(directoryAt, size);
  for (let at = 0; at + 46 <= size && directory.getUint32(at, true) === 0x02014b50;) {
    const nameSize = directory.getUint16(at + 28, true), next = at + 46 + nameSize + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    if (at + 46 + nameSize > size) break;
    if (new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameSize)) !== "index.html") { at = next; continue; }
    const method = directory.getUint16(at + 10, true), packed = directory.getUint32(at + 20, true), unpacked = directory.getUint32(at + 24, true), localAt = directory.getUint32(at + 42, true);
    if (unpacked > maximumBytes) throw isLarge(unpacked);
    const local = await view(localAt, 30);
    if (local.getUint32(0, true) !== 0x04034b50 || ![0, 8].includes(method)) throw new DamagedError("its page can’t be read");
    const from = localAt + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    if (from + packed > file.size) throw new DamagedError("its end is missing");
    const stream = file.slice(from, from + packed).stream();
    return readText(method === 8 ? stream.pipeThrough(new DecompressionStream("deflate-raw")) : stream, unpacked);
  }
  throw new ReportFileError(`“${file.name}” isn’t a report: the archive has no page. Open a file that “Download report…” created.`);
}

/** The text of a stream, of which no more than its declared size is read. */
async function readText(stream, size) {
  const reader = stream.getReader(), decoder = new TextDecoder();
  let text = "", read = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    read += value.length;
    if (read > size) {
      await reader.cancel();
      throw new DamagedError("its page is larger than declared");
    }
    text += decoder.decode(value, { stream: true });
  }
  if (read !== size) throw new DamagedError("its page is incomplete");
  return text + decoder.decode();
}
