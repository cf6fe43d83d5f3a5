// Contexts to begin with when a flag is tried: none, what most connected programs have, and the newest report with the flag.
// Reports name people by pseudonyms, which aren't targeting keys, so that no context names a person.

import { fill, h } from "../../kit/dom/dom.js";
import { attributesOf } from "../app/catalogue.js";
import { groupPath, insightPath } from "../insight/insightAPI.js";

/** The attributes of a context without values, as pairs of a name and a value. */
export const emptyContext = () => withVersion("");

const withVersion = (version) => [["targetingKey", ""], ["version", version]];

/** The choice of a context, until `signal`; `use(rows)` is called with the attributes of the chosen one. */
export class ContextChoice {
  #report;
  #names;

  constructor({ program, flag, environment, use, signal }) {
    Object.assign(this, { program, environment });
    this.element = h("select", { class: "field small push", "aria-label": "Use context from", on: { change: () => {
      const found = this.#contexts.find(({ name }) => name === this.element.value);
      // The rows are edited from here on.
      if (found) use(found.rows.map((row) => [...row]));
    } } });
    this.#offer();
    program.onConnections(() => this.#offer(), signal);
    contextOfReport(program, flag).then((found) => { this.#report = found; this.#offer(); });
  }

  /** Shows that the context is no longer the chosen one. */
  clear() { this.element.value = ""; }

  get #contexts() { return [{ name: "Empty", rows: emptyContext() }, contextOfProgram(this.program, this.environment), this.#report].filter(Boolean); }

  #offer() {
    const names = this.#contexts.map(({ name }) => name), chosen = this.element.value;
    // A list that someone is reading is replaced only by another one.
    if (names.join("\n") === this.#names) return;
    this.#names = names.join("\n");
    fill(this.element, h("option", { value: "" }, "As entered"), names.map((name) => h("option", { value: name }, name)));
    this.element.value = names.includes(chosen) ? chosen : "";
  }
}

/** The version with most running programs in an environment, or `undefined` without one. */
function contextOfProgram(program, environment) {
  const instances = new Map();
  for (const { environment: id, version, instances: number } of program.connections ?? []) {
    if (id === environment.id && version) instances.set(version, (instances.get(version) ?? 0) + number);
  }
  const [most] = [...instances].toSorted(([, one], [, other]) => other - one);
  return most && { name: `Connected program: ${most[0]}`, rows: withVersion(most[0]) };
}

/** The context of the newest report of the newest open group whose sessions had the flag, or `undefined`. */
async function contextOfReport(program, flag) {
  try {
    const { groups: [group] } = await program.transport.get(insightPath(program, "groups"), { flag: flag.key, order: "newest", limit: 1 });
    if (!group) return undefined;
    const { reports: [report] } = await program.transport.get(groupPath(program, group.id, "reports"), { limit: 1 });
    if (!report?.version) return undefined;
    // A report’s other facts are attributes only where programs have ones of these names.
    const known = new Set((await attributesOf(program).catch(() => [])).map(({ name }) => name));
    const facts = ["system", "device"].filter((name) => report[name] && known.has(name)).map((name) => [name, report[name]]);
    return { name: `Report: ${group.title}`, rows: [...withVersion(report.version), ...facts] };
  } catch {
    // Any context can be typed without it.
    return undefined;
  }
}
