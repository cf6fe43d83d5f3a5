// Problems with their remedies, as toasts.

import { toast } from "/kit/overlays/toasts.js";

/** The topic of messages that Documents is unreachable: the latest replaces the others. */
const connection = "connection";

/** `action` is `{ name, run }`: a button that dismisses the toast. */
export const problem = ({ code, message, remedy = "" }, action) =>
  toast(`${message} ${remedy}`.trim(), { failed: true, action, topic: code === "unreachable" ? connection : undefined });

/** Replaces the message that Documents is unreachable, if it is shown; the new one is announced and ends by itself. */
export function showConnected() {
  if (document.querySelector(`.toast[data-topic="${connection}"]`)) toast("Documents is connected again.", { topic: connection });
}
