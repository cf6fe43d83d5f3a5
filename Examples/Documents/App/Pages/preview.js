// The preview: HTML that libcmark made in its safe mode, in a frame of its own where no script runs, by the frame's
// sandbox and by the content security policy that it inherits. The frame keeps our origin only so that this module can
// see which link was pressed; without scripts nothing inside can use that.

import { byId } from "/kit/dom/dom.js";

/** The frame of the preview. */
export function createPreview() {
  const frame = byId("preview");
  let follow = () => {};

  /** `open(path)` is called with the path of a link to another document, as the link has it. */
  function setUpPreview({ open }) { follow = open; }

  function showPreview(html) {
    const scrolled = frame.contentDocument?.scrollingElement?.scrollTop ?? 0;
    const theme = document.documentElement.dataset.theme ?? "";
    frame.onload = () => {
      const inside = frame.contentDocument;
      if (theme) inside.documentElement.dataset.theme = theme;
      inside.scrollingElement.scrollTop = scrolled;
      inside.addEventListener("click", press);
    };
    frame.srcdoc = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Preview</title>"
      + `<link rel="stylesheet" href="${location.origin}/kit/styles/tokens.css"><link rel="stylesheet" href="${location.origin}/assets/preview.css">`
      + `<body>${html}</body></html>`;
  }

  function themePreview(theme) {
    if (frame.contentDocument) frame.contentDocument.documentElement.dataset.theme = theme;
  }

  function press(event) {
    const link = event.target.closest?.("a[href]");
    if (!link) return;
    const address = link.getAttribute("href");
    if (address.startsWith("#")) return;
    event.preventDefault();
    if (/^https?:/i.test(address)) window.open(address, "_blank", "noopener,noreferrer");
    else if (/^mailto:/i.test(address)) location.href = address;
    else if (address) follow(decodeURI(address));
  }

  return { setUpPreview, showPreview, themePreview };
}

/** The document that a link in another means: it is read from the folder of the document that it stands in. */
export function linked(address, from) {
  const path = from.split("/").slice(0, -1);
  for (const part of address.split("#")[0].split("/")) {
    if (part === "..") path.pop(); else if (part && part !== ".") path.push(part);
  }
  return path.join("/");
}
