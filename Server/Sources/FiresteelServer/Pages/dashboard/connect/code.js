// The code that connects a program: Swift, OpenFeature, and curl.

import { literal } from "../flags/testCode.js";

/** What the target of a program needs; the path is that of a checkout. */
export const packageCode = `// Package.swift
.package(path: "../firesteel", traits: ["HTTP"])

// The target’s dependencies
.product(name: "Firesteel", package: "firesteel"),
.product(name: "FiresteelFlags", package: "firesteel"),
.product(name: "FiresteelHTTP", package: "firesteel"),
.product(name: "FiresteelInsight", package: "firesteel"),
.product(name: "FiresteelRemote", package: "firesteel"),
.product(name: "FiresteelTimeline", package: "firesteel"),
`;

/** A Swift file; Tests/GuideTests/ConnectedApp.swift and ConnectedServer.swift compile it. `tokens` are texts by their kinds. */
export function swiftCode(kind, { origin, name, tokens }) {
  const isServer = kind === "server", token = isServer ? "token" : literal(tokens.client);
  return `import Firesteel
import FiresteelFlags
import FiresteelHTTP
import FiresteelInsight
import FiresteelRemote
import FiresteelTimeline
import Foundation

/// Sets up features with the flags of the server.
///
/// ${isServer ? "What they do is counted and reported there." : "Reports are sent to it if the user agreed."} Keep the result while the program runs, and call its \`stop()\` at the end.
func connect(_ features: any FeatureGroup.Type${isServer ? "" : ", sendsReports: Bool"}) async throws -> InsightSender {
    guard let server = URL(string: ${literal(origin)}),
        let ${isServer ? 'token = ProcessInfo.processInfo.environment["FIRESTEEL_TOKEN"]' : "folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first"}
    else { throw URLError(.badURL) }
    let transport = URLSessionTransport()
    let flags = RemoteFlagProvider.firesteel(
        server, token: ${token}, version: "1.0", transport: transport)
    flags.start()
    let runtime = try FeatureRuntime.setUp(
        features,
        RuntimeConfiguration(
            program: ProgramDescription(name: ${literal(name)}, version: "1.0"),
            storage: .folder(${isServer ? '"runs"' : 'folder.appending(path: "runs").path'}),
            recordsSignals: true, flags: FlagStack([flags])))
    guard let timeline = runtime.timeline else { throw InsightQueueError.noFolder }
    let sender = try InsightSender(
        timeline, to: server, token: ${isServer ? token : literal(tokens.ingest)}, transport: transport)
    try await sender.setConsent(${isServer ? "true" : "sendsReports"})
    await sender.start()
    return sender
}
`;
}

/** A feature that a flag switches; Tests/GuideTests/ConnectedFeature.swift compiles it. */
export const featureCode = ({ flag }) => `import Firesteel
import FiresteelFlags

/// The flag that the dashboard switches.
let newCheckout = Flag(${literal(flag)}, default: false)

enum StartCheckout: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum Checkout: ConditionalFeature {
    static var constraints: Constraints { Flagged(by: newCheckout) }
    static let start = action(StartCheckout.self)
    static let actions = declare(start)
}

/// The features that \`connect(_:)\` gets.
enum ShopFeatures: FeatureGroup {
    static let subfeatures = features(Checkout.self)
}

/// Performs the action if the flag is on.
func startCheckout() async {
    if let start = Checkout.start.request() { await start.perform() }
}
`;

/** The settings of an OFREP provider. */
export const settingsCode = ({ origin, token }) => `Base URL: ${origin}
Header:   Authorization: Bearer ${token}
`;

/** The same in Python. */
export const pythonCode = ({ origin, token, flag }) => `# pip install openfeature-provider-ofrep
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

headers = {"Authorization": "Bearer ${token}"}
api.set_provider(OFREPProvider("${origin}", headers_factory=lambda: headers))
context = EvaluationContext("ada", {"plan": "pro"})
print(api.get_client().get_boolean_value(${JSON.stringify(flag)}, False, context))
`;

/** A command that reads all flags of a person. */
export const curlCode = ({ origin, token }) => `curl --fail-with-body ${origin}/ofrep/v1/evaluate/flags \\
  -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" \\
  -d '{"context": {"targetingKey": "ada", "plan": "pro"}}'
`;
