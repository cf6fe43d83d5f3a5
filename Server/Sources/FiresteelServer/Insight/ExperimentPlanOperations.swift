import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStatistics
import FiresteelStore
import Foundation
import HTTPTypes

/// Estimates how long an experiment takes.
struct EstimateExperiment: ServerOperation {
    static let description = "Estimate how long an experiment takes"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/environments/{environment}/experiments/estimate", "estimateExperiment",
        "Returns how many people take part in a draft, what its metric was for them, and how long it takes to find a difference",
        request: ["type": "object"])
    let program, environment: String
    private let definition: ExperimentDefinition

    init(_ request: APIRequest) throws {
        (program, environment) = (request.parameter("program"), request.parameter("environment"))
        definition = try ExperimentDefinition(draft: request)
    }

    func perform(_ call: ServerCall) async throws -> ExperimentEstimate {
        let past = try await PastReading(call, program, environment, definition).read(
            days: PastReading.days, maximum: 10_000)
        return try ExperimentEstimate(past.units, definition, participants: past.participants)
    }
}

/// Rehearses an experiment on people of the past.
struct RehearseExperiment: ServerOperation {
    static let description = "Rehearse an experiment on the past"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/environments/{environment}/experiments/rehearse", "rehearseExperiment",
        "Splits the people of the last 28 days randomly 1,000 times, and returns how often a draft's metric claims a difference that isn't there",
        request: ["type": "object"])
    let program, environment: String
    private let definition: ExperimentDefinition

    private static let runs = 1_000
    /// The seconds after which no further split begins.
    private static let seconds = 10.0

    init(_ request: APIRequest) throws {
        (program, environment) = (request.parameter("program"), request.parameter("environment"))
        definition = try ExperimentDefinition(draft: request)
    }

    func perform(_ call: ServerCall) async throws -> ExperimentRehearsal {
        // Half of the days are before the exposure, which narrows intervals as in an experiment.
        let past = try await PastReading(call, program, environment, definition).read(
            days: PastReading.days / 2, maximum: 100_000)
        let (units, definition) = (past.units, definition)
        let result = await Offload.rehearse { () -> Result<PastRehearsal, any Error> in
            let end = Date().addingTimeInterval(Self.seconds)
            return Result { try PastRehearsal(units, definition, runs: Self.runs) { Date() < end } }
        }
        let rehearsal = try result.get()
        return ExperimentRehearsal(
            runs: rehearsal.runs, claims: rehearsal.claims, people: units.values.count, relatives: rehearsal.relatives)
    }
}

/// Reads the people of the last days, a few at once, so that no transaction is long.
struct PastReading {
    static let days: Int64 = 28
    private static let page = 500

    private let call: ServerCall
    private let program, environment: String
    private let definition: ExperimentDefinition

    init(_ call: ServerCall, _ program: String, _ environment: String, _ definition: ExperimentDefinition) {
        self.call = call
        self.program = program
        self.environment = environment
        self.definition = definition
    }

    /// Returns people, and how many took part in all.
    func read(days: Int64, maximum: Int) async throws -> (units: PastUnits, participants: Int) {
        if let obstacle = PastUnits.obstacle(definition, days: days) { throw HTTPProblem.badRequest(obstacle) }
        let reading = try LongReading(.plans)
        defer { reading.end() }
        let (definition, now) = (definition, call.now)
        let (exposed, all) = try await call.readInsight(program, environment) { database, scope in
            let reader = InsightReader(database, scope: scope)
            let period = InsightTime.day(of: now - Self.days * InsightTime.day)..<now + InsightTime.hour
            let prefix = CountKey.variant.key(definition.flag, "")
            var exposed = PeopleSketch()
            for people in try reader.people(["variants"], period, prefix: prefix).values { exposed.formUnion(people) }
            return try (exposed.count, reader.people(["all"], period)[""]?.count ?? 0)
        }
        var units = PastUnits(definition, days: days, onlyExposed: exposed > 0, now: now)
        var last: String? = ""
        while let start = last, units.values.count < maximum, reading.mayContinue {
            let known = units
            (units, last) = try await call.readInsight(program, environment) { database, scope in
                var units = known
                let next = try PeopleSample(database, scope: scope).forEach(after: start, limit: Self.page) {
                    units.add($0)
                }
                return (units, next)
            }
        }
        try units.cap()
        return (units, exposed > 0 ? exposed : all)
    }
}

extension ExperimentDefinition {
    /// Reads the draft in the body of a request.
    fileprivate init(draft request: APIRequest) throws {
        guard let definition = ExperimentDefinition("draft", .object(try request.object())) else {
            throw HTTPProblem.badRequest("Send an experiment with a flag, two to ten arms, and a primary metric.")
        }
        guard !definition.hasGroups else {
            throw HTTPProblem.invalid(
                "Sessions of the past don’t say which people share “\(definition.unit)”. Plan the experiment by person, and expect it to take longer."
            )
        }
        self = definition
    }
}
