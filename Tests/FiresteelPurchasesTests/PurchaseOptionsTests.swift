import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import TestSupport
import Testing

@Suite("Purchases that unlock a feature")
struct PurchaseOptionsTests {
    @Test("Each way is listed, the cheapest first and those without a known price last")
    func cheapestFirst() throws {
        let test = try runtime()
        let options = test.runtime.purchases(unlocking: Editing.self)
        #expect(options.map { $0.products.map(\.id) } == [["supporter"], ["premium"], ["unpriced"]])
        #expect(options.map(\.price) == [ProductPrice(4, "EUR"), ProductPrice(10, "EUR"), nil])
        #expect(options.map(\.description) == ["Supporter", "Premium", "Unpriced"])
    }

    @Test("The shop's price has priority over the declared one")
    func shopPrices() throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let test = try runtime(shop)
        shop.setPrices(["premium": ProductPrice(3, "EUR"), "unpriced": ProductPrice(1, "EUR")])
        #expect(
            test.runtime.purchases(unlocking: Editing.self).map(\.description) == ["Unpriced", "Premium", "Supporter"])
        #expect(
            test.runtime.availability(of: Editing.self).reasons.map(\.remedy) == [
                .buy(["Unpriced", "Premium", "Supporter"])
            ])
        shop.setPrices(["premium": ProductPrice(1, "USD")])
        // Prices in several currencies aren't compared, and have no sum.
        #expect(test.runtime.purchases(unlocking: Packs.self).map(\.price) == [nil])
    }

    @Test("Prerequisites are bought first, and owned products aren't bought again")
    func dependencies() throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let test = try runtime(shop)
        let options = test.runtime.purchases(unlocking: Playing.self)
        #expect(options.map { $0.products.map(\.id) } == [["account", "levels"]])
        #expect(options.map(\.price) == [ProductPrice(4, "EUR")])
        shop.buy("account")
        #expect(test.runtime.purchases(unlocking: Playing.self).map { $0.products.map(\.id) } == [["levels"]])
        shop.buy("levels")
        #expect(test.runtime.purchases(unlocking: Playing.self) == [])
    }

    @Test("The missing number of a consumable is bought")
    func quantities() throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let test = try runtime(shop)
        shop.buy("credits", 2)
        let options = test.runtime.purchases(unlocking: Printing.self)
        #expect(options.map { $0.items.map(\.quantity) } == [[3]])
        #expect(options.map(\.price) == [ProductPrice(6, "EUR")] && options.map(\.description) == ["3 × Credits"])
    }

    @Test("The needs of a feature's groups and required features are bought as well")
    func around() throws {
        let test = try runtime()
        let options = test.runtime.purchases(unlocking: Inner.self)
        #expect(options.map { Set($0.products.map(\.id)) } == [["account", "levels", "supporter", "premium"]])
    }

    @Test("Possibly purchased products in an unknown state are named")
    func unknown() throws {
        let shop = TestPurchaseTracker("Shop", ["premium": .unknown], otherwise: .notPurchased)
        let test = try runtime(shop)
        let options = test.runtime.purchases(unlocking: Editing.self)
        #expect(options.map { $0.unknown.map(\.id) } == [[], ["premium"], []])
    }

    @Test("Nothing is offered where nothing is sold, and for features without purchases")
    func nothing() throws {
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([])] }
        #expect(test.runtime.purchases(unlocking: Editing.self) == [])
        #expect(test.runtime.availability(of: Editing.self).reasons.map(\.text) == ["It can’t be bought here"])
        #expect(test.runtime.availability(of: Editing.self).reasons.map(\.remedy) == [nil])
        #expect(test.runtime.purchases(unlocking: Free.self) == [])
        #expect(test.runtime.purchases(unlocking: Stranger.self) == [])
    }

    @Test("Each option is enough and minimal, and no option is missing", arguments: 0..<150)
    func complete(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let requirement = RandomRequirement.make(depth: 3, &random)
        let products = requirement.products
        let owned = Set(products.map(\.id).filter { _ in Bool.random(using: &random) && Bool.random(using: &random) })
        let found = PurchaseOptionsProbe.options(requirement, owned: owned).map { Set($0.products.map(\.id)) }
        func isEnough(_ bought: Set<String>) -> Bool {
            requirement.state { product, _ in bought.union(owned).contains(product.id) ? .met : .unmet } == .met
        }
        // Every set of products, tried.
        let missing = products.map(\.id).filter { !owned.contains($0) }
        let enough = (0..<(1 << missing.count)).map { bits in
            Set(missing.indices.filter { bits >> $0 & 1 == 1 }.map { missing[$0] })
        }.filter(isEnough)
        let minimal = enough.filter { one in !enough.contains { $0.isStrictSubset(of: one) } }
        #expect(Set(found) == (minimal == [[]] ? [] : Set(minimal)))
        #expect(found.count == Set(found).count)
    }

    @Test("Endless alternatives are cut short, and the cheapest remains")
    func bounded() {
        func product(_ name: String, _ price: Int) -> Product {
            Product(name, .nonConsumable, price: ProductPrice(Decimal(price), "EUR"))
        }
        // 2 to the power of 30 ways.
        let requirement = PurchaseRequirement.all(
            (0..<30).map { .any(product("cheap\($0)", 1), product("dear\($0)", 2 + $0)) })
        let options = PurchaseOptionsProbe.options(requirement, owned: [])
        #expect(options.first?.price == ProductPrice(30, "EUR"))
        #expect(options.count == 64)
    }

    private func runtime(
        _ shop: TestPurchaseTracker = TestPurchaseTracker(otherwise: .notPurchased)
    ) throws -> TestRuntime {
        try TestRuntime(App.self) { $0.sources = [Purchases([shop])] }
    }

    enum App: FeatureGroup {
        static let subfeatures = features(
            Editing.self, Playing.self, Printing.self, Packs.self, Outer.self, Free.self)
    }
    enum Editing: ConditionalFeature {
        static var constraints: Constraints { Purchase(anyOf: .premium, .unpriced, .supporter) }
    }
    enum Playing: ConditionalFeature { static var constraints: Constraints { Purchase(.levels) } }
    enum Printing: ConditionalFeature { static var constraints: Constraints { Purchase(.credits, atLeast: 5) } }
    enum Packs: ConditionalFeature { static var constraints: Constraints { Purchase(allOf: .premium, .supporter) } }
    enum Outer: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { Purchase(.supporter) }
        static let subfeatures = features(Inner.self)
    }
    enum Inner: ConditionalFeature {
        static var constraints: Constraints {
            Purchase(.premium)
            Requires(Playing.self)
        }
    }
    enum Free: ConditionalFeature { static var constraints: Constraints { UserToggled(default: false) } }
    enum Stranger: ConditionalFeature { static var constraints: Constraints { Purchase(.premium) } }
}
