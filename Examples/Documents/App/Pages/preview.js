// The preview: HTML from libcmark's safe mode, in a separate frame without scripts, enforced by the frame's sandbox and by
// the inherited content security policy. The frame has the page's origin only so that this module receives clicks on links;
// without scripts, its content can't use the origin.

import { byId } from "/kit/dom/dom.js";

/** The frame of the preview. */
export function createPreview() {
  const frame = byId("preview");
  let follow = () => {};

  /** `open(path)` is called with the path in a link to another document. */
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

/** The document of a link, resolved against the folder of the document that contains the link. */
export function linked(address, from) {
  const path = from.split("/").slice(0, -1);
  for (const part of address.split("#")[0].split("/")) {
    if (part === "..") path.pop(); else if (part && part !== ".") path.push(part);
  }
  return path.join("/");
}
