// The number of running programs that have the current revision of an environment.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { count } from "../../kit/text/format.js";

/** “2 of 2 programs have it”, or nothing without a running program. */
export function connected(program, environment) {
  const { all, current } = program.having(environment.id, environment.revision);
  if (!all) return undefined;
  return h("span", { class: "person sub" }, plainMark(current === all ? "success" : "in-flight"), `${count(current)} of ${count(all)} ${all === 1 ? "program has" : "programs have"} it`);
}

/** Reads the connections every two seconds until every program has the revision, or for half a minute. */
export function awaitConnected(page, program, environment) {
  const end = Date.now() + 30_000;
  const read = async () => {
    if (page.signal.aborted) return;
    const { connections } = await page.transport.get(`${program.path}/connections`);
    program.showConnections(connections);
    const { all, current } = program.having(environment.id, environment.revision);
    if (current < all && Date.now() < end) setTimeout(() => page.attempt(read), 2_000);
  };
  page.attempt(read);
}
