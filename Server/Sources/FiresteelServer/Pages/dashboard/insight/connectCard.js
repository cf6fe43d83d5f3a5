// How a first program is connected, as long as none is.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { createToken } from "../settings/tokens.js";

/** A Swift file that reads the flags of this server; Tests/FiresteelRemoteTests/ConnectedProgram.swift compiles it. */
const swiftCode = (origin) => `import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation

/// Returns the flags of the server, whose token is in the environment variable FIRESTEEL_TOKEN.
func connectedFlags() -> FlagStack? {
    guard let address = URL(string: "${origin}"),
        let token = ProcessInfo.processInfo.environment["FIRESTEEL_TOKEN"]
    else { return nil }
    let flags = RemoteFlagProvider.firesteel(address, token: token, transport: URLSessionTransport())
    flags.start()
    return FlagStack([flags])
}`;

/** The card. */
export const connectCard = (program) => h("section", { class: "card full", "aria-labelledby": "connect" }, h("div", { class: "section" }, h("h2", { id: "connect" }, "Connect a program"), h("ol", { class: "steps" },
  step("pip", h("p", { class: "strong" }, "Create a token"), program.hasRole("admin") ? h("p", { class: "after" }, button("Create token…", () => createToken(program, () => {}), "small")) : h("p", { class: "meta" }, "An admin of the program can create one.")),
  step("pip", h("p", { class: "strong" }, "Point your program to this server"), h("p", { class: "meta" }, "The target needs the products FiresteelFlags, FiresteelHTTP and FiresteelRemote."), h("pre", { class: "code after", tabIndex: 0 }, swiftCode(location.origin))),
  step("mark in-flight", h("p", { class: "strong", role: "status" }, "Waiting for the first connection"), h("p", { class: "meta" }, "This page shows it without a reload.")))));

const step = (mark, ...content) => h("li", {}, h("span", { class: mark, "aria-hidden": "true" }), h("div", { class: "body" }, content));
