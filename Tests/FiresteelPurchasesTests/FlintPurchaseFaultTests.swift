import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Testing

@Suite("Faults of Flint's purchases, not repeated")
struct FlintPurchaseFaultTests {
    @Test("One of several requirements is enough if any of them is required")
    func anyOf() throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([shop])] }
        #expect(test.runtime.availability(of: EitherProduct.self).state == .unavailable)
        #expect(test.runtime.availability(of: EitherRequirement.self).state == .unavailable)
        shop.buy("supporter")
        #expect(test.runtime.availability(of: EitherProduct.self).state == .available)
        #expect(test.runtime.availability(of: EitherRequirement.self).state == .available)
        #expect(test.runtime.availability(of: Both.self).state == .unavailable)
        shop.buy("premium")
        #expect(test.runtime.availability(of: Both.self).state == .available)
    }

    @Test("An unknown product and an unknown dependency are the same: undetermined")
    func unknown() throws {
        let shop = TestPurchaseTracker("Shop", ["premium": .notPurchased], otherwise: .unknown)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([shop])] }
        // The others depend on the account, whose state is unknown.
        shop.buy("levels")
        shop.buy("supporter")
        for feature in [UnknownProduct.self, UnknownDependency.self, UnknownOfProduct.self]
            as [any ConditionalFeature.Type]
        {
            #expect(test.runtime.availability(of: feature).state == .undetermined)
            #expect(test.runtime.availability(of: feature).reasons.map(\.remedy) == [.wait])
        }
        shop.set("account", .notPurchased)
        for feature in [UnknownProduct.self, UnknownDependency.self, UnknownOfProduct.self]
            as [any ConditionalFeature.Type]
        {
            #expect(test.runtime.availability(of: feature).state == .unavailable)
        }
        shop.buy("account")
        for feature in [UnknownProduct.self, UnknownDependency.self, UnknownOfProduct.self]
            as [any ConditionalFeature.Type]
        {
            #expect(test.runtime.availability(of: feature).state == .available)
        }
    }

    enum App: FeatureGroup {
        static let subfeatures = features(
            EitherProduct.self, EitherRequirement.self, Both.self, UnknownProduct.self, UnknownDependency.self,
            UnknownOfProduct.self)
    }
    enum EitherProduct: ConditionalFeature {
        static var constraints: Constraints { Purchase(anyOf: .premium, .supporter) }
    }
    enum EitherRequirement: ConditionalFeature {
        static var constraints: Constraints { Purchase(anyOf: .product(.premium), .all(.supporter)) }
    }
    enum Both: ConditionalFeature {
        static var constraints: Constraints { Purchase(allOf: .premium, .supporter) }
    }
    enum UnknownProduct: ConditionalFeature { static var constraints: Constraints { Purchase(.account) } }
    enum UnknownDependency: ConditionalFeature {
        static var constraints: Constraints { Purchase(.product(.supporter).needing(.account)) }
    }
    enum UnknownOfProduct: ConditionalFeature { static var constraints: Constraints { Purchase(.levels) } }
}
