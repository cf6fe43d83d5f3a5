import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Logging
import Synchronization
import Testing

@Suite("Values that were evaluated for their reads are exposed as all others are")
struct EvaluatedExposureTests {
    private let layout = Flag("search.layout", default: "list")
    private let server = MemoryProvider("Server")
    private let premium = EvaluationContext(targetingKey: "ada", attributes: ["plan": "premium"])
    private let free = EvaluationContext(targetingKey: "bob", attributes: ["plan": "free"])

    private func withServer(
        clock: (@Sendable () -> Double)? = nil, log: RecordingLogOutput? = nil,
        _ body: (TestRuntime) async throws -> Void
    ) async throws {
        server.setRule(ByPlan(), for: "search.layout")
        try await withTestRuntime(
            App.self,
            {
                $0.flags = FlagStack([server], overrides: MemoryProvider(), clock: clock)
                if let log { $0.logger = log.logger }
            },
            { test in
                try test.runtime.flags.declare([layout.declaration])
                try await body(test)
            })
    }

    private func exposures(_ test: TestRuntime) -> [FlagRecord] { test.flagRecords.filter { !$0.isChange } }

    @Test("A read for a separate context is exposed once per value and session")
    func contexts() async throws {
        try await withServer { test in
            let flags = test.runtime.flags
            let window = test.runtime.session("Window")
            let read = Input {
                for _ in 0..<3 {
                    #expect(flags.value(of: layout, in: premium) == "grid of premium")
                    #expect(flags.value(of: layout, in: free) == "grid of free")
                }
            }
            for _ in 0..<2 { await Work.run.perform(read, options: .in(window)) }
            await Work.run.perform(Input { _ = flags.value(of: layout, in: premium) })
            #expect(
                exposures(test).map(\.answer.value)
                    == ["\"grid of premium\"", "\"grid of free\"", "\"grid of premium\""])
            #expect(exposures(test).map(\.sessionName) == ["Window", "Window", "main"])
            let first = try #require(exposures(test).first)
            #expect(first.key == "search.layout" && first.answer.provider == "Server")
            #expect(first.answer.variant == "premium" && first.answer.reason == "TARGETING_MATCH")
            #expect(first.perform == test.performs[0].id)
        }
    }

    @Test("The same value is exposed again once it is that of another variant")
    func variants() async throws {
        try await withServer { test in
            let flags = test.runtime.flags
            let window = test.runtime.session("Window")
            for variant in ["grid", "trial/1:grid", "trial/1:grid", "trial/2:grid"] {
                server.setRule(Fixed(variant: variant), for: "search.layout")
                await Work.run.perform(Input { #expect(flags[layout] == "grid") })
                let evaluate = Input { #expect(flags.value(of: layout, in: premium) == "grid") }
                for _ in 0..<2 { await Work.run.perform(evaluate, options: .in(window)) }
            }
            for session in ["main", "Window"] {
                let exposed = exposures(test).filter { $0.sessionName == session }
                #expect(exposed.map(\.answer.variant) == ["grid", "trial/1:grid", "trial/2:grid"])
            }
        }
    }

    @Test("A read that doesn't depend on the context is exposed as well, and so is a default")
    func simple() async throws {
        let plain = Flag("plain", default: 1)
        try await withServer { test in
            let flags = test.runtime.flags
            try flags.declare([plain.declaration])
            server.set(2, for: "plain")
            for _ in 0..<3 {
                #expect(flags.value(of: plain, in: premium) == 2)
                #expect(flags.value(of: layout, in: .empty) == "list")
            }
            #expect(exposures(test).map(\.answer.value) == ["2", "\"list\""])
            // The same values in the fixed context are the same values.
            #expect(flags[plain] == 2 && flags[layout] == "list")
            #expect(exposures(test).count == 2)
        }
    }

    @Test("A value that only the time changed is exposed as it was read")
    func time() async throws {
        let hour = Flag("hour", default: -1)
        let clock = TestSeconds(0)
        server.setRule(ByHour(), for: "hour")
        try await withServer(clock: { clock.value }) { test in
            let flags = test.runtime.flags
            try flags.declare([hour.declaration])
            for time in [0.0, 100, 3_600, 7_199, 7_200] {
                clock.value = time
                #expect(flags[hour] == Int(time) / 3_600)
                #expect(flags.value(of: hour, in: premium) == Int(time) / 3_600)
            }
            #expect(exposures(test).map(\.answer.value) == ["0", "1", "2"])
            #expect(exposures(test).allSatisfy { $0.answer.provider == "Server" })
        }
    }

    @Test("Lines carry the value that their action has read for a context, the last of several")
    func lines() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        try await withServer(log: log) { test in
            let flags = test.runtime.flags
            await Work.run.perform(
                Input {
                    for context in [premium, free, premium] {
                        _ = flags.value(of: layout, in: context)
                        logger.info("read")
                    }
                })
            await Work.run.perform(
                Input {
                    _ = flags.value(of: layout, in: free)
                    logger.info("read")
                })
            let lines = log.lines.filter { $0.label == "any" }.map { $0.context?.action?.flags ?? [] }
            #expect(lines.map { $0.map(\.key) } == Array(repeating: ["search.layout"], count: 4))
            #expect(
                lines.map { $0.first?.value } == [
                    "grid of premium", "grid of free", "grid of premium", "grid of free",
                ])
        }
    }

    @Test("Resolutions, explanations, descriptions and look-ups by key expose nothing")
    func silent() async throws {
        try await withServer { test in
            let flags = test.runtime.flags
            _ = flags.resolution(of: layout)
            _ = flags.resolution(of: layout, in: premium)
            _ = flags.explain("search.layout", in: free)
            _ = flags.resolve(key: "search.layout", in: premium)
            _ = (flags.descriptions(), flags.snapshot(), flags.hygiene())
            let subscription = flags.onChange(of: layout) { _ in }
            subscription.cancel()
            #expect(test.flagRecords.isEmpty)
        }
    }

    @Test("Threads that read for many contexts concurrently expose each value once")
    func threads() async throws {
        try await withServer { test in
            let flags = test.runtime.flags
            let session = test.runtime.session("Shared")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await Work.run.perform(
                            Input {
                                for number in 0..<400 {
                                    let plan = EvaluationContext(attributes: ["plan": .string("\(number % 40)")])
                                    _ = flags.value(of: layout, in: plan)
                                }
                            }, options: .in(session))
                    }
                }
            }
            let values = exposures(test).map(\.answer.value).sorted()
            #expect(values == (0..<40).map { "\"grid of \($0)\"" }.sorted())
        }
    }

    struct Input: Sendable {
        let body: @Sendable () async -> Void

        init(_ body: @escaping @Sendable () async -> Void) {
            self.body = body
        }
    }

    enum Run: Action {
        static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
            await context.input.body()
            return .success
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(Work.self) }
    enum Work: Feature {
        static let run = action(Run.self)
        static let actions = declare(run)
    }

    /// Another layout for each plan, and none without one.
    struct ByPlan: FlagRule {
        var dependsOnContext: Bool { true }

        func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
            guard case .string(let plan)? = context["plan"] else {
                return FlagEvaluation(.programDefault, reason: .default)
            }
            return .value(.string("grid of \(plan)"), variant: plan, reason: .targetingMatch)
        }
    }

    /// The same layout for everyone.
    struct Fixed: FlagRule {
        let variant: String

        func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
            .value("grid", variant: variant, reason: .targetingMatch)
        }
    }

    /// The hour since 1970.
    struct ByHour: FlagRule {
        var dependsOnTime: Bool { true }

        func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
            .value(.int(Int(now) / 3_600), reason: .targetingMatch)
        }
    }

    /// A time that the test sets.
    final class TestSeconds: Sendable {
        private let seconds: Mutex<Double>
        init(_ seconds: Double) { self.seconds = Mutex(seconds) }
        var value: Double {
            get { seconds.withLock { $0 } }
            set { seconds.withLock { $0 = newValue } }
        }
    }
}
