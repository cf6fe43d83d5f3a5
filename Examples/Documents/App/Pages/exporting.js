// The download of an exported document.

import { h } from "/kit/dom/dom.js";
import { toast } from "/kit/overlays/toasts.js";

/** Downloads a page under the document's name. */
export function saveExported({ title, html }) {
  const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  h("a", { href: address, download: `${title}.html` }).click();
  // The browser starts to read it after this turn; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  toast(`“${title}.html” downloaded.`);
}
