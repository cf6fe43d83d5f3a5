// A document as a file to take along.

import { h } from "/kit/dom/dom.js";
import { toast } from "/kit/overlays/toasts.js";

/** Saves a page under the document's name. */
export function saveExported({ title, html }) {
  const address = URL.createObjectURL(new Blob([html], { type: "text/html" }));
  h("a", { href: address, download: `${title}.html` }).click();
  // The browser reads it after this turn; a minute is more than it needs to begin.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  toast(`“${title}.html” is saved where the browser saves files.`);
}
