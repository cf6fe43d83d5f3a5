import Firesteel
import FiresteelTimeline

/// The cost of open sessions for performs in other sessions.
enum ManySessions: BenchmarkGroup {
    static let name = "many-sessions"
    static let title = "10,000 sessions open, each with stacks of depth 4: timeline in memory"

    private static let number = 10_000

    static func measure() async throws -> [Measurement] {
        // Separate runtimes with one and with many sessions, so that both are measured in the same rounds.
        let few = try FeatureRuntime(Program.self)
        let many = try FeatureRuntime(Program.self)
        let alone = few.session("Alone")
        let sessions = (0..<number).map { many.session("Session \($0)") }
        await First.open.perform(options: .in(alone))
        for session in sessions { await First.open.perform(options: .in(session)) }
        let middle = sessions[number / 2]
        let measurements = await Rounds().measure([
            Subject("perform, one session") { count in
                for _ in 0..<count { await Fourth.nothing.perform(options: .in(alone)) }
            },
            Subject("perform in one of 10,000 sessions") { count in
                for _ in 0..<count { await Fourth.nothing.perform(options: .in(middle)) }
            },
            Subject("perform in each of 10,000 sessions in turn") { count in
                for number in 0..<count { await Fourth.nothing.perform(options: .in(sessions[number % Self.number])) }
            },
        ])
        return measurements
    }
}
