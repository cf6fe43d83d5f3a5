// Copies the declaration of a flag whose value is the same for everyone, with that value as its default.

import { toast } from "../../kit/overlays/toasts.js";
import { declarationsOf } from "../app/catalogue.js";
import { declarationCode } from "./declarationCode.js";

export async function copyConstant(program, { key, value: flag }, value) {
  try {
    const { type, description, owner, expires, kind } = flag;
    const code = declarationCode({ key, type, value, isOn: value === true, description, owner, expires, kind });
    await navigator.clipboard.writeText(`${await place(program, key)}${code}`);
    toast("Code copied.");
  } catch (error) {
    toast(error.name === "NotAllowedError" ? "The browser doesn’t allow copying here." : error.message, { failed: true });
  }
}

/** The comment, of one line whatever the program sent as its file. */
export function placeComment({ file, line, version } = {}) {
  const name = file?.replace(/[\s\p{Cc}]+/gu, " ");
  return name ? `// ${line ? `${name}:${line}` : name} in ${version}\n` : "";
}

/** A comment with where the code declares it, or nothing if that isn’t known: the declaration is worth copying without. */
async function place(program, key) {
  try {
    const { declarations: [declared] } = await declarationsOf(program, key);
    return placeComment(declared);
  } catch {
    return "";
  }
}
