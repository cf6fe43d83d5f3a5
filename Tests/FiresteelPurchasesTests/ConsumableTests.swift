import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Testing

@Suite("Consumables")
struct ConsumableTests {
    @Test("A consumed product is no longer available, and neither is a feature that needs it")
    func consuming() throws {
        let store = TestPurchaseTracker("Store", otherwise: .notPurchased)
        let purchases = Purchases([store])
        let test = try TestRuntime(App.self) { $0.sources = [purchases] }
        store.buy("credits", 2)
        #expect(test.runtime.availability(of: Printing.self).isAvailable)
        try purchases.consume(.credits)
        #expect(purchases.status(of: .credits).quantity == 1)
        #expect(!test.runtime.availability(of: Printing.self).isAvailable)
        #expect(throws: PurchaseError.notEnough(product: "credits", available: 1, wanted: 2)) {
            try purchases.consume(.credits, 2)
        }
        try purchases.consume(.credits)
        #expect(purchases.status(of: .credits).state == .notPurchased)
    }

    @Test("Remaining consumables come from the tracker that counts them: a shop knows purchases alone")
    func keeping() throws {
        let shop = ShopPurchaseTracker(FixedShop([.credits(5)]))
        let store = TestPurchaseTracker("Store", otherwise: .notPurchased)
        let purchases = Purchases([shop, store])
        store.buy("credits", 5)
        try purchases.consume(.credits, 4)
        #expect(purchases.status(of: .credits).quantity == 1)
        #expect(purchases.status(of: .credits).source == "Store")
    }

    @Test("Nothing is used up that can't be")
    func refused() {
        let store = TestPurchaseTracker("Store")
        let purchases = Purchases([store])
        #expect(throws: PurchaseError.unknown(product: "credits")) { try purchases.consume(.credits) }
        #expect(throws: PurchaseError.quantity(0)) { try purchases.consume(.credits, 0) }
        #expect(throws: PurchaseError.quantity(.min)) { try purchases.consume(.credits, .min) }
        #expect(throws: PurchaseError.notConsumable(product: "premium")) { try purchases.consume(.premium) }
        #expect(throws: PurchaseError.notConsumable(product: "credits")) { try Purchases([]).consume(.credits) }
    }

    @Test("Under an override nothing is taken")
    func overridden() throws {
        let store = TestPurchaseTracker("Store", otherwise: .notPurchased)
        let debug = DebugPurchaseTracker(["credits": .granted])
        let purchases = Purchases([store, debug])
        store.buy("credits", 1)
        try purchases.consume(.credits, 100)
        debug.set(.denied, for: "credits")
        #expect(throws: PurchaseError.self) { try purchases.consume(.credits) }
        debug.set(.unknown, for: "credits")
        #expect(throws: PurchaseError.self) { try purchases.consume(.credits) }
        debug.removeAll()
        #expect(purchases.status(of: .credits).quantity == 1)
    }

    struct FixedShop: PurchaseShop {
        let name = "Shop"
        let all: [ShopTransaction]

        init(_ all: [ShopTransaction]) { self.all = all }

        func transactions() async throws -> [ShopTransaction] { all }
        func updates() -> AsyncStream<ShopTransaction> { AsyncStream { $0.finish() } }
    }

    enum App: FeatureGroup { static let subfeatures = features(Printing.self) }
    enum Printing: ConditionalFeature { static var constraints: Constraints { Purchase(.credits, atLeast: 2) } }
}

extension ShopTransaction {
    fileprivate static func credits(_ quantity: Int) -> ShopTransaction {
        ShopTransaction(id: "1", product: "credits", quantity: quantity, isVerified: true)
    }
}
