import Firesteel
import FiresteelTimeline
import Logging

/// Performs with the default configuration: the timeline in files, the log silenced.
enum PerformToFile: BenchmarkGroup {
    static let name = "perform"
    static let title = "Perform of an empty action: timeline in a file, stacks and log context on, log silenced"

    static func measure() async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        LoggingSystem.bootstrap { FiresteelLogHandler(label: $0, outputs: []) }
        let runtime = try FeatureRuntime.setUp(Program.self, RuntimeConfiguration(storage: .folder(folder.path)))
        guard case .file = runtime.timeline?.recording else { throw JournalAppends.NotInFileError() }
        let journal = try JournalWork(inFolder: folder.path + "/bare")
        var measurements = BareSums.added(
            to: await Rounds().measure(
                BareSums.kept(journal) + [
                    PerformSubjects.nothing, PerformSubjects.nothingOnNoActor, PerformSubjects.described,
                    PerformSubjects.atOnce, PerformSubjects.nested, PerformSubjects.onRequest, PerformSubjects.request,
                ]))
        if let conditional = measurements["perform through request()"], let always = measurements["perform"] {
            measurements.append(.difference("conditional, more than unconditional", conditional, always))
        }
        try folder.remove()
        return measurements
    }

}

/// Performs with the timeline in memory.
enum PerformToMemory: BenchmarkGroup {
    static let name = "perform-in-memory"
    static let title = "Perform of an empty action: timeline in memory"

    static func measure() async throws -> [Measurement] {
        try FeatureRuntime.setUp(Program.self, RuntimeConfiguration(storage: .memory))
        return BareSums.added(
            to: await Rounds().measure(
                BareSums.kept(JournalWork()) + [
                    PerformSubjects.nothing, PerformSubjects.described, PerformSubjects.atOnce,
                ]))
    }
}

/// Performs from synchronous code, such as a button's handler.
enum PerformFromSynchronousCode: BenchmarkGroup {
    static let name = "from-synchronous-code"
    static let title = "Perform from synchronous code on the main actor: timeline in a file"

    static func measure() async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        try FeatureRuntime.setUp(Program.self, RuntimeConfiguration(storage: .folder(folder.path)))
        let measurements = await Rounds().measure([
            Limits.immediateTask, Limits.immediateTaskCapturing, PerformSubjects.fromSynchronousCode,
            PerformSubjects.atOnce,
        ])
        try folder.remove()
        return measurements
    }
}

/// Performs in a runtime that records nothing.
enum NothingAttached: BenchmarkGroup {
    static let name = "nothing-attached"
    static let title = "Perform of an empty action: no timeline, no stacks, no log lines kept"

    static func measure() async throws -> [Measurement] {
        try FeatureRuntime.setUp(
            Program.self, RuntimeConfiguration(storage: .none, keepsStacks: false, recentLogLines: 0))
        return BareSums.added(
            to: await Rounds().measure(BareSums.notKept + [PerformSubjects.nothing, PerformSubjects.atOnce]))
    }
}
