import Firesteel
import FiresteelTesting
import Testing

@Suite("Faults of Flint's availability, not repeated")
struct FlintAvailabilityFaultTests {
    @Test("A child doesn't stay available in a cache after its parent went off")
    func staleChild() throws {
        let test = try TestRuntime(App.self)
        test.runtime.use {
            // Requested first, so that a cache would have it.
            #expect(Child.act.request() != nil && Child.availability.isAvailable)
            test.runtime.setToggle(Parent.self, false)
            #expect(Child.act.request() == nil && !Child.availability.isAvailable)
            #expect(Grandchild.availability.reasons.map(\.feature.text) == ["App/Parent"])
            test.runtime.setToggle(Child.self, false)
            test.runtime.setToggle(Parent.self, true)
            #expect(Child.act.request() == nil && !Grandchild.availability.isAvailable)
            test.runtime.setToggle(Child.self, true)
            #expect(Child.act.request() != nil && Grandchild.availability.isAvailable)
        }
    }

    @Test("An unregistered feature is never available, whether it is requested, performed or neither")
    func unregistered() async throws {
        try await withTestRuntime(App.self) { test in
            #expect(Stranger.act.request() == nil)
            #expect(!Stranger.availability.isAvailable)
            #expect(Stranger.availability.reasons.map(\.remedy) == [.register])
            // Once more, after the runtime met it otherwise.
            test.runtime.setToggle(Stranger.self, true)
            #expect(Stranger.act.request() == nil && !Stranger.availability.isAvailable)
            #expect(test.runtime.faults == [.unregisteredFeature(feature: "Stranger")])
        }
    }

    enum Act: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(Parent.self) }
    enum Parent: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
        static let subfeatures = features(Child.self)
    }
    enum Child: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
        static let subfeatures = features(Grandchild.self)
        static let act = action(Act.self)
        static let actions = declare(act)
    }
    enum Grandchild: ConditionalFeature {
        static var constraints: Constraints { RuntimeEnabled() }
    }
    enum Stranger: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
        static let act = action(Act.self)
        static let actions = declare(act)
    }
}
