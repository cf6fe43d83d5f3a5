import Firesteel
import FiresteelFlags
import FiresteelTesting
import Foundation
import Testing

@Suite("Custom constraints with side effects")
struct CustomConstraintTests {
    @Test("A constraint that reads another feature's availability is checked again when that changes")
    func reading() throws {
        let test = try TestRuntime(App.self)
        #expect(test.runtime.availability(of: Watching.self).isAvailable)
        #expect(test.runtime.availability(of: Requesting.self).isAvailable)
        test.runtime.setToggle(Watched.self, false)
        #expect(!test.runtime.availability(of: Watching.self).isAvailable)
        #expect(!test.runtime.availability(of: Requesting.self).isAvailable)
        test.runtime.setToggle(Watched.self, true)
        #expect(test.runtime.availability(of: Watching.self).isAvailable)
        #expect(test.runtime.availability(of: Requesting.self).isAvailable)
    }

    @Test("A custom constraint works in the default runtime, from the first check on")
    func defaultRuntime() async {
        await #expect(processExitsWith: .success) {
            let runtime = try FeatureRuntime.setUp(App.self)
            precondition(runtime.availability(of: Watching.self).isAvailable)
            precondition(runtime.availability(of: Requesting.self).isAvailable)
            runtime.setToggle(Watched.self, false)
            precondition(!runtime.availability(of: Watching.self).isAvailable)
            precondition(Requesting.act.request() == nil)
        }
    }

    @Test("A constraint may set a toggle, which has taken effect when the call returns")
    func setting() throws {
        let test = try TestRuntime(App.self)
        #expect(!test.runtime.availability(of: Switching.self).isAvailable)
        test.runtime.setToggle(Switching.self, true)
        #expect(test.runtime.availability(of: Switched.self).isAvailable)
        test.runtime.setToggle(Switching.self, false)
        #expect(!test.runtime.availability(of: Switched.self).isAvailable)
        #expect(test.runtime.faults.isEmpty)
    }

    @Test("A constraint may perform an action, in the runtime of its feature")
    func performing() async throws {
        try await withTestRuntime(App.self) { test in
            await MainActor.run { test.runtime.setToggle(Performing.self, true) }
            #expect(test.runtime.availability(of: Performing.self).isAvailable)
            #expect(test.performs.map(\.identity) == ["App/Always/#Do"])
        }
    }

    @Test("A constraint that endlessly changes its own dependencies is stopped and reported")
    func endless() throws {
        let test = try TestRuntime(Endless.self)
        test.runtime.setToggle(Restless.self, true)
        let fault = try #require(test.runtime.faults.first)
        #expect(test.runtime.faults.count == 1)
        #expect(fault.description.contains("Endless/Restless"))
        #expect(test.runtime.availability(of: Calm.self).isAvailable)
    }

    @Test("Two constraints that read each other's availability terminate")
    func mutual() throws {
        let test = try TestRuntime(Endless.self)
        test.runtime.setToggle(Left.self, true)
        test.runtime.setToggle(Left.self, false)
        #expect(!test.runtime.availability(of: Left.self).isAvailable)
    }

    @Test("A constraint that waits for another thread's change blocks no other")
    func otherThread() throws {
        let test = try TestRuntime(Threads.self)
        test.runtime.setToggle(Waiting.self, true)
        #expect(!test.runtime.availability(of: Elsewhere.self).isAvailable)
        #expect(test.runtime.availability(of: Waiting.self).isAvailable)
    }

    @Test("A constraint may change a flag of another feature or of its own")
    func flags() throws {
        let test = try TestRuntime(Flags.self)
        test.runtime.setToggle(Steering.self, true)
        #expect(test.runtime.availability(of: Steered.self).isAvailable)
        test.runtime.setToggle(Steering.self, false)
        #expect(!test.runtime.availability(of: Steered.self).isAvailable)
        #expect(test.runtime.faults.isEmpty)
        test.runtime.setToggle(Wavering.self, true)
        #expect(test.runtime.faults.map { $0.description.contains("Flags/Wavering") } == [true])
        test.runtime.setToggle(Steering.self, true)
        #expect(test.runtime.availability(of: Steered.self).isAvailable)
    }

    @Test("They also terminate if another thread's change of the flag started them, and in each other's place")
    func flagsFromOutside() throws {
        let server = MemoryProvider("Server")
        let test = try TestRuntime(Flags.self) { $0.flags = FlagStack([server], overrides: MemoryProvider()) }
        test.runtime.setToggle(Ping.self, true)
        test.runtime.setToggle(Pong.self, true)
        #expect(test.runtime.faults.isEmpty)
        server.set(true, for: "started")
        #expect(!test.runtime.faults.isEmpty)
        #expect(test.runtime.faults.allSatisfy { $0.description.contains("Constraints of Flags/P") })
        // And all is well when it is over.
        server.set(false, for: "started")
        #expect(!test.runtime.availability(of: Ping.self).isAvailable)
        // Changes by others, however frequent and by any handlers, don't count for any constraint.
        let quiet = try TestRuntime(Flags.self) { $0.flags = FlagStack([server], overrides: MemoryProvider()) }
        quiet.runtime.setToggle(Steering.self, true)
        for round in 0..<500 {
            try quiet.runtime.flags.setOverride(.bool(round.isMultiple(of: 2)), for: "Flags/Steered")
        }
        #expect(!quiet.runtime.availability(of: Steered.self).isAvailable && quiet.runtime.faults.isEmpty)
    }

    @Test("A constraint may register a group during a check")
    func registering() throws {
        let test = try TestRuntime(App.self)
        try test.runtime.register(Registering.self)
        #expect(test.runtime.availability(of: Registered.self).isAvailable)
    }

    @Test("The newest result of concurrent checks applies, and no older one replaces it")
    func newestHolds() async throws {
        let test = try TestRuntime(App.self)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<500 { test.runtime.setToggle(Watched.self, (worker + round).isMultiple(of: 2)) }
                }
            }
        }
        for isOn in [true, false] {
            test.runtime.setToggle(Watched.self, isOn)
            #expect(test.runtime.availability(of: Watched.self).isAvailable == isOn)
            #expect(test.runtime.availability(of: Watching.self).isAvailable == isOn)
        }
    }

    struct Custom: Constraint {
        var label: String { "Custom" }
        let body: @Sendable (ConstraintSubject) -> Bool

        init(_ body: @escaping @Sendable (ConstraintSubject) -> Bool) {
            self.body = body
        }

        func check(_ subject: ConstraintSubject) -> ConstraintStatus {
            body(subject) ? .met("Yes") : .unmet("No", because: "No")
        }
    }

    enum Do: UIAction {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) throws -> ActionOutcome {
            .success
        }
    }

    enum App: FeatureGroup {
        // The reader is registered before the feature it reads.
        static let subfeatures = features(
            Watching.self, Requesting.self, Watched.self, Switching.self, Switched.self, Performing.self, Always.self)
    }
    enum Always: Feature {
        static let act = action(Do.self)
        static let actions = declare(act)
    }
    enum Watched: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
        static let act = action(Do.self)
        static let actions = declare(act)
    }
    enum Watching: ConditionalFeature {
        static var constraints: Constraints { Custom { _ in Watched.availability.isAvailable } }
    }
    enum Requesting: ConditionalFeature {
        static var constraints: Constraints { Custom { _ in Watched.act.request() != nil } }
        static let act = action(Do.self)
        static let actions = declare(act)
    }
    enum Switching: ConditionalFeature {
        static var constraints: Constraints {
            Custom { subject in
                FeatureRuntime.current?.setToggle(Switched.self, subject.toggle == true)
                return subject.toggle == true
            }
        }
    }
    enum Switched: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }
    enum Performing: ConditionalFeature {
        static var constraints: Constraints {
            Custom { subject in
                guard subject.toggle == true else { return false }
                MainActor.assumeIsolated { _ = Always.act.perform() }
                return true
            }
        }
    }

    enum Endless: FeatureGroup {
        static let subfeatures = features(Restless.self, Calm.self, Left.self, Right.self)
    }
    enum Restless: ConditionalFeature {
        static var constraints: Constraints {
            Custom { subject in
                let isOn = subject.toggle ?? false
                if subject.toggle != nil { FeatureRuntime.current?.setToggle(Restless.self, !isOn) }
                return isOn
            }
        }
    }
    enum Calm: ConditionalFeature { static var constraints: Constraints { RuntimeEnabled() } }
    enum Left: ConditionalFeature {
        static var constraints: Constraints { Custom { ($0.toggle ?? false) && !Right.availability.isAvailable } }
    }
    enum Right: ConditionalFeature {
        static var constraints: Constraints { Custom { _ in !Left.availability.isAvailable } }
    }

    enum Threads: FeatureGroup { static let subfeatures = features(Waiting.self, Elsewhere.self) }
    enum Waiting: ConditionalFeature {
        static var constraints: Constraints {
            Custom { subject in
                guard subject.toggle == true, let runtime = FeatureRuntime.current else { return false }
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    runtime.setToggle(Elsewhere.self, false)
                    done.signal()
                }
                done.wait()
                return true
            }
        }
    }
    enum Elsewhere: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }

    enum Flags: FeatureGroup {
        static let subfeatures = features(Steering.self, Steered.self, Wavering.self, Ping.self, Pong.self)
    }
    /// Each plays a ball that comes back to the other: all of it by flags, and each notified of the other's change later.
    enum Ping: ConditionalFeature {
        static var constraints: Constraints {
            Flagged(by: started)
            Flagged(by: ball)
            Custom { play($0) { try $0.setOverride(.bool($0[ball]), for: returned.key) } }
        }
    }
    enum Pong: ConditionalFeature {
        static var constraints: Constraints {
            Flagged(by: started)
            Flagged(by: returned)
            Custom { play($0) { try $0.setOverride(.bool(!$0[returned]), for: ball.key) } }
        }
    }
    private static let started = Flag("started", default: false)
    private static let ball = Flag("ball", default: false)
    private static let returned = Flag("returned", default: false)

    private static func play(_ subject: ConstraintSubject, _ play: (FlagStack) throws -> Void) -> Bool {
        guard subject.toggle == true, let flags = FeatureRuntime.current?.flags, flags[started] else { return true }
        try? play(flags)
        return true
    }
    enum Steering: ConditionalFeature {
        static var constraints: Constraints {
            Custom { subject in
                try? FeatureRuntime.current?.flags.setOverride(.bool(subject.toggle == true), for: "Flags/Steered")
                return true
            }
        }
    }
    enum Steered: ConditionalFeature { static var constraints: Constraints { Flagged(default: false) } }
    enum Wavering: ConditionalFeature {
        static var constraints: Constraints {
            Flagged(default: false)
            Custom { subject in
                guard subject.toggle == true, let flags = FeatureRuntime.current?.flags else { return false }
                let flag = Flagged(default: false).flag(at: subject.feature)
                try? flags.setOverride(.bool(!flags[flag]), for: flag.key)
                return true
            }
        }
    }

    enum Registering: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints {
            Custom { _ in
                try? FeatureRuntime.current?.register(Registered.self)
                return true
            }
        }
        static let subfeatures = features()
    }
    enum Registered: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { RuntimeEnabled() }
        static let subfeatures = features()
    }
}
