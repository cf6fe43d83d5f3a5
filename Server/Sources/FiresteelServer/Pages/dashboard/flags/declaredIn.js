// The locations in code that declare a flag, from the newest catalogues that programs sent.

import { fill, h } from "../../kit/dom/dom.js";
import { declarationsOf } from "../app/catalogue.js";

/** The term and description for the facts of a flag; hidden until a catalogue is known. */
export function declaredIn(program, flag) {
  const term = h("dt", { hidden: true }, "Code"), place = h("dd", { hidden: true });
  read();
  return [term, place];

  async function read() {
    try {
      const { declarations, versions } = await declarationsOf(program, flag.key);
      if (versions.length === 0) return;
      fill(place, declarations.length === 0 ? `Not in the catalogue of ${versions[0].version}` : described(declarations, versions));
    } catch (error) {
      fill(place, `Can’t be read: ${error.message}`);
    }
    term.hidden = place.hidden = false;
  }

  function described(declarations, versions) {
    const [{ file, line, version }] = declarations;
    return [file ? h("code", {}, line ? `${file}:${line}` : file) : "Declared", h("br"),
      h("span", { class: "sub" }, version === versions[0].version ? `in ${version}` : `last in ${version}, no longer in ${versions[0].version}`)];
  }
}
