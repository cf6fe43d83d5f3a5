import Firesteel
import FiresteelAppStore
import FiresteelPurchases
import Foundation
import Testing

@Suite("Guide: what the App Store signed")
struct AppStoreGuideTests {
    @Test("Entitlements are decided from signed transactions")
    func deciding() async throws {
        let chain = try TestChain()
        let appleRoot = try TestChain.der(chain.root)
        let signedTransactions = [try chain.sign(Payloads.transaction()), "nonsense"]
        let signedRenewals = [try chain.sign(Payloads.renewal())]
        var lines: [String] = []
        func print(_ refusal: AppStoreTransactions.Rejection) { lines.append("\(refusal)") }
        // guide: FiresteelAppStore
        let verifier = try AppStoreVerifier(
            roots: [RootCertificate(der: appleRoot)], bundleIdentifier: "com.example.notes")
        let transactions = AppStoreTransactions(verifier)
        let refused = await transactions.add(signedTransactions, renewals: signedRenewals)
        for refusal in refused { print(refusal) }

        let purchases = Purchases([transactions])
        // end
        #expect(lines == ["transaction 1: Signed data must have three parts separated by periods, but it has 1."])
        #expect(purchases.status(of: "com.example.premium") == .granted)
    }
}
