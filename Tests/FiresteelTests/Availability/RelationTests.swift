import Firesteel
import FiresteelTesting
import Testing

@Suite("Features that need or exclude others")
struct RelationTests {
    @Test("A feature is available only while its requirements are, and has their reasons")
    func requires() throws {
        let test = try TestRuntime(App.self)
        #expect(test.runtime.availability(of: Sharing.self).isAvailable)
        test.runtime.setToggle(Accounts.self, false)
        let availability = test.runtime.availability(of: Sharing.self)
        #expect(availability.state == .unavailable)
        #expect(
            availability.reasons.map(\.text) == [
                "Needs Accounts, which isn’t available", "Switched off by the user",
            ])
        #expect(availability.reasons.map(\.remedy) == [.makeAvailable(FeaturePath("App/Accounts")), .switchOn])
        #expect(availability.reasons.map(\.feature.text) == ["App/Sharing", "App/Accounts"])
        test.runtime.use { #expect(Sharing.act.request() == nil) }
        test.runtime.setToggle(Accounts.self, true)
        test.runtime.use { #expect(Sharing.act.request() != nil) }
    }

    @Test("An undetermined requirement makes the feature undetermined")
    func undetermined() throws {
        let source = TestConstraintSource("shop")
        let test = try TestRuntime(App.self) { $0.sources = [source] }
        #expect(test.runtime.availability(of: Gifts.self).state == .undetermined)
        #expect(test.runtime.availability(of: Gifts.self).reasons.first?.remedy == .wait)
        source.set("premium", .granted)
        #expect(test.runtime.availability(of: Gifts.self).isAvailable)
        source.set("premium", .denied)
        #expect(test.runtime.availability(of: Gifts.self).state == .unavailable)
    }

    @Test("A feature yields to one that it excludes only while that is available")
    func excludes() throws {
        let test = try TestRuntime(App.self)
        #expect(!test.runtime.availability(of: Yielding.self).isAvailable)
        #expect(
            test.runtime.availability(of: Yielding.self).reasons.map(\.text) == [
                "Can’t be used together with Accounts"
            ])
        test.runtime.setToggle(Accounts.self, false)
        #expect(test.runtime.availability(of: Yielding.self).isAvailable)
    }

    @Test("The first by path of two that exclude each other has priority, regardless of their order")
    func mutual() throws {
        for root: any FeatureGroup.Type in [Pair.self, Riap.self] {
            let test = try TestRuntime(root)
            #expect(test.runtime.availability(of: Dark.self).isAvailable)
            #expect(test.runtime.availability(of: Light.self).state == .unavailable)
            test.runtime.setEnabled(Dark.self, false)
            #expect(test.runtime.availability(of: Light.self).isAvailable)
            test.runtime.setEnabled(Light.self, false)
            test.runtime.setEnabled(Dark.self, true)
            test.runtime.setEnabled(Light.self, true)
            #expect(test.runtime.availability(of: Dark.self).isAvailable)
            #expect(!test.runtime.availability(of: Light.self).isAvailable)
            #expect(test.runtime.describe(Dark.self)?.constraints.map(\.status.summary) == ["On", "Has priority"])
        }
    }

    @Test("A chain of pairs that exclude each other is decided from the first path on")
    func chain() throws {
        let test = try TestRuntime(Chain.self)
        func available() -> [Bool] {
            let types: [any ConditionalFeature.Type] = [A.self, B.self, C.self]
            return types.map { test.runtime.availability(of: $0).isAvailable }
        }
        #expect(available() == [true, false, true])
        test.runtime.setEnabled(A.self, false)
        #expect(available() == [false, true, false])
    }

    @Test("A group registered later may require and exclude registered features")
    func later() throws {
        let test = try TestRuntime(App.self)
        try test.runtime.register(Plugin.self)
        #expect(test.runtime.availability(of: Plugin.self).isAvailable)
        test.runtime.setToggle(Accounts.self, false)
        #expect(!test.runtime.availability(of: Plugin.self).isAvailable)
        #expect(throws: FeatureSetupError.self) { try FeatureRuntime(Plugin.self) }
    }

    enum Act: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum App: FeatureGroup {
        static let subfeatures = features(Sharing.self, Yielding.self, Gifts.self, Shop.self, Accounts.self)
    }
    enum Accounts: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
    }
    enum Sharing: ConditionalFeature {
        static var constraints: Constraints { Requires(Accounts.self) }
        static let act = action(Act.self)
        static let actions = declare(act)
    }
    enum Yielding: ConditionalFeature {
        static var constraints: Constraints { Excludes(Accounts.self) }
    }
    enum Shop: ConditionalFeature {
        static var constraints: Constraints { Owned("premium") }
    }
    enum Gifts: ConditionalFeature {
        static var constraints: Constraints { Requires(Shop.self) }
    }
    enum Plugin: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints {
            Requires(Accounts.self)
            Excludes(Yielding.self)
        }
        static let subfeatures = features()
    }

    enum Pair: FeatureGroup {
        static let identifier = "Pair"
        static let subfeatures = features(Dark.self, Light.self)
    }
    enum Riap: FeatureGroup {
        static let identifier = "Pair"
        static let subfeatures = features(Light.self, Dark.self)
    }
    enum Dark: ConditionalFeature {
        static var constraints: Constraints {
            RuntimeEnabled()
            Excludes(Light.self)
        }
    }
    enum Light: ConditionalFeature {
        static var constraints: Constraints {
            RuntimeEnabled()
            Excludes(Dark.self)
        }
    }

    enum Chain: FeatureGroup { static let subfeatures = features(C.self, B.self, A.self) }
    enum A: ConditionalFeature {
        static var constraints: Constraints {
            RuntimeEnabled()
            Excludes(B.self)
        }
    }
    enum B: ConditionalFeature {
        static var constraints: Constraints { Excludes(A.self, C.self) }
    }
    enum C: ConditionalFeature {
        static var constraints: Constraints { Excludes(B.self) }
    }
}

/// A product that must be bought, in the shop of a test.
struct Owned: Constraint {
    let product: String
    var label: String { "Purchase" }
    var requirements: [Requirement] { [Requirement(product, from: "shop")] }

    init(_ product: String) {
        self.product = product
    }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        switch subject.status(of: requirements[0]) {
        case .granted: .met("Bought")
        case .unknown: .undetermined("Asking", because: "Waiting for the shop", remedy: .wait)
        case .notDetermined, .denied: .unmet("Not bought", because: "Not bought", remedy: .buy([product]))
        case .restricted, .unsupported: .unmet("Not for sale", because: "Not for sale")
        }
    }
}
