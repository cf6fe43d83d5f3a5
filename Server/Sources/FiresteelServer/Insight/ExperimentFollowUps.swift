import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelHTTPServer
import FiresteelStatistics
import FiresteelStore
import HTTPTypes

/// Shows on which other experiments the effect of an experiment depends.
struct ShowExperimentInteractions: ServerOperation, Decodable {
    static let description = "Show the interactions of an experiment"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/environments/{environment}/experiments/{experiment}/interactions",
        "getExperimentInteractions",
        "Returns the experiments that ran at the same time on whose arms the effect of a phase depends, from at most 20,000 people",
        query: [.phase])
    let program, environment, experiment: String
    let phase: Int64?

    func perform(_ call: ServerCall) async throws -> ExperimentInteractionList {
        let question = ["interactions", program, environment, experiment, phase.map { "\($0)" } ?? ""]
        return try await call.server.insight.longAnswers.answer(to: question, now: call.now) { try await find(call) }
    }

    private func find(_ call: ServerCall) async throws -> ExperimentInteractionList {
        let scope = InsightScope(program: program, environment: environment)
        let (empty, isComparable) = try await call.readInsight(program, environment) { database, number in
            let found = try ExperimentPhase.phase(phase, of: experiment, program, environment, database)
            let key = PhaseKey(scope: number, experiment: experiment, phase: found.number)
            let phases = try ExperimentPhase.all(of: scope.program, database)[scope.environment] ?? []
            let isComparable = ExperimentInteractions.canCompare(found.definition)
            return (ExperimentInteractions(key, among: phases), isComparable)
        }
        guard var interactions = empty, interactions.hasOthers, isComparable else {
            return ExperimentInteractionList(
                isComparable: isComparable, hasOthers: empty?.hasOthers ?? false, people: 0, interactions: [])
        }
        let reading = try LongReading(.answers)
        defer { reading.end() }
        var last: String? = ""
        while let start = last, reading.mayContinue {
            let known = interactions
            (interactions, last) = try await call.readInsight(program, environment) { database, _ in
                var interactions = known
                let next = try interactions.add(after: start, database)
                return (interactions, next)
            }
        }
        return ExperimentInteractionList(
            isComparable: true, hasOthers: true, people: interactions.people,
            interactions: try interactions.found().map { found in
                .init(
                    experiment: found.experiment, phase: found.phase, arm: found.arm, otherArm: found.otherArm,
                    with: found.with, without: found.without, probability: found.probability)
            })
    }
}

/// The experiments on which the effect of another one depends.
struct ExperimentInteractionList: Codable, Sendable, NamedSchema {
    static let schemaName = "ExperimentInteractions"

    struct Interaction: Codable, Sendable {
        let experiment: String
        let phase: Int64
        let arm, otherArm: String
        /// The relative differences with the arm of the other experiment, and with its control.
        let with, without: Double
        let probability: Double
    }

    /// Whether the primary metric can be compared: a distribution, and what is known after days, can't.
    let isComparable: Bool
    /// Whether any other experiment ran at the same time.
    let hasOthers: Bool
    let people: Int
    let interactions: [Interaction]
}

/// Shows whether the difference of an experiment held after its arm was shipped.
struct ShowShippedDifference: ServerOperation, Decodable {
    static let description = "Show whether the difference of an experiment held"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/environments/{environment}/experiments/{experiment}/shipped",
        "getShippedDifference",
        "Returns what changed for people of the control after everyone got another arm, less what changed for those who had it, from at most 10,000 people"
    )
    let program, environment, experiment: String

    func perform(_ call: ServerCall) async throws -> ShippedDifferenceResult {
        let state = try await call.state(of: program)
        let item = state.items[ItemKey(.experiment, experiment, environment: environment)]
        guard let shipping = item.flatMap({ Shipping($0, in: environment, state) }) else {
            return ShippedDifferenceResult(kind: .notShipped, days: 0, people: 0)
        }
        let question = ["shipped", program, environment, experiment, shipping.arm, "\(shipping.change ?? 0)"]
        return try await call.server.insight.longAnswers.answer(to: question, now: call.now) {
            try await find(shipping, call)
        }
    }

    private func find(_ shipping: Shipping, _ call: ServerCall) async throws -> ShippedDifferenceResult {
        let names = try await call.server.catalogues.summary(of: program).actions
        let now = call.now
        typealias Start = (ShippedDifference?, ExperimentResults.Comparison?, ShippedDifferenceResult.Kind)
        let (empty, expected, otherwise) = try await call.readInsight(program, environment) {
            database, scope -> Start in
            let found = try ExperimentPhase.phase(nil, of: experiment, program, environment, database)
            let key = PhaseKey(scope: scope, experiment: experiment, phase: found.number)
            let results = try ExperimentReader(database, scope: scope, found, names: names, now: now).results()
            let primary = results.metrics.first { $0.role == .primary }
            guard found.isOpen(at: now) else { return (nil, nil, .over) }
            guard results.verdict.kind != .unreliable else { return (nil, nil, .unknown) }
            let period = try shipping.period(of: found, program, environment, database, now: now)
            return (
                try ShippedDifference(
                    key, found, shipped: shipping.arm, since: period.lowerBound, until: period.upperBound, database),
                primary?.comparisons.first { $0.arm == shipping.arm }, .unknown
            )
        }
        guard var difference = empty else { return ShippedDifferenceResult(kind: otherwise, days: 0, people: 0) }
        guard difference.days > 0 else { return ShippedDifferenceResult(kind: .waiting, days: 0, people: 0) }
        let reading = try LongReading(.answers)
        defer { reading.end() }
        var last: String? = ""
        while let start = last, reading.mayContinue {
            let known = difference
            (difference, last) = try await call.readInsight(program, environment) { database, _ in
                var difference = known
                let next = try difference.add(after: start, database)
                return (difference, next)
            }
        }
        return ShippedDifferenceResult(try difference.result(), expected, days: difference.days, difference.people)
    }
}

/// The arm that everyone got after an experiment: that of its decision, or the one that a later change of the flag gave everyone.
private struct Shipping: Sendable {
    let arm: String
    /// The later change, `nil` for the end of the experiment.
    let change: Int64?

    /// Returns `nil` if the experiment runs, or if its flag gives no arm but the control to everyone.
    init?(_ experiment: Item, in environment: String, _ state: ProgramState) {
        let members = experiment.value.members
        guard members["state"]?.stringValue == "ended" else { return nil }
        if let arm = members["decision"]?.members["arm"]?.stringValue {
            self.arm = arm
            change = nil
            return
        }
        let flag = members["flag"]?.stringValue ?? ""
        // Those who take part in another experiment with the flag may have something else.
        let isTried = state.items.contains { key, item in
            key.kind == .experiment && key.environment == environment && item.value.members["state"] == "running"
                && item.value.members["flag"]?.stringValue == flag
        }
        guard !isTried, let item = state.items[ItemKey(.targeting, flag, environment: environment)],
            let arm = (try? FlagTargeting(json: item.value))?.everyonesVariant,
            members["arms"]?.arrayValue?.dropFirst().contains(.string(arm)) == true
        else { return nil }
        self.arm = arm
        change = item.change
    }

    /// Returns the time since which everyone has the arm, not before the end, until now or until the flag changes.
    func period(
        of phase: ExperimentPhase, _ program: String, _ environment: String, _ database: any DatabaseConnection,
        now: Int64
    ) throws -> Range<Int64> {
        let scope = InsightScope(program: program, environment: environment)
        let (flag, end) = (phase.definition.flag, phase.ended ?? now)
        guard change == nil else {
            let begin = max(end, try ShippedDifference.begin(of: arm, by: flag, in: scope, database) ?? end)
            return begin..<max(begin, now)
        }
        return end..<max(end, try ShippedDifference.nextChange(of: flag, in: scope, after: end, database) ?? now)
    }
}

/// Whether a difference held after everyone got its arm.
struct ShippedDifferenceResult: Codable, Sendable, NamedSchema {
    static let schemaName = "ShippedDifference"

    enum Kind: String, Codable, CaseIterable, Sendable {
        /// No arm but the control was shipped.
        case notShipped
        /// The metric can't be followed, or the result was unreliable.
        case unknown
        /// What people did is no longer stored.
        case over
        /// It is too early, or there are too few people.
        case waiting
        /// People of the control changed as the difference says, certainly.
        case held
        /// The difference closed, but those who had the arm changed.
        case closed
        /// They changed less than the difference says, certainly.
        case lost
        /// Nothing is certain.
        case inconclusive
    }

    let kind: Kind
    /// The days that are compared: as many before the end as since everyone has the arm.
    let days: Int64
    let people: Int
    /// The difference of the experiment, and the change that followed, relative to the control.
    var expected, relative, lower, upper: Double?
    /// The changes of people of the control and of the arm, relative to the control before.
    var control, shipped: Double?

    init(kind: Kind, days: Int64, people: Int) {
        self.kind = kind
        self.days = days
        self.people = people
    }

    init(
        _ result: ShippedDifference.Result?, _ difference: ExperimentResults.Comparison?, days: Int64, _ people: Int
    ) {
        self.days = days
        self.people = people
        expected = difference?.relative
        guard let result, let expected else {
            kind = .waiting
            return
        }
        (relative, lower, upper) = (result.relative, result.interval.lower.finite, result.interval.upper.finite)
        (control, shipped) = (result.control, result.shipped)
        let isUp = expected > 0
        // The days before the end are among those that chose the arm: its difference is uncertain as well.
        let isLess =
            isUp
            ? result.interval.upper < difference?.lower ?? expected
            : result.interval.lower > difference?.upper ?? expected
        if isLess {
            kind = .lost
        } else if !result.interval.contains(0), (result.relative > 0) == isUp {
            kind = (result.control > 0) == isUp ? .held : .closed
        } else {
            kind = .inconclusive
        }
    }
}
