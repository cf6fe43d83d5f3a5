// The commands of the command menu about reports and behaviour.

import { addressOf, groupAddress, placeOf } from "../app/routes.js";
import { countedOf, featureName, kindOf, subtitle } from "./groupText.js";
import { insightPath, readIfPresent } from "./insightAPI.js";

const most = 50;

/** The commands that need no data of the server. */
export function reportCommands(program) {
  const place = placeOf(location.pathname), group = "Actions", mayEdit = program.mayEdit();
  const command = (name, symbol, go, note = "page") => ({ group, symbol, name, note, words: [name], go });
  return [
    ...(place.page === "report" ? onGroup(program, place.key, mayEdit).map(([name, symbol, open]) => command(name, symbol, groupAddress(place.key, { query: { open } }), "this report")) : []),
    ...["mine", "resolved", "ignored"].map((state) => ({ group: "Go to", symbol: "reports", name: `${{ mine: "Reports assigned to you", resolved: "Resolved reports", ignored: "Ignored reports" }[state]}`, note: "page", words: [`Reports ${state} assigned`], go: addressOf("reports", { query: { state } }) })),
    command("Send a test report…", "reports", addressOf("reports", { query: { open: "test" } }), "reports"),
    command("Edit the funnel…", "behaviour", addressOf("behaviour", { query: { open: "funnel" } }), "behaviour"),
    ...(program.hasRole("admin") ? [command("Create token…", "key", addressOf("settings", { query: { open: "token" } }), "settings")] : []),
  ];
}

/** The operations on the group that is shown. */
const onGroup = (program, key, mayEdit) => [
  ...(program.mayEdit(program.environment.id) ? [["Switch off…", "power", "switch"]] : []),
  ...(mayEdit ? [["Assign…", "segments", "assign"], ["Resolve…", "check", "resolve"], ["Ignore until it happens again…", "reports", "ignore"], ["Open again", "undo", "reopen"], ["Merge…", "reports", "merge"], ["Split…", "reports", "split"]] : []),
];

/** The commands that open groups of reports. */
export async function groupCommands(program) {
  const found = await readIfPresent(() => program.transport.get(insightPath(program, "groups"), { state: "all", order: "affected", limit: most }));
  return (found?.groups ?? []).map((group) => ({ group: "Reports", symbol: "reports", name: group.title, note: [featureName(group), countedOf(group, group.reports)].filter(Boolean).join(", "),
    words: [group.title, subtitle(group), kindOf(group).word, group.error?.type, group.error?.case], go: groupAddress(group.id) }));
}
