import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Testing

@Suite("Features that must be bought")
struct PurchaseTests {
    @Test("A feature follows its purchase from unknown over not bought to bought and back")
    func follows() throws {
        let shop = TestPurchaseTracker("Shop")
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([shop])] }
        func reasons() -> [AvailabilityReason] { test.runtime.availability(of: Gold.self).reasons }
        #expect(test.runtime.availability(of: Gold.self).state == .undetermined)
        #expect(reasons().map(\.text) == ["The purchases aren’t known yet"] && reasons().map(\.remedy) == [.wait])
        shop.set("premium", .notPurchased)
        #expect(reasons().map(\.text) == ["Premium isn’t bought"] && reasons().map(\.remedy) == [.buy(["Premium"])])
        shop.buy("premium")
        #expect(test.runtime.availability(of: Gold.self).isAvailable)
        shop.set("premium", .known([Entitlement(product: "premium", transaction: "1", revoked: .distantPast)]))
        #expect(reasons().map(\.text) == ["The purchase of Premium was revoked"])
        shop.set("premium", .unknown)
        #expect(test.runtime.availability(of: Gold.self).state == .undetermined)
    }

    @Test("A constraint names its products, without those that they depend on")
    func label() {
        let (premium, supporter) = (
            Product("premium", .nonConsumable, name: "Premium"), Product("supporter", .nonConsumable, name: "Supporter")
        )
        let account = Product("account", .nonConsumable, name: "Account")
        #expect(Purchase(premium).label == "Purchase: Premium")
        #expect(Purchase(anyOf: premium, supporter).label == "Purchase: Premium or Supporter")
        #expect(
            Purchase(.any(.product(supporter), .all(premium, account))).label
                == "Purchase: Supporter or (Premium and Account)")
        #expect(Purchase(.product(premium).needing(account)).label == "Purchase: Premium")
        #expect(Purchase(.any([])).label == "Purchase")
    }

    @Test("Reasons name the missing purchases with their requirements, cheapest first")
    func words() throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([shop])] }
        func reason(_ type: any ConditionalFeature.Type) -> (String?, String?) {
            let reason = test.runtime.availability(of: type).reasons.first
            return (reason?.text, reason?.remedyDescription)
        }
        #expect(
            reason(Nested.self) == (
                "Needs Supporter and Account or Premium", "Buy Supporter and Account or Premium"
            ))
        #expect(reason(Levels.self) == ("Needs Account and Levels", "Buy Account and Levels"))
        #expect(reason(Three.self) == ("Needs 3 × Credits, but only 0 left", "Buy 3 × Credits"))
        shop.buy("credits", 2)
        #expect(reason(Three.self) == ("Needs 3 × Credits, but only 2 left", "Buy Credits"))
        shop.buy("credits", 1)
        #expect(test.runtime.availability(of: Three.self).isAvailable)
    }

    @Test("A condition can be checked by itself, against statuses of any source")
    func alone() {
        func check(_ status: RequirementStatus) -> ConstraintStatus {
            Purchase(.premium).check(
                ConstraintSubject(
                    feature: FeaturePath("Shop"), statuses: [Requirement("premium", from: "purchases"): status]))
        }
        #expect(check(.granted) == .met("Bought"))
        #expect(check(.denied).remedy == .buy(["Premium"]) && check(.notDetermined).remedy == .buy(["Premium"]))
        #expect(check(.unknown).state == .undetermined)
        #expect(check(.unsupported).state == .unmet && check(.unsupported).remedy == nil)
    }

    @Test("Any source with the name “purchases” can be used")
    func standIn() throws {
        let source = TestConstraintSource("purchases", ["premium": .granted])
        let test = try TestRuntime(App.self) { $0.sources = [source] }
        #expect(test.runtime.availability(of: Gold.self).isAvailable)
        source.set("premium", .denied)
        #expect(!test.runtime.availability(of: Gold.self).isAvailable)
        #expect(test.runtime.purchases == nil)
        #expect(test.runtime.products.first { $0.id == "premium" }?.status.state == .notPurchased)
    }

    @Test("Without a source nothing is bought, and the fault is reported")
    func missing() throws {
        let test = try TestRuntime(App.self)
        #expect(test.runtime.availability(of: Gold.self).state == .unavailable)
        #expect(test.runtime.faults.contains { $0.description.contains("“premium” from “purchases”") })
    }

    @Test("A product that is declared twice, differently, is a fault")
    func conflict() throws {
        let test = try TestRuntime(Conflicting.self) { $0.sources = [Purchases([TestPurchaseTracker()])] }
        #expect(test.runtime.faults.count == 1)
        #expect(test.runtime.faults.first?.description.contains("“premium” has two different declarations") == true)
    }

    enum App: FeatureGroup {
        static let subfeatures = features(Gold.self, Nested.self, Levels.self, Three.self)
    }
    enum Gold: ConditionalFeature { static var constraints: Constraints { Purchase(.premium) } }
    enum Nested: ConditionalFeature {
        static var constraints: Constraints { Purchase(anyOf: .product(.premium), .all(.supporter, .account)) }
    }
    enum Levels: ConditionalFeature { static var constraints: Constraints { Purchase(.levels) } }
    enum Three: ConditionalFeature { static var constraints: Constraints { Purchase(.credits, atLeast: 3) } }

    enum Conflicting: FeatureGroup { static let subfeatures = features(Gold.self, Other.self) }
    enum Other: ConditionalFeature {
        static var constraints: Constraints { Purchase(Product("premium", .consumable, name: "Premium")) }
    }
}
