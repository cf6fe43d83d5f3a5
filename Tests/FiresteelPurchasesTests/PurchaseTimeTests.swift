import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Testing

@Suite("Purchases and time")
struct PurchaseTimeTests {
    private let clock = ManualPurchaseClock()

    @Test("A subscription expires by itself: its feature changes when the time comes, after the grace")
    func expires() async throws {
        let shop = TestPurchaseTracker("Shop", otherwise: .notPurchased)
        let purchases = Purchases([shop], clock: clock.clock)
        let test = try TestRuntime(App.self) { $0.sources = [purchases] }
        let end = clock.now.addingTimeInterval(86_400)
        shop.buy(Entitlement(product: "monthly", transaction: "1", expires: end))
        #expect(test.runtime.availability(of: Reading.self).isAvailable)
        #expect(purchases.status(of: .monthly).expires == end)
        var changes = test.runtime.availabilityChanges().makeAsyncIterator()

        clock.advance(by: .seconds(86_400))
        // With or without a notification, a read returns the current status.
        #expect(purchases.status(of: .monthly).state == .inGracePeriod)
        #expect(test.runtime.availability(of: Reading.self).isAvailable)
        clock.advance(by: .seconds(3_600))
        let change = await changes.next()
        #expect(change?.feature.text == "App/Reading" && change?.new == .unavailable)
        #expect(test.runtime.availability(of: Reading.self).reasons.map(\.text) == ["Monthly has expired"])

        shop.buy(Entitlement(product: "monthly", transaction: "2", expires: clock.now.addingTimeInterval(60)))
        #expect(await changes.next()?.new == .available)
        clock.advance(by: .seconds(60 + 3_600))
        #expect(await changes.next()?.new == .unavailable)
    }

    @Test("The earlier end of several subscriptions changes nothing")
    func several() async throws {
        let shop = TestPurchaseTracker("Shop", otherwise: .notPurchased)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([shop], clock: clock.clock)] }
        let start = clock.now
        shop.buy(Entitlement(product: "monthly", transaction: "1", expires: start.addingTimeInterval(100)))
        shop.buy(Entitlement(product: "monthly", transaction: "2", expires: start.addingTimeInterval(10_000)))
        var changes = test.runtime.availabilityChanges().makeAsyncIterator()
        clock.set(start.addingTimeInterval(9_999 + 3_600))
        #expect(test.runtime.availability(of: Reading.self).isAvailable)
        clock.set(start.addingTimeInterval(10_000 + 3_600))
        #expect(await changes.next()?.new == .unavailable)
    }

    @Test(
        "A subscription without an expiration date lasts its period from the purchase",
        arguments: [
            ("2026-01-31T12:00:00Z", SubscriptionPeriod.months(1), "2026-02-28T12:00:00Z"),
            ("2028-01-31T12:00:00Z", .months(1), "2028-02-29T12:00:00Z"),
            ("2026-03-28T12:00:00Z", .days(3), "2026-03-31T12:00:00Z"),
            ("2026-03-28T12:00:00Z", .weeks(2), "2026-04-11T12:00:00Z"),
            ("2028-02-29T00:00:00Z", .years(1), "2029-02-28T00:00:00Z"),
            ("2026-01-01T00:00:00Z", SubscriptionPeriod(-3, .day), "2026-01-02T00:00:00Z"),
        ])
    func periods(start: String, period: SubscriptionPeriod, end: String) throws {
        let start = try Date(start, strategy: .iso8601)
        let end = try Date(end, strategy: .iso8601)
        let product = Product("pass", .nonRenewing(period))
        let tracker = TestPurchaseTracker(
            "Shop", ["pass": .known([Entitlement(product: "pass", transaction: "1", purchased: start)])])
        let purchases = Purchases([tracker], clock: clock.clock)
        #expect(purchases.status(of: product).expires == end)
        clock.set(end.addingTimeInterval(-0.001))
        #expect(purchases.status(of: product).state == .purchased)
        clock.set(end)
        #expect(purchases.status(of: product).state == .expired)
    }

    @Test("The longer of a shop's grace period and the declared one counts")
    func grace() {
        let end = clock.now.addingTimeInterval(1_000)
        func status(_ graceEnds: Date?, after seconds: Double) -> PurchaseStatus.State {
            clock.set(end.addingTimeInterval(seconds))
            let entitlement = Entitlement(product: "monthly", transaction: "1", expires: end, graceEnds: graceEnds)
            let tracker = TestPurchaseTracker("Shop", ["monthly": .known([entitlement])])
            return Purchases([tracker], clock: clock.clock).status(of: .monthly).state
        }
        #expect(status(nil, after: 3_599) == .inGracePeriod)
        #expect(status(nil, after: 3_600) == .expired)
        #expect(status(end.addingTimeInterval(7_200), after: 7_199) == .inGracePeriod)
        #expect(status(end.addingTimeInterval(7_200), after: 7_200) == .expired)
        #expect(status(end.addingTimeInterval(10), after: 3_599) == .inGracePeriod)
    }

    @Test("A revoked purchase is revoked, even in its grace period")
    func revoked() {
        let entitlement = Entitlement(
            product: "monthly", transaction: "1", expires: .distantFuture, graceEnds: .distantFuture,
            revoked: clock.now)
        let tracker = TestPurchaseTracker("Shop", ["monthly": .known([entitlement])])
        #expect(Purchases([tracker], clock: clock.clock).status(of: .monthly).state == .revoked)
    }

    @Test("A clock that people set back brings back what had expired by it")
    func back() throws {
        let shop = TestPurchaseTracker("Shop", otherwise: .notPurchased)
        let purchases = Purchases([shop], clock: clock.clock)
        shop.buy(Entitlement(product: "monthly", transaction: "1", expires: clock.now.addingTimeInterval(10)))
        clock.advance(by: .seconds(7_200))
        #expect(purchases.status(of: .monthly).state == .expired)
        clock.advance(by: .seconds(-7_200))
        #expect(purchases.status(of: .monthly).state == .purchased)
    }

    enum App: FeatureGroup { static let subfeatures = features(Reading.self) }
    enum Reading: ConditionalFeature { static var constraints: Constraints { Purchase(.monthly) } }
}
