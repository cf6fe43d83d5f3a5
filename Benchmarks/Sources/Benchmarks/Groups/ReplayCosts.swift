import CBenchmarkSupport
import Firesteel
import FiresteelCatalogue
import FiresteelReplay
import FiresteelTimeline

/// The cost of retaining inputs for the performing thread, of a replay and of a test plan.
enum ReplayCosts: BenchmarkGroup {
    static let name = "replay"
    static let title = "Inputs that are retained for replay, timeline in memory; a replay and a test plan"

    /// The number of performs before the replayed failure.
    private static let performs = 100_000
    private static let rounds = 7

    static func measure() async throws -> [Measurement] {
        let runtime = try FeatureRuntime.setUp(Retaining.self, RuntimeConfiguration(storage: .memory))
        let input = (plain: Plain(name: "Plan.md", line: 7), replayable: Replayable(name: "Plan.md", line: 7))
        let hidden = Hidden(name: "Plan.md", line: 7, text: "hidden")
        var measurements = await Rounds().measure([
            Subject("perform without an input") { count in
                for _ in 0..<count { await Retained.nothing.perform(options: .in(runtime.main)) }
            },
            Subject("perform, input not replayable") { count in
                for _ in 0..<count { await Retained.plain.perform(input.plain, options: .in(runtime.main)) }
            },
            Subject("perform, input of two fields retained") { count in
                for _ in 0..<count { await Retained.replayable.perform(input.replayable, options: .in(runtime.main)) }
            },
            Subject("perform, input with a hidden field retained") { count in
                for _ in 0..<count { await Retained.hidden.perform(hidden, options: .in(runtime.main)) }
            },
        ])
        measurements.append(try await replay())
        measurements.append(plan())
        return measurements
    }

    /// Measures a replay of the last steps of a run, with reading it.
    private static func replay() async throws -> Measurement {
        let runtime = try FeatureRuntime(Retaining.self, RuntimeConfiguration(storage: .memory, runSize: 128 << 20))
        await runtime.use {
            for line in 0..<performs { await Retained.replayable.perform(Replayable(name: "Plan.md", line: line)) }
            await Retained.failing.perform()
        }
        var times: [Double] = []
        for _ in 0..<rounds {
            let began = ContinuousClock.now
            guard let run = runtime.timeline?.run,
                try await RunReplayer(run).replay(Retaining.self).failedAsRecorded
            else { throw NotReplayedError() }
            times.append((ContinuousClock.now - began) / .milliseconds(1))
        }
        return Measurement(operation: "replay of the last steps of 100,000 performs", unit: "ms", rounds: times)
    }

    private static func plan() -> Measurement {
        let actions = (0..<10).map {
            CatalogueAction(identifier: "a\($0)", type: "App.A\($0)", name: "Take step \($0)")
        }
        let features = (0..<1_000).map { number in
            CatalogueFeature(
                path: FeaturePath("App/F\(number)"), identifier: "F\(number)", type: "App.F\(number)",
                name: "Feature \(number)", kind: number.isMultiple(of: 2) ? .feature : .conditional,
                constraints: number.isMultiple(of: 2)
                    ? [] : [CatalogueConstraint(label: "User toggle", kind: .toggle, initial: true)],
                actions: actions)
        }
        let catalogue = Catalogue(program: CatalogueProgram(name: "App"), features: features)
        let times = (0..<rounds).map { _ in
            let began = ContinuousClock.now
            bench_keep(UInt64(TestPlan(catalogue).markdown.utf8.count))
            return (ContinuousClock.now - began) / .milliseconds(1)
        }
        return Measurement(operation: "test plan for 1,000 features", unit: "ms", rounds: times)
    }

    private struct NotReplayedError: Error {}
}

private enum Retaining: FeatureGroup {
    static let subfeatures = features(Retained.self)
}

private enum Retained: Feature {
    static let nothing = action(DoNothing.self)
    static let plain = action(TakePlain.self)
    static let replayable = action(TakeReplayable.self)
    static let hidden = action(TakeHidden.self)
    static let failing = action(Fail.self)
    static let actions = declare(nothing, plain, replayable, hidden, failing)
}

private struct Plain: Codable, Sendable {
    let name: String
    let line: Int
}

private struct Replayable: ReplayableInput {
    let name: String
    let line: Int
}

private struct Hidden: ReplayableInput {
    static let hiddenKeys = ["text"]

    let name: String
    let line: Int
    let text: String
}

// A generic action wouldn't retain its input: it doesn't know that the input is replayable.

private enum DoNothing: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum TakePlain: Action {
    static func perform(_ context: ActionContext<Plain>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum TakeReplayable: Action {
    static func perform(_ context: ActionContext<Replayable>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum TakeHidden: Action {
    static func perform(_ context: ActionContext<Hidden>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

private enum Fail: Action {
    private struct FailedError: Error {}

    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        throw FailedError()
    }
}
