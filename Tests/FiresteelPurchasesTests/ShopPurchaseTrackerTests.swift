import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Synchronization
import Testing

@Suite("Purchases from a shop that an adapter reports")
struct ShopPurchaseTrackerTests {
    private let shop = TestShop()

    @Test("Nothing is known before the shop responds, and a failure changes nothing")
    func asking() async {
        let tracker = ShopPurchaseTracker(shop)
        #expect(tracker.snapshot(of: "premium") == .unknown)
        shop.answer = nil
        #expect(await !tracker.refresh())
        #expect(
            tracker.snapshot(of: "premium") == .unknown && tracker.fault?.hasPrefix("Can't query the shop: ") == true)
        shop.answer = [bought("premium")]
        #expect(await tracker.refresh())
        #expect(tracker.fault == nil && Purchases([tracker]).status(of: .premium).state == .purchased)
        shop.answer = nil
        #expect(await !tracker.refresh())
        #expect(Purchases([tracker]).status(of: .premium).state == .purchased)
        shop.answer = []
        #expect(await tracker.refresh())
        #expect(tracker.snapshot(of: "premium") == .notPurchased)
    }

    @Test("Unverified and upgraded transactions grant nothing, and the first is reported")
    func refused() async {
        let tracker = ShopPurchaseTracker(shop)
        shop.answer = [
            ShopTransaction(id: "forged", product: "premium", isVerified: false),
            ShopTransaction(id: "old", product: "supporter", isUpgraded: true, isVerified: true),
            ShopTransaction(id: "none", product: "account", quantity: 0, isVerified: true),
        ]
        await tracker.refresh()
        for product in [Product.premium, .supporter, .account] {
            #expect(Purchases([tracker]).status(of: product).state == .notPurchased)
        }
        #expect(tracker.fault?.contains("forged") == true)
    }

    @Test("A feature follows what the shop reports, and what is bought before the first answer counts")
    func following() async throws {
        let tracker = ShopPurchaseTracker(shop)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([tracker])] }
        var changes = test.runtime.availabilityChanges().makeAsyncIterator()
        #expect(test.runtime.availability(of: Gold.self).state == .undetermined)
        tracker.report(bought("premium"))
        #expect(await changes.next()?.new == .available)
        // A question without an answer takes nothing away.
        shop.answer = nil
        await tracker.refresh()
        #expect(tracker.snapshot(of: "premium") != .unknown)
        shop.answer = []
        let following = Task { await tracker.follow() }
        shop.report(ShopTransaction(id: "premium", product: "premium", revoked: .distantPast, isVerified: true))
        // The shop's answer has nothing, or the update comes after it: in both cases it is removed in the end.
        #expect(await changes.next()?.new == .unavailable)
        following.cancel()
        await following.value
    }

    @Test("Reports during a request to the shop are newer than its response")
    func overlap() async {
        let tracker = ShopPurchaseTracker(shop)
        shop.answer = []
        shop.whileAsked = { tracker.report(bought("premium")) }
        await tracker.refresh()
        #expect(Purchases([tracker]).status(of: .premium).state == .purchased)
    }

    @Test("Prices come from the shop, and those that it doesn't know from the declaration")
    func prices() async throws {
        let tracker = ShopPurchaseTracker(shop)
        let purchases = Purchases([tracker])
        #expect(purchases.price(of: .premium) == ProductPrice(10, "EUR"))
        shop.costs = ["premium": ProductPrice(12, "USD")]
        try await tracker.loadPrices(of: ["premium", "supporter"])
        #expect(purchases.price(of: .premium) == ProductPrice(12, "USD"))
        #expect(purchases.price(of: .supporter) == ProductPrice(4, "EUR"))
    }

    private func bought(_ product: String) -> ShopTransaction {
        ShopTransaction(id: product, product: product, isVerified: true)
    }

    enum App: FeatureGroup { static let subfeatures = features(Gold.self) }
    enum Gold: ConditionalFeature { static var constraints: Constraints { Purchase(.premium) } }
}

/// A shop that answers what the test says, and fails where it says nothing.
private final class TestShop: PurchaseShop {
    private struct State {
        var answer: [ShopTransaction]? = []
        var costs: [String: ProductPrice] = [:]
        var whileAsked: (@Sendable () -> Void)?
    }

    struct ClosedError: Error {}

    let name = "Test shop"
    private let state = Mutex(State())
    private let stream: AsyncStream<ShopTransaction>
    private let continuation: AsyncStream<ShopTransaction>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: ShopTransaction.self)
    }

    var answer: [ShopTransaction]? {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    var costs: [String: ProductPrice] {
        get { state.withLock { $0.costs } }
        set { state.withLock { $0.costs = newValue } }
    }

    var whileAsked: (@Sendable () -> Void)? {
        get { state.withLock { $0.whileAsked } }
        set { state.withLock { $0.whileAsked = newValue } }
    }

    func report(_ transaction: ShopTransaction) { continuation.yield(transaction) }

    func transactions() async throws -> [ShopTransaction] {
        whileAsked?()
        guard let answer else { throw ClosedError() }
        return answer
    }

    func updates() -> AsyncStream<ShopTransaction> { stream }

    func prices(of products: [String]) async throws -> [String: ProductPrice] { costs }
}
