import Crypto
import Firesteel
import FiresteelAppStore
import FiresteelFlags
import FiresteelPurchases
import Foundation
import JWTKit
import SwiftASN1
import Testing
import X509

@Suite("Data signed by the App Store is verified and read")
struct VerifyingTests {
    private let chain: TestChain

    init() throws { chain = try TestChain() }

    @Test("A transaction has all of its fields")
    func transaction() async throws {
        let text = try chain.sign(
            Payloads.subscription([
                "quantity": 3, "revocationDate": 1_767_225_600_123, "revocationReason": 1, "isUpgraded": true,
                "offerType": 2, "offerIdentifier": "winter", "transactionReason": "RENEWAL",
                "inAppOwnershipType": "FAMILY_SHARED", "unheardOf": ["deep": [1, 2, ["deeper": .null]]],
            ]))
        let transaction = try await chain.verifier().transaction(text)
        #expect(transaction.id == "2000000001" && transaction.originalTransactionIdentifier == "2000000001")
        #expect(transaction.bundleIdentifier == "com.example.notes")
        #expect(transaction.productIdentifier == "com.example.monthly" && transaction.kind == .autoRenewable)
        #expect(transaction.subscriptionGroupIdentifier == "20000000" && transaction.quantity == 3)
        #expect(transaction.purchaseDate == TestChain.now.addingTimeInterval(-60))
        #expect(transaction.expiresDate == TestChain.now.addingTimeInterval(3_600))
        #expect(transaction.signedDate == TestChain.now && transaction.environment == .production)
        #expect(transaction.revocationDate == Date(timeIntervalSince1970: 1_767_225_600.123))
        #expect(transaction.revocationReason == 1 && transaction.isUpgraded)
        #expect(transaction.appAccountToken == Payloads.account && transaction.ownership == .familyShared)
        #expect(transaction.reason == .renewal && transaction.offerType == 2)
        #expect(transaction.offerIdentifier == "winter" && transaction.storefront == "DEU")
        #expect(transaction.price == ProductPrice(Decimal(string: "4.99") ?? 0, "EUR"))
    }

    @Test("Renewal information has its grace period and whether it renews")
    func renewal() async throws {
        let renewal = try await chain.verifier().renewalInfo(chain.sign(Payloads.renewal()))
        #expect(renewal.originalTransactionIdentifier == "2000000001" && renewal.isAutoRenewing)
        #expect(renewal.productIdentifier == "com.example.monthly")
        #expect(renewal.autoRenewProductIdentifier == "com.example.monthly")
        #expect(renewal.gracePeriodExpiresDate == TestChain.now.addingTimeInterval(7_200))
        #expect(renewal.renewalDate == TestChain.now.addingTimeInterval(3_600))
        #expect(renewal.isInBillingRetry && renewal.expirationIntent == .billingError)
    }

    @Test("Fields without influence may have new values")
    func newWords() async throws {
        let text = try chain.sign(
            Payloads.transaction(["transactionReason": "GIFT", "inAppOwnershipType": "LENT", "appAccountToken": nil]))
        let transaction = try await chain.verifier().transaction(text)
        #expect(transaction.reason == nil && transaction.ownership == nil && transaction.appAccountToken == nil)
        let renewal = try await chain.verifier().renewalInfo(
            chain.sign(Payloads.renewal(["expirationIntent": 9, "autoRenewStatus": 0])))
        #expect(renewal.expirationIntent == nil && !renewal.isAutoRenewing)
    }

    @Test("Data signed by a third-party library is verified and read")
    func library() async throws {
        struct Payload: JWTPayload {
            var transactionId = "1"
            var originalTransactionId = "1"
            var bundleId = "com.example.notes"
            var productId = "com.example.premium"
            var type = "Non-Consumable"
            var purchaseDate = 1_767_225_500_000
            var signedDate = 1_767_225_600_000
            var environment = "Production"
            func verify(using algorithm: some JWTAlgorithm) async throws {}
        }
        // The library checks the certificates by the wall clock.
        var faults = TestChain.Faults()
        faults.leafValidity = TestChain.date("2020-01-01T00:00:00Z")...TestChain.date("2040-01-01T00:00:00Z")
        let chain = try TestChain(faults)
        let certificates = try [chain.leaf, chain.intermediate, chain.root].map {
            PEMDocument(type: "CERTIFICATE", derBytes: try TestChain.der($0)).pemString
        }
        let keys = try await JWTKeyCollection().add(ecdsa: ES256PrivateKey(pem: chain.key.pemRepresentation))
        let text = try await keys.sign(Payload(), header: ["x5c": .array(certificates.map { .string($0) })])
        #expect(try await chain.verifier().transaction(text).productIdentifier == "com.example.premium")
    }

    @Test("A root can be PEM, and anything else than a certificate is an error")
    func roots() async throws {
        let pem = PEMDocument(type: "CERTIFICATE", derBytes: try TestChain.der(chain.root)).pemString
        let root = try RootCertificate(pem: pem)
        #expect(try root == chain.trusted)
        let other = try TestChain().trusted
        let verifier = try AppStoreVerifier(
            roots: [other, root], bundleIdentifier: "com.example.notes", now: { TestChain.now })
        #expect(try await verifier.transaction(chain.sign(Payloads.transaction())).quantity == 1)
        #expect(throws: RootCertificateError.self) { try RootCertificate(pem: "hello") }
        #expect(throws: RootCertificateError.self) { try RootCertificate(der: [1, 2, 3]) }
        #expect(throws: AppStoreVerifier.MissingRootsError.self) {
            try AppStoreVerifier(roots: [], bundleIdentifier: "com.example.notes")
        }
    }

    @Test("Expired certificates are valid for data signed before their expiration, unless they must be valid now")
    func expiredSince() async throws {
        let text = try chain.sign(Payloads.transaction())
        let later = TestChain.validity.upperBound.addingTimeInterval(1)
        #expect(try await chain.verifier(now: later).transaction(text).quantity == 1)
        await #expect(throws: SignedDataError.certificateNotValid(0, at: later)) {
            try await chain.verifier(certificateTime: .now, now: later).transaction(text)
        }
    }

    @Test("Purchases of testers count only where the program says so")
    func environments() async throws {
        for environment in AppStoreEnvironment.allCases where environment != .production {
            let name = JSONValue.string(environment.rawValue)
            let transaction = try chain.sign(Payloads.transaction(["environment": name]))
            let renewal = try chain.sign(Payloads.renewal(["environment": name]))
            await #expect(throws: SignedDataError.environment(environment.rawValue)) {
                try await chain.verifier().transaction(transaction)
            }
            await #expect(throws: SignedDataError.environment(environment.rawValue)) {
                try await chain.verifier().renewalInfo(renewal)
            }
            let tolerant = try chain.verifier(environments: [environment])
            #expect(try await tolerant.transaction(transaction).environment == environment)
            #expect(try await tolerant.renewalInfo(renewal).environment == environment)
        }
    }
}
