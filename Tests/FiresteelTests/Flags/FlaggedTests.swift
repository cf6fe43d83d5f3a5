import Firesteel
import FiresteelFlags
import FiresteelTesting
import Testing

@Suite("Flags decide about features")
struct FlaggedTests {
    @Test("A feature has its own switch under its path, without a line of code")
    func own() throws {
        let server = MemoryProvider("Server")
        let test = try TestRuntime(App.self) { $0.flags = FlagStack([server]) }
        test.runtime.use {
            #expect(Sharing.act.request() != nil)
            server.set(false, for: "App/Sharing")
            #expect(Sharing.act.request() == nil)
            let reason = Sharing.availability.reasons.first
            #expect(reason?.text == "The flag App/Sharing is off in Server")
            #expect(reason?.remedy == .changeFlag("App/Sharing"))
            server.set(nil, for: "App/Sharing")
            #expect(Sharing.act.request() != nil)
        }
        #expect(test.runtime.describe(Sharing.self)?.constraints.map(\.label) == ["Flag"])
    }

    @Test("A flag that is declared elsewhere, in a container or by itself")
    func declared() throws {
        let stack = FlagStack(overrides: MemoryProvider())
        _ = try stack.register(Editors.self)
        let test = try TestRuntime(App.self) { $0.flags = stack }
        #expect(!test.runtime.availability(of: Editing.self).isAvailable)
        #expect(
            test.runtime.availability(of: Editing.self).reasons.map(\.text) == [
                "The flag rich.editor is off by default"
            ])
        try stack.setOverride(true, for: "rich.editor")
        #expect(test.runtime.availability(of: Editing.self).isAvailable)
        try stack.setOverride(false, for: "rich.editor")
        #expect(
            test.runtime.availability(of: Editing.self).reasons.map(\.text)
                == ["Switched off on this device by the flag rich.editor"])
    }

    @Test("Without a default it is undetermined until the providers are ready, and unavailable if none has a value")
    func waiting() throws {
        let server = LateProvider()
        let test = try TestRuntime(App.self) { $0.flags = FlagStack([server]) }
        let availability = test.runtime.availability(of: Waiting.self)
        #expect(availability.state == .undetermined)
        #expect(availability.reasons.map(\.text) == ["Waiting for flags from Server"])
        #expect(availability.reasons.map(\.remedy) == [.wait])
        server.arrive([:])
        #expect(test.runtime.availability(of: Waiting.self).state == .unavailable)
        server.arrive(["App/Waiting": true])
        #expect(test.runtime.availability(of: Waiting.self).isAvailable)
        // One with a default waits for no provider.
        #expect(test.runtime.availability(of: Sharing.self).isAvailable)
    }

    @Test("A value of another type is the reason, with the provider that has it")
    func unusable() throws {
        let server = MemoryProvider("Server", ["App/Waiting": "on", "App/Dark": 1])
        let test = try TestRuntime(Wrong.self) { $0.flags = FlagStack([server]) }
        for (feature, value, key) in [(Waiting.self, "\"on\"", "Waiting"), (Dark.self, "1", "Dark")]
            as [(any ConditionalFeature.Type, String, String)]
        {
            #expect(
                test.runtime.availability(of: feature).reasons.map(\.text) == [
                    "The value of the flag App/\(key) in Server can’t be used: \(value) is not of type Bool. The value isn't "
                        + "used; correct it in the provider."
                ])
        }
    }

    @Test("A flag affects sub-features, dependents and features that yield, each once per change")
    func reach() async throws {
        let server = MemoryProvider("Server")
        let test = try TestRuntime(App.self) { $0.flags = FlagStack([server]) }
        let changes = test.runtime.availabilityChanges()
        server.set(["App/Sharing": false, "App/Group": false])
        server.set(["App/Sharing": true, "App/Group": true])
        test.runtime.setToggle(End.self, false)
        var heard: [String] = []
        for await change in changes {
            if change.feature.text == "App/End" { break }
            heard.append("\(change.feature) \(change.new)")
        }
        #expect(
            heard.sorted() == [
                "App/Group available", "App/Group unavailable", "App/Group/Inner available",
                "App/Group/Inner unavailable", "App/Sharing available", "App/Sharing unavailable",
                "App/Yielding available", "App/Yielding unavailable",
            ])
    }

    @Test("A change of who uses the program is one change")
    func context() throws {
        let server = MemoryProvider("Server")
        server.setRule(ForCarla(), for: "App/Sharing")
        let test = try TestRuntime(App.self) { $0.flags = FlagStack([server]) }
        #expect(!test.runtime.availability(of: Sharing.self).isAvailable)
        test.runtime.flags.setContext(EvaluationContext(targetingKey: "carla"))
        #expect(test.runtime.availability(of: Sharing.self).isAvailable)
    }

    @Test("A flag without a key, and one with another declaration, are reported with all other errors of set-up")
    func faults() throws {
        let error = #expect(throws: FeatureSetupError.self) { try FeatureRuntime(Broken.self) }
        #expect(error?.diagnostics.count == 2)
        let stack = FlagStack()
        try stack.declare([Flag("App/Sharing", default: 4).declaration])
        #expect(throws: FeatureSetupError.self) { try FeatureRuntime(App.self, RuntimeConfiguration(flags: stack)) }
    }

    @Test("Two runtimes may share a stack, or have separate ones")
    func runtimes() throws {
        let stack = FlagStack(overrides: MemoryProvider())
        let first = try TestRuntime(App.self) { $0.flags = stack }
        let second = try TestRuntime(App.self) { $0.flags = stack }
        let third = try TestRuntime(App.self)
        try stack.setOverride(false, for: "App/Sharing")
        #expect(!first.runtime.availability(of: Sharing.self).isAvailable)
        #expect(!second.runtime.availability(of: Sharing.self).isAvailable)
        #expect(third.runtime.availability(of: Sharing.self).isAvailable)
    }

    @Test("A test overrides flags by their keys, and reads those of its runtime")
    func overrides() async throws {
        let limit = Flag("limit", default: 3)
        try await withTestRuntime(App.self, flags: ["App/Sharing": false, "limit": 5]) { test in
            #expect(Sharing.act.request() == nil)
            #expect(limit.value == 5)
            try test.runtime.flags.setOverride(true, for: "App/Sharing")
            #expect(Sharing.act.request() != nil)
            try await withTestRuntime(App.self, flags: ["limit": 7]) { _ in #expect(limit.value == 7) }
            #expect(limit.value == 5)
        }
    }

    enum Act: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum App: FeatureGroup {
        static let subfeatures = features(
            Sharing.self, Editing.self, Waiting.self, Group.self, Yielding.self, End.self)
    }
    enum Sharing: ConditionalFeature {
        static var constraints: Constraints { Flagged(default: true) }
        static let act = action(Act.self)
        static let actions = declare(act)
    }
    enum Editing: ConditionalFeature {
        static var constraints: Constraints { Flagged(by: Editors.richEditor) }
    }
    enum Waiting: ConditionalFeature {
        static var constraints: Constraints { Flagged() }
    }
    enum Group: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { Flagged(default: true) }
        static let subfeatures = features(Inner.self)
    }
    enum Inner: ConditionalFeature {
        static var constraints: Constraints { Requires(Sharing.self) }
    }
    enum Yielding: ConditionalFeature {
        static var constraints: Constraints { Excludes(Sharing.self) }
    }
    enum End: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
    }

    enum Wrong: FeatureGroup {
        static let identifier = "App"
        static let subfeatures = features(Waiting.self, Dark.self)
    }
    enum Dark: ConditionalFeature {
        static var constraints: Constraints { Flagged(default: false) }
    }

    struct Editors: FlagContainer {
        static let richEditor = Flag("rich.editor", default: false)
        static let key = ""
        let editor = Editors.richEditor
    }

    enum Broken: FeatureGroup { static let subfeatures = features(Nameless.self, Slash.self) }
    enum Nameless: ConditionalFeature {
        static var constraints: Constraints { Flagged(by: Flag(default: true)) }
    }
    enum Slash: Feature { static let identifier = "a/b" }

    /// A provider whose values come later.
    final class LateProvider: FlagProvider {
        let name = "Server"
        private let memory = MemoryProvider()
        private let state = Broadcaster<FlagProviderChange>(.immediate)
        private let isReady = Ready()

        func rule(for key: String) -> (any FlagRule)? { memory.rule(for: key) }
        var keys: Set<String>? { memory.keys }
        var status: FlagProviderStatus { FlagProviderStatus(isReady.value ? .ready : .notReady) }

        func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
            state.subscribe(handler)
        }

        func arrive(_ values: [String: JSONValue]) {
            memory.set(values.mapValues { $0 })
            isReady.set()
            state.send(.all)
        }
    }

    struct ForCarla: FlagRule {
        var dependsOnContext: Bool { true }

        func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
            .value(.bool(context.targetingKey == "carla"), reason: .targetingMatch)
        }
    }
}
