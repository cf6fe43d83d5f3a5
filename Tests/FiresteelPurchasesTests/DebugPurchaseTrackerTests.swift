import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Testing

@Suite("Overridden and listed purchases")
struct DebugPurchaseTrackerTests {
    private let shop = TestPurchaseTracker("Shop", otherwise: .notPurchased)
    private let debug = DebugPurchaseTracker()

    @Test("An override has precedence over all trackers, which decide again when it is removed")
    func overrides() throws {
        let test = try runtime()
        func state() -> AvailabilityState { test.runtime.availability(of: Gold.self).state }
        debug.set(.granted, for: "premium")
        #expect(state() == .available)
        debug.set(.unknown, for: "premium")
        #expect(state() == .undetermined)
        shop.buy("premium")
        #expect(state() == .undetermined)
        debug.set(.denied, for: "premium")
        #expect(state() == .unavailable)
        debug.set(nil, for: "premium")
        #expect(state() == .available)
    }

    @Test("A granted consumable has an unlimited quantity")
    func consumable() throws {
        let test = try runtime()
        debug.set(.granted, for: "credits")
        #expect(test.runtime.availability(of: Many.self).isAvailable)
    }

    @Test("Alone it leaves everything unknown until something is set")
    func alone() throws {
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([debug])] }
        #expect(test.runtime.availability(of: Gold.self).state == .undetermined)
        debug.set(.denied, for: "premium")
        #expect(test.runtime.availability(of: Gold.self).state == .unavailable)
    }

    @Test("A runtime lists the products of its features, in order, with their needs and features")
    func listing() throws {
        let test = try runtime()
        shop.buy(Entitlement(product: "account", transaction: "1", purchased: .distantPast))
        let products = test.runtime.products
        #expect(products.map(\.id) == ["premium", "levels", "account", "credits"])
        #expect(products.map(\.status.state) == [.notPurchased, .notPurchased, .purchased, .notPurchased])
        #expect(products.map(\.status.source) == ["Shop", "Shop", "Shop", "Shop"])
        #expect(
            products.map { $0.features.map(\.text) } == [
                ["App/Gold", "App/Other"], ["App/Other"], ["App/Other"], ["App/Many"],
            ])
        #expect(products[0].price == ProductPrice(10, "EUR"))
        #expect(products[2].status.entitlement?.transaction == "1")
    }

    @Test("A page sets and takes back what the list shows")
    func page() throws {
        let test = try runtime()
        #expect(test.runtime.allowsPurchaseOverrides)
        #expect(test.runtime.setPurchaseOverride(.granted, of: "premium"))
        #expect(test.runtime.products[0].status.override == .granted)
        #expect(test.runtime.products[0].status.source == "Override")
        #expect(test.runtime.availability(of: Gold.self).isAvailable)
        #expect(test.runtime.setPurchaseOverride(nil, of: "premium"))
        #expect(test.runtime.products[0].status.override == nil)
        #expect(!test.runtime.setPurchaseOverride(.granted, of: "stranger") && debug.all.isEmpty)
    }

    @Test("Without a debug tracker nothing can be overridden")
    func released() throws {
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([shop])] }
        #expect(!test.runtime.allowsPurchaseOverrides)
        #expect(!test.runtime.setPurchaseOverride(.granted, of: "premium"))
        #expect(!test.runtime.availability(of: Gold.self).isAvailable)
    }

    private func runtime() throws -> TestRuntime {
        try TestRuntime(App.self) { $0.sources = [Purchases([shop, debug])] }
    }

    enum App: FeatureGroup { static let subfeatures = features(Gold.self, Other.self, Many.self) }
    enum Gold: ConditionalFeature { static var constraints: Constraints { Purchase(.premium) } }
    enum Other: ConditionalFeature { static var constraints: Constraints { Purchase(anyOf: .premium, .levels) } }
    enum Many: ConditionalFeature { static var constraints: Constraints { Purchase(.credits, atLeast: 1_000) } }
}
