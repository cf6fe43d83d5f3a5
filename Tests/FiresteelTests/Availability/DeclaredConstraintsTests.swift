import Firesteel
import FiresteelFlags
import FiresteelTesting
import Testing

@Suite("A module with its own kind of constraint")
struct DeclaredConstraintsTests {
    @Test("It finds its constraints in all features, groups before their sub-features")
    func all() throws {
        let found = try TestRuntime(App.self).runtime.declaredConstraints
        #expect(found.map(\.feature.text) == ["App", "App/Shop", "App/Shop/Cart", "App/Account"])
        #expect(found.map(\.featureName) == ["App", "Shop", "Cart", "Account"])
        #expect(tags(found) == ["shop", "cart", "gift", "account"])
        #expect(found[2].constraints.map(\.label) == ["Tag", "Needs Account", "Tag"])
    }

    @Test("It finds the constraints of a feature, of its groups and of required features, each once")
    func affecting() throws {
        let runtime = try TestRuntime(App.self).runtime
        let found = runtime.declaredConstraints(affecting: Cart.self)
        #expect(found.map(\.feature.text) == ["App/Shop/Cart", "App/Shop", "App/Account", "App"])
        #expect(tags(found) == ["cart", "gift", "shop", "account"])
        #expect(runtime.declaredConstraints(affecting: App.self).map(\.feature.text) == ["App"])
        #expect(runtime.declaredConstraints(affecting: Elsewhere.self).isEmpty)
    }

    @Test("It finds its source by name, and by name and type, for the principal of a session")
    func sources() throws {
        let test = try TestRuntime(App.self) {
            $0.sources = [
                TestConstraintSource("shop", ["gold": .denied]),
                PerPrincipalSource("accounts") { principal in
                    TestConstraintSource("account", ["open": principal == "p1" ? .granted : .denied])
                },
            ]
        }
        let runtime = test.runtime
        #expect(runtime.source(named: "shop")?.status(of: "gold") == .denied)
        #expect(runtime.source(named: "none") == nil)
        let session = runtime.session("request", context: EvaluationContext(targetingKey: "ada"), principal: "p1")
        #expect(runtime.source(named: "accounts")?.status(of: "open") == .denied)
        #expect(runtime.source(named: "accounts", in: session)?.status(of: "open") == .granted)
        #expect(runtime.source(TestConstraintSource.self, named: "accounts", in: session)?.name == "account")
        #expect(runtime.source(TestConstraintSource.self, named: "shop", in: session)?.name == "shop")
        #expect(runtime.source(PerPrincipalSource<TestConstraintSource>.self, named: "shop") == nil)
    }

    @Test("A constraint that declares flags reads the declared ones")
    func flags() throws {
        let server = MemoryProvider("Server")
        let test = try TestRuntime(Metered.self) { $0.flags = FlagStack([server], overrides: MemoryProvider()) }
        #expect(!test.runtime.availability(of: Printing.self).isAvailable)
        server.set(true, for: "meter")
        #expect(test.runtime.availability(of: Printing.self).isAvailable)
        #expect(ConstraintSubject(feature: FeaturePath("Metered/Printing")).declaredFlags.isEmpty)
    }

    private func tags(_ found: [DeclaredConstraints]) -> [String] {
        found.flatMap(\.constraints).compactMap { ($0 as? Tagged)?.tag }
    }

    struct Tagged: Constraint {
        let tag: String
        var label: String { "Tag" }
        func check(_ subject: ConstraintSubject) -> ConstraintStatus { .met(tag) }
    }

    struct Meter: Constraint {
        var label: String { "Meter" }

        func flags(at path: FeaturePath) -> [ConstraintFlag] { [ConstraintFlag(Flag("meter", default: false))] }

        func check(_ subject: ConstraintSubject) -> ConstraintStatus {
            guard let declared = subject.declaredFlags.first else {
                return .unmet("None", because: "No flag is declared")
            }
            return subject.value(of: declared.flag) ? .met("On") : .unmet("Off", because: "The meter is off")
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(Shop.self, Account.self) }
    enum Shop: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { Tagged(tag: "shop") }
        static let subfeatures = features(Cart.self)
    }
    enum Cart: ConditionalFeature {
        static var constraints: Constraints {
            Tagged(tag: "cart")
            Requires(Account.self)
            Tagged(tag: "gift")
        }
    }
    enum Account: ConditionalFeature {
        static var constraints: Constraints { Tagged(tag: "account") }
    }
    enum Elsewhere: ConditionalFeature {
        static var constraints: Constraints { Tagged(tag: "elsewhere") }
    }

    enum Metered: FeatureGroup { static let subfeatures = features(Printing.self) }
    enum Printing: ConditionalFeature {
        static var constraints: Constraints { Meter() }
    }
}
