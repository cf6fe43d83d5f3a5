import CBenchmarkSupport
import Firesteel

/// Requests of conditional features.
enum AvailabilityReads: BenchmarkGroup {
    static let name = "availability"
    static let title = "Requests of a conditional feature: request(), timeline in memory"

    static func measure() async throws -> [Measurement] {
        try FeatureRuntime.setUp(AskedFor.self)
        let measurements = await Rounds().measure([
            Limits.atomicLoad,
            Subject("of a user's toggle") { count in ask(count) },
            Subject("of a flag") { count in
                for _ in 0..<count { bench_keep(SwitchedFromAfar.nothing.request() == nil ? 0 : 1) }
            },
        ])
        // Created after the first measurement: with a single runtime, no lookup of the current one is necessary.
        let other = try FeatureRuntime(AskedFor.self)
        return await measurements
            + Rounds().measure([
                Limits.taskLocalRead,
                Subject("of a user's toggle, in a runtime put in effect") { count in other.use { ask(count) } },
            ])
    }

    private static func ask(_ count: Int) {
        for _ in 0..<count { bench_keep(Toggled.nothing.request() == nil ? 0 : 1) }
    }
}

private enum AskedFor: FeatureGroup {
    static let subfeatures = features(Toggled.self, SwitchedFromAfar.self)
}

private enum Toggled: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}

private enum SwitchedFromAfar: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: true) }
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}
