import { flagOrigin } from "/kit/text/flagOrigin.js";
import { check, equal } from "./check.js";

const address = "http://127.0.0.1:8090";
const at = new Date(2026, 10, 18, 14, 32).getTime() * 1_000, hour = 3_600_000_000;

check("current flags name the server and the revision", () => {
  equal(flagOrigin({ address, state: "ready", revision: 1_200, updated: at }, at), "Flags from http://127.0.0.1:8090, revision 1,200");
  equal(flagOrigin({ address, state: "ready", updated: at }, at), "Flags from http://127.0.0.1:8090");
});

check("flags of an unreachable server name their time and the reason", () => {
  const reason = "Can't reach the server: Connection refused";
  equal(flagOrigin({ address, state: "stale", revision: 12, updated: at, reason }, at + hour), "Can't reach the server: Connection refused. Flags of 14:32 are used.");
  equal(flagOrigin({ address, state: "stale", updated: at, reason: `${reason}.` }, at + 24 * hour), "Can't reach the server: Connection refused. Flags of yesterday, 14:32, are used.");
  equal(flagOrigin({ address, state: "stale", updated: at }, at), "The flags are out of date. Flags of 14:32 are used.");
});

check("flags of an earlier run are used until the server responds", () => {
  equal(flagOrigin({ address, state: "ready", revision: 3, updated: at, cached: true }, at), "Flags of 14:32 are used until http://127.0.0.1:8090 responds.");
});

check("without flags of the server, others apply", () => {
  equal(flagOrigin({ address, state: "notReady" }, at), "Waiting for flags from http://127.0.0.1:8090. Other sources and defaults are used.");
  equal(flagOrigin({ address, state: "failed", reason: "The token is rejected." }, at), "The token is rejected. Other sources and defaults are used.");
});
