import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Testing

@Suite("Several trackers, taken together")
struct PurchasesTests {
    private typealias Knowledge = PurchaseSnapshot

    @Test("Any that grants is enough, one that doesn't know leaves it open, and only all together deny")
    func combining() {
        let all: [Knowledge] = [.unknown, .notPurchased, .known([Entitlement(product: "premium", transaction: "1")])]
        for first in all {
            for second in all {
                let purchases = Purchases([
                    TestPurchaseTracker("First", ["premium": first]),
                    TestPurchaseTracker("Second", ["premium": second]),
                ])
                let status = purchases.status(of: .premium)
                let expected: RequirementStatus =
                    [first, second].contains(all[2])
                    ? .granted : [first, second].contains(.unknown) ? .unknown : .denied
                #expect(status.requirementStatus == expected)
                #expect(purchases.status(of: "premium") == expected)
                if expected == .granted { #expect(status.source == (first == all[2] ? "First" : "Second")) }
            }
        }
        #expect(Purchases([]).status(of: .premium).state == .unsupported)
    }

    @Test("A purchase revoked in one shop and granted in another is granted")
    func revokedElsewhere() {
        let revoked = Entitlement(product: "premium", transaction: "1", revoked: .distantPast)
        let first = TestPurchaseTracker("First", ["premium": .known([revoked])])
        let second = TestPurchaseTracker("Second", ["premium": .notPurchased])
        let purchases = Purchases([first, second])
        #expect(purchases.status(of: .premium).state == .revoked)
        #expect(purchases.status(of: .premium).source == "First")
        second.buy("premium")
        #expect(purchases.status(of: .premium).state == .purchased)
    }

    @Test("A purchase that two know of isn't counted twice, and one who doesn't know leaves larger numbers open")
    func quantities() {
        let first = TestPurchaseTracker("First", otherwise: .notPurchased)
        let second = TestPurchaseTracker("Second", otherwise: .notPurchased)
        let purchases = Purchases([first, second])
        first.buy("credits", 3)
        second.buy("credits", 2)
        #expect(purchases.status(of: .credits).quantity == 3)
        #expect(purchases.status(of: .credits).state(atLeast: 4) == .unmet)
        second.set("credits", .unknown)
        #expect(purchases.status(of: .credits).state(atLeast: 3) == .met)
        #expect(purchases.status(of: .credits).state(atLeast: 4) == .undetermined)
    }

    @Test("A tracker's reports of other products, and of no product, don't count")
    func strange() {
        let tracker = TestPurchaseTracker(
            "Odd",
            [
                "premium": .known([
                    Entitlement(product: "supporter", transaction: "1"),
                    Entitlement(product: "premium", transaction: "2", quantity: 0),
                    Entitlement(product: "premium", transaction: "3", quantity: -1),
                ]),
                "credits": .known(
                    [
                        Entitlement(product: "credits", transaction: "1", quantity: .max),
                        Entitlement(product: "credits", transaction: "2", quantity: .max),
                    ], consumed: .min),
            ])
        let purchases = Purchases([tracker])
        #expect(purchases.status(of: .premium).state == .notPurchased)
        #expect(purchases.status(of: .credits).quantity == .max)
    }

    @Test("Simultaneous changes are one change")
    func together() async throws {
        let shop = TestPurchaseTracker("Shop", otherwise: .notPurchased)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([shop])] }
        let changes = test.runtime.availabilityChanges()
        shop.buy("premium")
        let bought = Entitlement(product: "supporter", transaction: "2")
        shop.set(["premium": .notPurchased, "supporter": .known([bought])])
        shop.buy("account")
        var heard: [String] = []
        for await change in changes {
            if change.feature.text == "App/End" { break }
            heard.append("\(change.feature) \(change.new)")
        }
        // One of the two was always there, so that Either stays as it is.
        #expect(heard == ["App/Either available"])
    }

    @Test("It unsubscribes from its trackers when released, and is released although an expiration is pending")
    func leaving() {
        let shop = TestPurchaseTracker(
            "Shop", ["monthly": .known([Entitlement(product: "monthly", transaction: "1", expires: .distantFuture)])])
        weak var gone: Purchases?
        do {
            let purchases = Purchases([shop])
            #expect(purchases.status(of: .monthly).state == .purchased)
            #expect(shop.subscriberCount == 1)
            gone = purchases
        }
        #expect(gone == nil && shop.subscriberCount == 0)
    }

    enum App: FeatureGroup { static let subfeatures = features(Either.self, End.self) }
    enum Either: ConditionalFeature {
        static var constraints: Constraints { Purchase(anyOf: .premium, .supporter) }
    }
    enum End: ConditionalFeature { static var constraints: Constraints { Purchase(.account) } }
}
