import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization
import Testing

/// A program whose constraints hide what they depend on.
private enum Hidden: FeatureGroup {
    static let subfeatures = features(Early.self, Late.self, Ambient.self, Selfish.self, Left.self, Right.self)
}

/// Registered before the feature that it reads without declaring it.
private enum Early: ConditionalFeature {
    static var constraints: Constraints { Reads { _ in Late.availability.isAvailable } }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

private enum Late: ConditionalFeature {
    static var constraints: Constraints { Reads { $0.context["region"] == "EU" } }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// Reads a flag that it doesn't declare, and that no rule decides at first.
private enum Ambient: ConditionalFeature {
    static let flag = Flag("hidden.flag", default: false)
    static var constraints: Constraints { Reads { _ in flag.value } }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// Reads its own availability.
private enum Selfish: ConditionalFeature {
    static var constraints: Constraints { Reads { $0.context["region"] == "EU" && Selfish.availability.isAvailable } }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

private enum Left: ConditionalFeature {
    static var constraints: Constraints { Reads { $0.context["region"] == "EU" && Right.open.request() != nil } }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

private enum Right: ConditionalFeature {
    static var constraints: Constraints { Reads { $0.context["region"] == "EU" || Left.open.request() != nil } }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

private struct Reads: Constraint {
    let isMet: @Sendable (ConstraintSubject) -> Bool
    init(_ isMet: @escaping @Sendable (ConstraintSubject) -> Bool) { self.isMet = isMet }

    var label: String { "Reads" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        isMet(subject) ? .met("Yes") : .unmet("No", because: "Not here")
    }
}

@Suite("Whether a constraint depends on the person is detected")
struct DetectionTests {
    private let server = MemoryProvider("Server")
    private let european = EvaluationContext(targetingKey: "ada", attributes: ["region": "EU"])
    private let american = EvaluationContext(targetingKey: "bob", attributes: ["region": "US"])

    private func run(
        storage: RuntimeConfiguration.Storage = .memory, _ body: (FeatureRuntime, TestRuntime) async throws -> Void
    ) async throws {
        try await withTestRuntime(
            Hidden.self,
            {
                $0.flags = FlagStack([server])
                $0.storage = storage
            },
            { test in
                try test.runtime.flags.declare([Ambient.flag.declaration])
                try await body(test.runtime, test)
            })
    }

    @Test("Through another feature that is registered later")
    func readers() async throws {
        try await run { runtime, _ in
            #expect(Early.open.request(in: runtime.session("ada", context: european)) != nil)
            #expect(Early.open.request(in: runtime.session("bob", context: american)) == nil)
            #expect(Early.open.request() == nil)
        }
    }

    @Test(
        "Through a flag without any rule at first, with and without a timeline",
        arguments: [RuntimeConfiguration.Storage.memory, .none])
    func ambient(storage: RuntimeConfiguration.Storage) async throws {
        try await run(storage: storage) { runtime, _ in
            let ada = runtime.session("ada", context: european)
            let bob = runtime.session("bob", context: american)
            #expect(Ambient.open.request(in: ada) == nil && Ambient.open.request(in: bob) == nil)
            server.setRule(ByAttribute(name: "region", value: "EU"), for: "hidden.flag")
            #expect(Ambient.open.request(in: ada) != nil)
            #expect(Ambient.open.request(in: bob) == nil)
        }
    }

    @Test("A feature that depends on itself is undetermined and reported, for every kind of request")
    func circles() async throws {
        try await run { runtime, _ in
            let ada = runtime.session("ada", context: european)
            #expect(Selfish.open.request(in: ada) == nil)
            #expect(!runtime.availability(of: Selfish.self, in: ada).isAvailable)
            #expect(runtime.faults.contains { "\($0)".contains("read the feature's own availability") })
            // Right doesn't need Left for her, so Left has it, whichever is requested first.
            for _ in 0..<2 {
                let first = runtime.session("first", context: european)
                #expect(Left.open.request(in: first) != nil && Right.open.request(in: first) != nil)
                let second = runtime.session("second", context: european)
                #expect(Right.open.request(in: second) != nil && Left.open.request(in: second) != nil)
            }
        }
    }

    @Test("The fixed context is checked again when it is set, for constraints that read it")
    func fixedContext() async throws {
        try await run { runtime, _ in
            #expect(Late.open.request() == nil)
            runtime.flags.setContext(european)
            #expect(Late.open.request() != nil)
            runtime.flags.setContext(american)
            #expect(Late.open.request() == nil)
        }
    }

    @Test("The runtime's own calls inside a session are for its person")
    func inEffect() async throws {
        try await run { runtime, test in
            let ada = runtime.session("ada", context: european, principal: "p1")
            #expect(ada.use { runtime.availability(of: Late.self).isAvailable })
            #expect(!ada.use { runtime.availability(of: Late.self, in: runtime.main).isAvailable })
            let path = try #require(ActionPath("Hidden/Late/#Visit"))
            await #expect(throws: ExternalActionError.self) {
                try await runtime.perform(ExternalRequest(path, from: .http))
            }
            #expect(test.events.contains { $0.kind == .requestRefused })
        }
    }
}

@Suite("A person's timeline is erased without anyone else's")
struct PrincipalErasureTests {
    private let shop = ShopFixture()

    @Test("In this run and in an earlier one, with long inputs, and with their toggles")
    func erase() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "erasing-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = MemoryToggleStore()
        func program(_ body: (FeatureRuntime) async throws -> Void) async throws {
            try await shop.run {
                $0.storage = .folder(folder.path)
                $0.toggles = store
            } _: { test in
                try await body(test.runtime)
            }
        }
        func visits(of name: String, in runtime: FeatureRuntime) async {
            let session = runtime.session("request", context: .empty, principal: Principal(name))
            runtime.setToggle(Wishlist.self, false, in: session)
            for _ in 0..<20 { _ = try? await Counter.ask.reply(to: 1, options: .in(session)) }
            _ = Administration.open.request(in: session)
        }
        try await program { runtime in
            for name in ["ada", "bob"] { await visits(of: name, in: runtime) }
            runtime.end()
        }
        try await program { runtime in
            for name in ["ada", "bob"] { await visits(of: name, in: runtime) }
            try runtime.eraseTimeline(of: "ada")
            let own = try #require(runtime.timeline).run
            let earlier = try #require(
                RunFolder(path: folder.path).runs().first { $0.id != runtime.timeline?.runIdentifier })
            for run in [own, try RunFolder(path: folder.path).open(earlier.id)] {
                let events = run.events()
                #expect(Set(events.compactMap(\.principal)) == ["bob"])
                #expect(events.filter { $0.kind == .begin }.count == 20)
                #expect(events.filter { $0.kind == .requestRefused }.count == 1)
            }
        }
        #expect(store.load(for: "ada") == [:] && store.load(for: "bob") != [:])
    }
}
