import Firesteel
import FiresteelBase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Shows the figures of the overview.
struct ShowOverview: ServerOperation, Decodable {
    static let description = "Show how the program is doing"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/overview", "getInsightOverview",
        "Returns today's sessions, failures and versions, beside the usual ones")
    let program, environment: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try await call.readInsight(program, environment) { database, scope in
            try InsightOverview(database, scope: scope, suspects: call.server.insight.suspects, now: call.now).json()
        }
    }
}

/// Shows how the program is used.
struct ShowBehaviour: ServerOperation, Decodable {
    static let description = "Show how the program is used"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/behaviour", "getBehaviour",
        "Returns the use of features, failures and refusals",
        query: [
            .hours, .version,
            .init(name: "feature", description: "Only the feature with this path, and those below it"),
        ])
    let program, environment: String
    let hours: Int
    let version, feature: String?

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let catalogues = try await call.server.catalogues.summary(of: program)
        return try await call.readInsight(program, environment) { database, scope in
            let json = try Behaviour(database, scope: scope, hours: hours, version: version, now: call.now)
                .json(known: catalogues.features, names: catalogues.actions)
            return feature.map { Self.lines(of: $0, in: json) } ?? json
        }
    }

    /// Returns figures without the lines about other features.
    private static func lines(of feature: String, in json: JSONValue) -> JSONValue {
        .object(
            json.members.mapValues { member in
                guard case .array(let lines) = member else { return member }
                return .array(
                    lines.filter { line in
                        guard let path = line.members["feature"]?.stringValue else { return true }
                        return path == feature || path.hasPrefix("\(feature)/")
                    })
            })
    }
}

/// Shows what follows an action.
struct ShowNextActions: ServerOperation, Decodable {
    static let description = "Show what follows an action"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/behaviour/next", "getNextActions", "Returns what follows an action",
        query: [
            .hours, .version, .init(name: "feature", description: "The path of the action's feature"),
            .init(name: "action", description: "The identifier of the action"),
        ])
    let program, environment: String
    let hours: Int
    let version, feature, action: String?

    func perform(_ call: ServerCall) async throws -> JSONValue {
        guard let feature, let action else { throw HTTPProblem.badRequest("Name “feature” and “action”.") }
        let names = try await call.server.catalogues.summary(of: program).actions
        return try await call.readInsight(program, environment) { database, scope in
            try Sequences(database, scope: scope, hours: hours, version: version, now: call.now)
                .next(feature: feature, action: action, names: names)
        }
    }
}

/// Shows how far sessions get through some actions.
struct ShowFunnel: ServerOperation, Decodable {
    static let description = "Show how far sessions get"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/behaviour/funnel", "getFunnel",
        "Returns how many sessions performed each of some actions and all before it",
        query: [
            .hours, .version,
            .init(
                name: "steps", description: "Two to ten actions, such as “App/Export:open,App/Export:export”",
                defaultValue: ""),
        ])
    let program, environment: String
    let hours: Int
    let version: String?
    let steps: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let steps = try steps.split(separator: ",").map { step throws(HTTPProblem) in
            guard let colon = step.lastIndex(of: ":") else {
                throw .badRequest("A step is a feature and an action with a colon between.")
            }
            return (feature: String(step[..<colon]), action: String(step[step.index(after: colon)...]))
        }
        guard (2...10).contains(steps.count) else { throw HTTPProblem.badRequest("A funnel has two to ten steps.") }
        return try await call.readInsight(program, environment) { database, scope in
            try Sequences(database, scope: scope, hours: hours, version: version, now: call.now).funnel(steps)
        }
    }
}

/// Shows what people do that no test does.
struct ShowUntested: ServerOperation, Decodable {
    static let description = "Show what people do that no test does"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/untested", "getUntested",
        "Returns what people do that no test of a version does: of the version, or of the newest whose tests were sent",
        query: [.hours, .version])
    let program, environment: String
    let hours: Int
    let version: String?

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let catalogues = try await call.server.catalogues.summary(of: program)
        return try await HTTPProblem.ofDamagedTests {
            try await call.readInsight(program, environment) { database, scope in
                try Untested(database, scope: scope, hours: hours, version: version, now: call.now)
                    .json(testsOf: program, known: catalogues.features, names: catalogues.actions)
            }
        }
    }
}

/// Shows how many had each variant of a flag, or each flag.
struct ShowExposure: ServerOperation, Decodable {
    static let description = "Show who had which variant of a flag"
    static let endpoint = OperationEndpoint(
        .get, "\(InsightReading.path)/exposure", "getExposure",
        "Returns how many sessions and people had each variant of a flag, or how many sessions had each flag, and the day of the last one",
        query: [
            .hours, .version,
            .init(name: "flag", description: "The flag's key, or none for all flags", defaultValue: ""),
        ])
    let program, environment: String
    let hours: Int
    let version: String?
    let flag: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try await call.readInsight(program, environment) { database, scope in
            let sequences = Sequences(database, scope: scope, hours: hours, version: version, now: call.now)
            return try flag.isEmpty ? sequences.exposures() : sequences.exposure(of: flag)
        }
    }
}
