import CBenchmarkSupport
import Firesteel
import FiresteelFlags

/// Availability for the users of sessions, as in a server.
enum PeopleAnswers: BenchmarkGroup {
    static let name = "people"
    static let title = "request() in sessions with their own contexts: timeline in memory"

    private static let number = 10_000

    static func measure() async throws -> [Measurement] {
        let provider = MemoryProvider("Server")
        provider.setRule(ForPlan(), for: "Served/ByPlan")
        let runtime = try FeatureRuntime(Served.self, RuntimeConfiguration(flags: FlagStack([provider])))
        let contexts = ["premium", "free"].map { plan in
            EvaluationContext(targetingKey: "person", attributes: ["plan": .string(plan)])
        }
        let session = runtime.session("person", context: contexts[0], principal: "person")
        let crowd = (0..<number).map {
            runtime.session("person", context: contexts[$0 % 2], principal: Principal("\($0)"))
        }
        for other in crowd { bench_keep(ByPlan.nothing.request(in: other) == nil ? 0 : 1) }
        let measurements = await Rounds().measure([
            Limits.atomicLoad,
            Subject("of a flag with a rule, cached") { count in
                session.use { for _ in 0..<count { bench_keep(ByPlan.nothing.request() == nil ? 0 : 1) } }
            },
            Subject("of a flag with a rule, cached, by request(in:)") { count in
                for _ in 0..<count { bench_keep(ByPlan.nothing.request(in: session) == nil ? 0 : 1) }
            },
            Subject("of the program's switch") { count in
                session.use { for _ in 0..<count { bench_keep(ForEveryone.nothing.request() == nil ? 0 : 1) } }
            },
            Subject("of a flag with a rule, after the context was set") { count in
                for _ in 0..<count {
                    session.setContext(contexts[0])
                    bench_keep(ByPlan.nothing.request(in: session) == nil ? 0 : 1)
                }
            },
            Subject("in each of 10,000 sessions in turn") { count in
                for place in 0..<count {
                    bench_keep(ByPlan.nothing.request(in: crowd[place % number]) == nil ? 0 : 1)
                }
            },
            Subject("a switch changes, 10,000 sessions open") { count in
                for place in 0..<count { runtime.setEnabled(ForEveryone.self, place.isMultiple(of: 2)) }
            },
        ])
        return measurements + [memory(runtime, contexts)]
    }

    /// Measures the memory of a session that has read availability, in bytes beyond one that hasn't.
    private static func memory(_ runtime: FeatureRuntime, _ contexts: [EvaluationContext]) -> Measurement {
        let sessions = (0..<1_000).map { _ in runtime.session("person", context: contexts[0]) }
        guard bench_counts_allocations() else { return .figure("bytes of a session that has asked", .nan, "bytes") }
        bench_start_counting()
        for session in sessions { bench_keep(ByPlan.nothing.request(in: session) == nil ? 0 : 1) }
        let bytes = bench_live_bytes()
        bench_stop_counting()
        return .figure("bytes of a session that has asked", Double(bytes) / Double(sessions.count), "bytes")
    }
}

private enum Served: FeatureGroup {
    static let subfeatures = features(ByPlan.self, ForEveryone.self)
}

private enum ByPlan: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: false) }
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}

private enum ForEveryone: ConditionalFeature {
    static var constraints: Constraints { RuntimeEnabled() }
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}

private struct ForPlan: FlagRule {
    var dependsOnContext: Bool { true }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        let isPremium = context.attributes["plan"] == "premium"
        return .value(.bool(isPremium), variant: isPremium ? "on" : "off", reason: .targetingMatch)
    }
}
