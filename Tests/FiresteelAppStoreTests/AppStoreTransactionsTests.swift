import Firesteel
import FiresteelAppStore
import FiresteelFlags
import FiresteelPurchases
import FiresteelTesting
import Foundation
import Testing

@Suite("Entitlements decided from signed transactions, without a shop at hand")
struct AppStoreTransactionsTests {
    private let chain: TestChain
    private let clock = ManualPurchaseClock(TestChain.now)
    private let transactions: AppStoreTransactions
    private let purchases: Purchases

    private static let premium = Product("com.example.premium", .nonConsumable)
    private static let monthly = Product("com.example.monthly", .autoRenewable(.months(1)))

    init() throws {
        chain = try TestChain()
        transactions = AppStoreTransactions(try chain.verifier())
        purchases = Purchases([transactions], clock: clock.clock)
    }

    private func state(_ product: Product) -> PurchaseStatus.State { purchases.status(of: product).state }

    @Test("The status is unknown until valid or empty data arrives")
    func knowing() async throws {
        #expect(state(Self.premium) == .unknown)
        let refused = await transactions.add(["nonsense", "a.b.c"])
        #expect(refused.map(\.position) == [0, 1] && refused.map(\.kind) == [.transaction, .transaction])
        #expect(refused.first?.error == .parts(1))
        #expect(state(Self.premium) == .unknown)
        #expect(await transactions.add([]).isEmpty)
        #expect(state(Self.premium) == .notPurchased)
        #expect(await transactions.add([try chain.sign(Payloads.transaction())]).isEmpty)
        #expect(state(Self.premium) == .purchased)
        transactions.removeAll()
        #expect(state(Self.premium) == .unknown)
    }

    @Test("A feature's availability follows a purchase, its expiration, a grace period and a refund")
    func following() async throws {
        let test = try TestRuntime(App.self) { $0.sources = [purchases] }
        var changes = test.runtime.availabilityChanges().makeAsyncIterator()
        #expect(test.runtime.availability(of: Reading.self).state == .undetermined)
        await transactions.add([try chain.sign(Payloads.subscription())])
        #expect(await changes.next()?.new == .available)
        clock.advance(by: .seconds(3_600))
        #expect(await changes.next()?.new == .unavailable)
        #expect(await transactions.add([], renewals: [try chain.sign(Payloads.renewal())]).isEmpty)
        #expect(await changes.next()?.new == .available)
        #expect(state(Self.monthly) == .inGracePeriod)
        let refund = Payloads.subscription([
            "revocationDate": Payloads.milliseconds(TestChain.now),
            "signedDate": Payloads.milliseconds(TestChain.now.addingTimeInterval(1)),
        ])
        await transactions.add([try chain.sign(refund)])
        #expect(await changes.next()?.new == .unavailable)
        #expect(state(Self.monthly) == .revoked)
    }

    @Test("The later signed of two reports of one transaction counts, in either order")
    func order() async throws {
        let bought = try chain.sign(Payloads.transaction())
        let refunded = try chain.sign(
            Payloads.transaction([
                "revocationDate": Payloads.milliseconds(TestChain.now),
                "signedDate": Payloads.milliseconds(TestChain.now.addingTimeInterval(60)),
            ]))
        await transactions.add([bought, refunded])
        #expect(state(Self.premium) == .revoked)
        transactions.removeAll()
        await transactions.add([refunded, bought])
        #expect(state(Self.premium) == .revoked)
    }

    @Test("A grace period doesn't affect an earlier renewal: a refund remains a refund")
    func graceOfTheLast() async throws {
        let first = Payloads.subscription([
            "transactionId": "1", "expiresDate": Payloads.milliseconds(TestChain.now.addingTimeInterval(-10)),
        ])
        let second = Payloads.subscription([
            "transactionId": "2", "purchaseDate": Payloads.milliseconds(TestChain.now.addingTimeInterval(-9)),
            "revocationDate": Payloads.milliseconds(TestChain.now),
        ])
        let refused = await transactions.add(
            [try chain.sign(second), try chain.sign(first)], renewals: [try chain.sign(Payloads.renewal())])
        #expect(refused.isEmpty)
        #expect(!state(Self.monthly).isGranted)
    }

    @Test("A subscription that was upgraded grants nothing")
    func upgraded() async throws {
        await transactions.add([try chain.sign(Payloads.subscription(["isUpgraded": true]))])
        #expect(!state(Self.monthly).isGranted)
    }

    @Test("Transactions of other accounts are rejected if an account is required")
    func accounts() async throws {
        let own = try chain.sign(Payloads.subscription())
        let nobodys = try chain.sign(Payloads.transaction())
        let mine = AppStoreTransactions(try chain.verifier(), account: Payloads.account)
        #expect(await mine.add([own, nobodys]).map(\.error) == [.account(nil)])
        let others = AppStoreTransactions(try chain.verifier(), account: UUID())
        #expect(await others.add([own]).map(\.error) == [.account(Payloads.account)])
        #expect(others.snapshot(of: "com.example.monthly") == .unknown)
    }

    @Test("A rejected transaction affects no others, and renewals are distinguished")
    func mixed() async throws {
        let refused = await transactions.add(
            [try chain.sign(Payloads.transaction()), "x"], renewals: ["y", try chain.sign(Payloads.renewal())])
        #expect(refused.map(\.kind) == [.transaction, .renewal] && refused.map(\.position) == [1, 0])
        #expect(refused[0].description.hasPrefix("transaction 1: "))
        #expect(state(Self.premium) == .purchased)
        #expect(transactions.renewal(of: "2000000001")?.isAutoRenewing == true)
        #expect(transactions.transactions.count == 1)
    }

    @Test("Subscriptions that don't renew themselves last as long as the program says")
    func nonRenewing() async throws {
        let season = Product("com.example.season", .nonRenewing(.months(3)))
        await transactions.add([
            try chain.sign(
                Payloads.transaction(["productId": "com.example.season", "type": "Non-Renewing Subscription"]))
        ])
        #expect(state(season) == .purchased)
        clock.advance(by: .seconds(91 * 86_400))
        #expect(state(season) == .expired)
    }

    enum App: FeatureGroup { static let subfeatures = features(Reading.self) }
    enum Reading: ConditionalFeature {
        static var constraints: Constraints { Purchase(AppStoreTransactionsTests.monthly) }
    }
}
