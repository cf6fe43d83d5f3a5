import { changedQuery, pageName, parametersOf } from "/kit/app/address.js";
import { Transport } from "/kit/app/transport.js";
import { featureLink, performLink, timelineLink } from "/run/links.js";
import { check, equal } from "./check.js";

check("parameters are read, changed and removed", () => {
  equal(parametersOf("?a=1&b=x%20y"), { a: "1", b: "x y" });
  equal(changedQuery("?a=1&b=2", { a: undefined, b: "", c: false }), "");
  equal(changedQuery("?a=1", { a: 2, d: true, e: "x y" }), "?a=2&d=1&e=x+y");
  equal(changedQuery("", {}), "");
});

check("a page is found by its path alone, in its own folder", () => {
  const names = ["runs", "flags"];
  equal(["/runs", "/", "/other", "/runs/", "/x/runs"].map((path) => pageName(path, "/", names)), ["runs", undefined, undefined, undefined, undefined]);
  equal(["/deep/inside/flags", "/flags"].map((path) => pageName(path, "/deep/inside/", names)), ["flags", undefined]);
});

check("a call's address omits empty parameters", () => {
  const transport = new Transport({ root: "api/" });
  const { pathname, search } = transport.address("timeline", { a: [1, 2], b: true, c: false, d: "", e: undefined, f: null, g: 0, h: "x&y" });
  equal([pathname, search], ["/api/timeline", "?a=1%2C2&b=1&g=0&h=x%26y"]);
});

check("links contain their parameters", () => {
  equal([featureLink("App/A b"), timelineLink(), performLink(7, "a&b"), performLink(7)],
    ["features?feature=App%2FA+b", "timeline", "timeline?perform=7&run=a%26b", "timeline?perform=7"]);
});
