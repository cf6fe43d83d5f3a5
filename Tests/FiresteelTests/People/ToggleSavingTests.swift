import Dispatch
import Firesteel
import FiresteelFlags
import FiresteelTesting
import Synchronization
import TestSupport
import Testing

@Suite("A toggle store is called one call at a time, in order and without a lock", .timeLimit(.minutes(5)))
struct ToggleSavingTests {
    private let shop = ShopFixture()
    private let wishlist = FeaturePath("Shop/Wishlist")
    private let reports = FeaturePath("Shop/Reports")

    @Test("A store may set a toggle of the same principal while it saves, and the result is saved last")
    func reentrant() async throws {
        let store = ProgrammableStore()
        try await shop.run {
            $0.toggles = store
        } _: { test in
            let runtime = test.runtime
            let session = runtime.session("p1", principal: "p1")
            store.onSave { toggles in
                if toggles.count == 1 { runtime.setToggle(Reports.self, true, for: "p1") }
            }
            runtime.setToggle(Wishlist.self, false, for: "p1")
            #expect(store.calls == [.save([wishlist: false]), .save([wishlist: false, reports: true])])
            #expect(Wishlist.open.request(in: session) == nil)
            store.onSave { _ in }
            #expect(
                runtime.faults.map(\.description) == [
                    "The toggle of Shop/Reports was set, but has no effect. Add UserToggled() to the constraints of the "
                        + "feature."
                ])
        }
    }

    @Test("The choices of the app's user are saved like that as well")
    func ownChoices() async throws {
        let store = ProgrammableStore()
        try await shop.run {
            $0.toggles = store
        } _: { test in
            let runtime = test.runtime
            store.onSave { toggles in
                if toggles.count == 1 { runtime.setToggle(Reports.self, true) }
            }
            runtime.setToggle(Wishlist.self, false)
            #expect(store.calls == [.save([wishlist: false]), .save([wishlist: false, reports: true])])
            store.onSave { _ in }
        }
    }

    @Test(
        "While a store blocks, toggles of the principal can be set and read, and the newest state is saved afterwards")
    func blocking() async throws {
        let store = ProgrammableStore()
        try await shop.run {
            $0.toggles = store
        } _: { test in
            let runtime = test.runtime
            let (isSaving, maySave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            store.onSave { toggles in
                guard toggles == [wishlist: false] else { return }
                isSaving.signal()
                maySave.wait()
            }
            async let first: Void = withOwnThread { runtime.setToggle(Wishlist.self, false, for: "p1") }
            try await withOwnThread { isSaving.wait() }
            // The store is in its call.
            for isOn in [true, false, true] { runtime.setToggle(Reports.self, isOn, for: "p1") }
            let session = runtime.session("p1", principal: "p1")
            #expect(Wishlist.open.request(in: session) == nil)
            runtime.setToggle(Reports.self, true, for: "p2")
            #expect(store.calls == [.save([wishlist: false]), .save([reports: true])])
            maySave.signal()
            try await first
            #expect(store.calls.last == .save([wishlist: false, reports: true]) && store.calls.count == 3)
            #expect(store.maximumConcurrentSaves(of: "p1") == 1)
        }
    }

    @Test("Erasing waits for the call of another thread, so that nothing is saved after it")
    func erasing() async throws {
        let store = ProgrammableStore()
        try await shop.run {
            $0.toggles = store
        } _: { test in
            let runtime = test.runtime
            let (isSaving, maySave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            store.onSave { _ in
                isSaving.signal()
                maySave.wait()
            }
            async let first: Void = withOwnThread { runtime.setToggle(Wishlist.self, false, for: "p1") }
            try await withOwnThread { isSaving.wait() }
            async let erased: Void = withOwnThread { try runtime.eraseTimeline(of: "p1") }
            maySave.signal()
            try await first
            try await erased
            #expect(store.calls == [.save([wishlist: false]), .erase])
            #expect(Wishlist.open.request(in: runtime.session("p1", principal: "p1")) != nil)
        }
    }

    @Test("Errors of saving are faults, and those of erasing are thrown")
    func errors() async throws {
        let store = ProgrammableStore()
        try await shop.run {
            $0.toggles = store
        } _: { test in
            let runtime = test.runtime
            store.onSave { _ in throw ProgrammableStore.FullError() }
            runtime.setToggle(Wishlist.self, false, for: "p1")
            #expect(
                runtime.faults.map(\.description) == [
                    "Can't save the toggles of a principal: The disk is full. They apply as long as one of the "
                        + "principal's sessions is open."
                ])
            store.onErase { throw ProgrammableStore.FullError() }
            #expect(throws: ProgrammableStore.FullError.self) { try runtime.eraseTimeline(of: "p1") }
            #expect(runtime.faults.count == 1)
        }
    }

    @Test("The last state of toggles that several threads set is stored")
    func threads() async throws {
        let store = ProgrammableStore()
        try await shop.run {
            $0.toggles = store
        } _: { test in
            let runtime = test.runtime
            let session = runtime.session("p1", principal: "p1")
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        for round in 0..<100 {
                            runtime.setToggle(Wishlist.self, (worker + round).isMultiple(of: 3), for: "p1")
                        }
                    }
                }
            }
            let isOn = Wishlist.open.request(in: session) != nil
            #expect(store.calls.last == .save([wishlist: isOn]))
            #expect(store.maximumConcurrentSaves(of: "p1") == 1)
        }
    }
}

@Suite("A change makes the answers of the affected people out of date")
struct AnswerRevisionTests {
    @Test("A changed toggle or context is computed again in that principal's sessions only")
    func toggle() async throws {
        try await withTestRuntime(Counted.self) { test in
            let runtime = test.runtime
            let contexts = (0..<3).map { EvaluationContext(targetingKey: "\($0)") }
            let ada = runtime.session("ada", context: contexts[0], principal: "p1")
            let second = runtime.session("ada", context: contexts[1], principal: "p1")
            let bob = runtime.session("bob", context: contexts[2], principal: "p2")
            let anonymous = runtime.session("visitor", context: EvaluationContext(targetingKey: "3"))
            func computed(_ change: () -> Void) -> Set<String> {
                for session in [ada, second, bob, anonymous] { _ = CountedFeature.open.request(in: session) }
                change()
                CountingConstraint.checked.withLock { $0 = [] }
                for session in [ada, second, bob, anonymous] { _ = CountedFeature.open.request(in: session) }
                return CountingConstraint.checked.withLock { $0 }
            }
            #expect(computed {} == [])
            #expect(computed { runtime.setToggle(CountedFeature.self, false, in: ada) } == ["0", "1"])
            #expect(CountedFeature.open.request(in: second) == nil && CountedFeature.open.request(in: bob) != nil)
            #expect(computed { runtime.setToggle(CountedFeature.self, true, for: "p2") } == ["2"])
            #expect(computed { anonymous.setContext(EvaluationContext(targetingKey: "4")) } == ["4"])
            #expect(computed { runtime.setEnabled(CountedFeature.self, false) }.count == 4)
        }
    }
}

private enum Counted: FeatureGroup { static let subfeatures = features(CountedFeature.self) }

private enum CountedFeature: ConditionalFeature {
    static var constraints: Constraints {
        CountingConstraint()
        UserToggled(default: true)
        RuntimeEnabled(default: true)
    }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// Met, and remembers for whom it was checked.
private struct CountingConstraint: Constraint {
    static let checked = Mutex<Set<String>>([])
    var label: String { "Counting" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let key = subject.context.targetingKey ?? "the app's user"
        Self.checked.withLock { _ = $0.insert(key) }
        return .met(key)
    }
}

/// Remembers its calls, and does in them what a test says.
private final class ProgrammableStore: ToggleStore {
    enum Call: Equatable {
        case save([FeaturePath: Bool])
        case erase
    }

    struct FullError: Error, CustomStringConvertible { let description = "The disk is full" }

    private struct State {
        var calls: [Call] = []
        var running: [Principal: Int] = [:]
        var most: [Principal: Int] = [:]
        var onSave: @Sendable ([FeaturePath: Bool]) throws -> Void = { _ in }
        var onErase: @Sendable () throws -> Void = {}
    }

    private let state = Mutex(State())

    var calls: [Call] { state.withLock { $0.calls } }
    func maximumConcurrentSaves(of principal: Principal) -> Int { state.withLock { $0.most[principal] ?? 0 } }
    func onSave(_ body: @escaping @Sendable ([FeaturePath: Bool]) throws -> Void) {
        state.withLock { $0.onSave = body }
    }
    func onErase(_ body: @escaping @Sendable () throws -> Void) { state.withLock { $0.onErase = body } }

    func load() -> [FeaturePath: Bool] { [:] }

    func save(_ toggles: [FeaturePath: Bool]) throws {
        try state.withLock { state in
            state.calls.append(.save(toggles))
            return state.onSave
        }(toggles)
    }

    func save(_ toggles: [FeaturePath: Bool], for principal: Principal) throws {
        let onSave = state.withLock { state in
            state.calls.append(.save(toggles))
            let running = state.running[principal, default: 0] + 1
            state.running[principal] = running
            state.most[principal] = max(state.most[principal] ?? 0, running)
            return state.onSave
        }
        defer { state.withLock { $0.running[principal, default: 1] -= 1 } }
        try onSave(toggles)
    }

    func erase(_ principal: Principal) throws {
        let onErase = state.withLock { state in
            state.calls.append(.erase)
            return state.onErase
        }
        try onErase()
    }
}
