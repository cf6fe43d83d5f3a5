// The backtrace of a crashed thread: own frames, with those of libraries folded between them.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { counted } from "../../kit/text/format.js";

/** Consecutive frames that are all own frames, or all of libraries. */
function partsOf(frames) {
  const parts = [];
  for (const frame of frames) {
    if (parts.at(-1)?.system === frame.system) parts.at(-1).frames.push(frame); else parts.push({ system: frame.system, frames: [frame] });
  }
  return parts;
}

/** “FolderReader.swift:87”. */
export const placeOf = ({ file, line }) => (file === undefined ? "" : `${file.split("/").at(-1)}${line === undefined ? "" : `:${line}`}`);

/** The section of a backtrace. */
export function backtraceSection(backtrace) {
  if (!backtrace?.frames.length) return null;
  const { frames, thread, cut } = backtrace;
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Backtrace"), h("span", { class: "count" }, `thread ${thread}, ${counted(frames.length, "frame")}`)),
    h("ol", { class: "trace" }, partsOf(frames).map((part) => (part.system ? foldedFrames(part.frames) : part.frames.map((frame) => frameItem(frame))))),
    cut && h("p", { class: "meta" }, "Frames are missing at the end."));
}

function foldedFrames(frames) {
  const items = frames.map((frame) => frameItem(frame, true));
  const images = [...new Set(frames.map(({ image }) => image))].filter(Boolean);
  const fold = h("button", { class: "fold-line", type: "button", "aria-expanded": "false", on: { click: () => {
    const shows = fold.getAttribute("aria-expanded") === "false";
    fold.setAttribute("aria-expanded", String(shows));
    for (const item of items) item.hidden = !shows;
  } } }, icon("chevron"), `${counted(frames.length, "frame")}${images.length ? ` in ${images.slice(0, 3).join(", ")}${images.length > 3 ? ", …" : ""}` : ""}`);
  return [h("li", { class: "folded" }, fold), items];
}

const frameItem = (frame, hidden = false) => h("li", { class: frame.system ? "system" : "own", hidden },
  h("span", { class: "n" }, String(frame.number)), h("div", { class: "body" }, h("code", { class: "symbol" }, frame.symbol),
    h("span", { class: "at", title: frame.file }, [placeOf(frame), frame.image].filter(Boolean).join(", "))));
