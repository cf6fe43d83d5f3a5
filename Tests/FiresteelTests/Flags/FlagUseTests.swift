import FiresteelCatalogue
import FiresteelFlags
import FiresteelTesting
import Logging
import Testing

@testable import Firesteel

@Suite("A program can read the flags in use and their problems")
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
        func warnings() -> [String] { log.frameworkLines.filter { $0.level == .warning }.map(\.message) }
        // One that was there before the runtime.
        try #require(warnings().count == 1)
        #expect(warnings()[0].contains("FlagUseTests.swift") && warnings()[0].contains("“size” in Server"))
        for _ in 0..<3 {
            _ = test.runtime.flags[size]
            _ = stack.resolve(key: "gone")
        }
        try #require(warnings().count == 2)
        #expect(warnings()[1].contains("“gone” was evaluated") && warnings()[1].contains("FlagUseTests.swift"))
        #expect(log.lines.isEmpty)
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
        #expect(logs.0.frameworkLines.count == 2 && logs.1.frameworkLines.count == 1)
    }

    @Test("Keys of local providers that no flag declares are a fault, one for each provider")
    func undeclaredKeys() throws {
        let file = MemoryProvider("File", ["size": 1, "siez": 2, "App/Asked": true])
        let server = ServerProvider(MemoryProvider("Server", ["other.program": true]))
        let stack = FlagStack([file, server])
        try stack.declare([Flag("size", default: 1).declaration])
        let test = try TestRuntime(App.self) { $0.flags = stack }
        for _ in 0..<2 { test.runtime.dispatcher.reportUndeclaredKeys() }
        #expect(
            test.runtime.faults == [
                .flags(
                    "File defines “siez”, which no flag declares. Correct the keys there, or declare the flags and register "
                        + "their containers.")
            ])
    }

    /// A provider whose values a server has.
    struct ServerProvider: FlagProvider {
        let base: MemoryProvider
        init(_ base: MemoryProvider) { self.base = base }

        var name: String { base.name }
        var keys: Set<String>? { base.keys }
        var status: FlagProviderStatus {
            var status = base.status
            status.address = "https://flags.example.com"
            return status
        }
        func rule(for key: String) -> (any FlagRule)? { base.rule(for: key) }
        func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
            base.subscribe(handler)
        }
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
