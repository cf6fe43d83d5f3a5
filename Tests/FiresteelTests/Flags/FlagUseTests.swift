import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import FiresteelTesting
import Logging
import Testing

@Suite("Which flags are in use, and what is wrong with them, is known to the program")
struct FlagUseTests {
    private func unread(_ test: TestRuntime) -> [String] { test.runtime.flags.hygiene().unread.map(\.key) }

    @Test(
        "A feature's flag is read when the feature is requested, not when it is registered, checked or described",
        arguments: [RuntimeConfiguration.Storage.memory, .none])
    func features(storage: RuntimeConfiguration.Storage) async throws {
        try await withTestRuntime(App.self, { $0.storage = storage }) { test in
            _ = test.runtime.availability(of: Asked.self)
            _ = (test.runtime.featureTree, test.runtime.catalogue)
            try test.runtime.flags.setOverride(false, for: "App/Asked")
            try test.runtime.flags.setOverride(true, for: "App/Asked")
            #expect(unread(test) == ["App/Asked", "App/Other", "App/Requested"])
            #expect(Asked.availability.isAvailable)
            #expect(unread(test) == ["App/Other", "App/Requested"])
            #expect(Requested.run.request() != nil)
            #expect(unread(test) == ["App/Other"])
        }
    }

    @Test("Flag diagnostics reach the runtime's log, once each, without a subscriber")
    func diagnostics() throws {
        let log = RecordingLogOutput()
        let server = MemoryProvider("Server", ["size": "large"])
        let stack = FlagStack([server], overrides: MemoryProvider())
        let size = Flag("size", default: 1)
        try stack.declare([size.declaration])
        let test = try TestRuntime(App.self) {
            $0.flags = stack
            $0.logger = log.logger
        }
        func warnings() -> [String] { log.lines.filter { $0.level == .warning }.map(\.message) }
        // One that was there before the runtime.
        try #require(warnings().count == 1)
        #expect(warnings()[0].contains("FlagUseTests.swift") && warnings()[0].contains("“size” in Server"))
        for _ in 0..<3 {
            _ = test.runtime.flags[size]
            _ = stack.resolve(key: "gone")
        }
        try #require(warnings().count == 2)
        #expect(warnings()[1].contains("“gone” was evaluated") && warnings()[1].contains("FlagUseTests.swift"))
        #expect(log.lines.allSatisfy { $0.label == "firesteel" })
        #expect(Set(warnings()) == Set(stack.diagnostics.map(\.description)))
    }

    @Test("Two runtimes of one stack log separately, and a released one logs nothing")
    func runtimes() throws {
        let logs = (RecordingLogOutput(), RecordingLogOutput())
        let stack = FlagStack()
        let first = try TestRuntime(App.self) {
            $0.flags = stack
            $0.logger = logs.0.logger
        }
        do {
            let second = try TestRuntime(App.self) {
                $0.flags = stack
                $0.logger = logs.1.logger
            }
            _ = stack.resolve(key: "first")
            withExtendedLifetime(second) {}
        }
        _ = stack.resolve(key: "second")
        withExtendedLifetime(first) {}
        #expect(logs.0.lines.count == 2 && logs.1.lines.count == 1)
    }

    enum Run: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(Asked.self, Requested.self, Other.self) }
    enum Asked: ConditionalFeature {
        static var constraints: Constraints { Flagged(default: true) }
    }
    enum Requested: ConditionalFeature {
        static var constraints: Constraints { Flagged(default: true) }
        static let run = action(Run.self)
        static let actions = declare(run)
    }
    enum Other: ConditionalFeature {
        static var constraints: Constraints { Flagged(default: true) }
    }
}
