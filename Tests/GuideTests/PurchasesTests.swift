import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Testing

// guide: SellingFeatures
extension Product {
    static let premium = Product(
        "com.example.premium", .nonConsumable, name: "Premium", description: "Everything, for good",
        price: ProductPrice(19.99, "EUR"))
    static let supporter = Product(
        "com.example.supporter", .autoRenewable(.months(1), grace: .seconds(3 * 86_400)), name: "Supporter",
        price: ProductPrice(1.99, "EUR"))
    static let exports = Product(
        "com.example.exports", .consumable, name: "Exports", price: ProductPrice(0.99, "EUR"))
    static let themes = Product(
        "com.example.themes", .nonConsumable, name: "Themes", price: ProductPrice(2.99, "EUR"),
        needs: .any(.premium, .supporter))
}
// end

// guide: SellingFeatures
enum Sketching: FeatureGroup {
    static let subfeatures = features(Layers.self, PrintExport.self, Theming.self)
}

enum Layers: ConditionalFeature {
    static var constraints: Constraints { Purchase(anyOf: .premium, .supporter) }
}

enum PrintExport: ConditionalFeature {
    static var constraints: Constraints {
        Purchase(anyOf: .product(.premium), .product(.exports, atLeast: 3))
    }
}

enum Theming: ConditionalFeature {
    static var constraints: Constraints { Purchase(.themes) }
}
// end

@Suite("Guide: purchases")
struct PurchasesGuideTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "guide-purchases-\(UUID())")

    @Test("A runtime reads purchases from its trackers")
    func trackers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        // guide: SellingFeatures
        let store = FilePurchaseStore(folder.appending(path: "purchases.json"))
        let purchases = Purchases([store])
        let runtime = try FeatureRuntime(Sketching.self, RuntimeConfiguration(sources: [purchases]))

        try store.record(Entitlement(product: "com.example.exports", transaction: "2000001", quantity: 5))
        #expect(runtime.availability(of: PrintExport.self).isAvailable)

        try purchases.consume(.exports, 3)
        #expect(purchases.status(of: .exports).quantity == 2)
        #expect(!runtime.availability(of: PrintExport.self).isAvailable)
        // end
    }

    @Test("Options that unlock a feature are listed, cheapest first")
    func unlocking() throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let runtime = try FeatureRuntime(Sketching.self, RuntimeConfiguration(sources: [Purchases([shop])]))
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        // guide: SellingFeatures
        for option in runtime.purchases(unlocking: Theming.self) {
            print("\(option.description): \(option.price?.description ?? "the price isn't known")")
        }
        // end
        #expect(lines == ["Supporter and Themes: 4.98 EUR", "Premium and Themes: 22.98 EUR"])
    }

    @Test("Purchases are overridden in development")
    func overrides() throws {
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        // guide: SellingFeatures
        let debug = DebugPurchaseTracker()
        let runtime = try FeatureRuntime(
            Sketching.self, RuntimeConfiguration(sources: [Purchases([shop, debug])]))

        debug.set(.granted, for: "com.example.premium")
        #expect(runtime.availability(of: Layers.self).isAvailable)
        debug.set(nil, for: "com.example.premium")
        // end
        #expect(!runtime.availability(of: Layers.self).isAvailable)
        #expect(
            runtime.products.map(\.id) == [
                "com.example.premium", "com.example.supporter", "com.example.exports", "com.example.themes",
            ])
    }

    @Test("A test buys what it needs")
    func testing() async throws {
        // guide: SellingFeatures
        let shop = TestPurchaseTracker(otherwise: .notPurchased)
        let clock = ManualPurchaseClock()
        try await withTestRuntime(Sketching.self, { $0.sources = [Purchases([shop], clock: clock.clock)] }) { test in
            let expires = clock.now.addingTimeInterval(86_400)
            shop.buy(Entitlement(product: "com.example.supporter", transaction: "1", expires: expires))
            #expect(Layers.availability.isAvailable)

            let changes = test.runtime.availabilityChanges()
            clock.advance(by: .seconds(4 * 86_400))
            let change = await changes.first { $0.feature.text == "Sketching/Layers" }
            #expect(change?.new == .unavailable)
        }
        // end
    }
}
