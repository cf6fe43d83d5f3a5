// What went wrong, with what to do about it.

import { toast } from "/kit/overlays/toasts.js";

/** `action` is `{ name, run }`: a button that ends the toast. */
export const problem = ({ message, remedy = "" }, action) => toast(`${message} ${remedy}`.trim(), { failed: true, action });
