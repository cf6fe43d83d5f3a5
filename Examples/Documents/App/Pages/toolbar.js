// The Markdown toolbar of the wide editor.

import { byId } from "/kit/dom/dom.js";

const marks = {
  bold: { around: "**", sample: "bold" },
  italic: { around: "*", sample: "italic" },
  code: { around: "`", sample: "code" },
  heading: { before: "## " },
  list: { before: "- " },
  quote: { before: "> " },
};

/** `write(text, from, to, start, end)` replaces a part of the text and selects another. */
export function setUpToolbar(write) {
  const bar = byId("toolbar");
  bar.addEventListener("click", (event) => {
    const mark = marks[event.target.closest("[data-mark]")?.dataset.mark];
    if (mark) press(byId("editor"), mark, write);
  });
  // One tab stop with arrow keys, the toolbar pattern.
  bar.addEventListener("keydown", (event) => {
    const buttons = [...bar.children], at = buttons.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = -1;
    const next = buttons[to % buttons.length];
    next.tabIndex = 0;
    next.focus();
  });
}

function press(editor, { around, before, sample }, write) {
  const { value, selectionStart: start, selectionEnd: end } = editor;
  if (around) {
    const inside = value.slice(start, end) || sample, size = around.length;
    write(around + inside + around, start, end, start + size, start + size + inside.length);
    return;
  }
  const line = value.lastIndexOf("\n", start - 1) + 1;
  if (value.startsWith(before, line)) write("", line, line + before.length, Math.max(line, start - before.length), Math.max(line, end - before.length));
  else write(before, line, line, start + before.length, end + before.length);
}
