// Problems with their remedies, as toasts.

import { toast } from "/kit/overlays/toasts.js";

/** `action` is `{ name, run }`: a button that dismisses the toast. */
export const problem = ({ message, remedy = "" }, action) => toast(`${message} ${remedy}`.trim(), { failed: true, action });
