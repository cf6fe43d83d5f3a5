import Firesteel
import FiresteelPurchases
import FiresteelTesting
import Foundation
import TestSupport
import Testing

@Suite("Purchases kept in a file")
struct FilePurchaseStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "purchases-\(UUID())")
    private var file: URL { folder.appending(path: "deep/purchases.json") }

    @Test("Recorded and consumed products are read at the next start")
    func keeps() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = Date()
        let store = FilePurchaseStore(file)
        #expect(store.snapshot(of: "credits") == .notPurchased && store.fault == nil)
        try store.record(
            Entitlement(
                product: "monthly", transaction: "m", purchased: now, expires: now.addingTimeInterval(0.123_456),
                graceEnds: now.addingTimeInterval(9)))
        try store.record(Entitlement(product: "credits", transaction: "a", quantity: 3))
        try store.record(Entitlement(product: "credits", transaction: "b", quantity: 2))
        try store.consume(4, of: "credits")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let again = FilePurchaseStore(file)
        for product in ["credits", "monthly", "other"] {
            #expect(again.snapshot(of: product) == store.snapshot(of: product))
        }
        #expect(again.entitlements == store.entitlements && again.entitlements.count == 3)
        #expect(throws: PurchaseError.notEnough(product: "credits", available: 1, wanted: 2)) {
            try again.consume(2, of: "credits")
        }
        try again.remove("credits")
        #expect(FilePurchaseStore(file).snapshot(of: "credits") == .notPurchased)
    }

    @Test("A transaction that is recorded twice counts once, and the later record holds")
    func twice() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FilePurchaseStore(file)
        let purchases = Purchases([store])
        let entitlement = Entitlement(product: "credits", transaction: "a", quantity: 3)
        try store.record(entitlement)
        try store.record(entitlement)
        #expect(purchases.status(of: .credits).quantity == 3)
        var refunded = entitlement
        refunded.revoked = Date(timeIntervalSince1970: 1)
        try store.record(refunded)
        #expect(purchases.status(of: .credits).state == .revoked)
        #expect(throws: PurchaseError.quantity(0)) {
            try store.record(Entitlement(product: "credits", transaction: "b", quantity: 0))
        }
    }

    @Test("A feature changes with the record")
    func follows() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FilePurchaseStore(file)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([store])] }
        #expect(!test.runtime.availability(of: Gold.self).isAvailable)
        try store.record(Entitlement(product: "premium", transaction: "1"))
        #expect(test.runtime.availability(of: Gold.self).isAvailable)
    }

    @Test(
        "A damaged file is reported, grants and denies nothing, and isn't overwritten",
        arguments: [
            "", "{", "[]", "null", #"{"products":{}}"#, #"{"version":2,"products":{}}"#, #"{"version":1}"#,
            #"{"version":1,"products":{"premium":{"consumed":0}}}"#,
            #"{"version":1,"products":{"premium":{"consumed":0,"entitlements":[{"product":"other","transaction":"1","quantity":1}]}}}"#,
            #"{"version":1,"products":{"premium":{"consumed":0,"entitlements":[{"product":"premium","transaction":"1","quantity":0}]}}}"#,
            #"{"version":1,"products":{"premium":{"consumed":-1,"entitlements":[]}}}"#,
            #"{"version":1,"products":{"premium":{"consumed":0,"entitlements":[{"product":"premium","transaction":"1","quantity":1},{"product":"premium","transaction":"1","quantity":1}]}}}"#,
            #"{"version":1,"products":{"premium":{"consumed":0,"consumed":0,"entitlements":[]}}}"#,
            #"{"version":1,"products":{"premium":{"consumed":0,"entitlements":[{"product":"premium","transaction":"1","quantity":1e99}]}}}"#,
            #"{"version":1,"products":{"premium":{"consumed":0,"entitlements":[{"product":"premium","transaction":"1","quantity":1,"expires":1e300}]}}}"#,
            "{\"version\":1,\"products\":{\"premium\":\u{0}}}",
        ])
    func damaged(text: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        let store = FilePurchaseStore(file)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([store])] }
        #expect(store.fault?.contains(file.path) == true)
        #expect(test.runtime.faults.contains { $0.description.contains(file.path) })
        #expect(test.runtime.availability(of: Gold.self).state == .undetermined)
        #expect(throws: PurchaseError.self) { try store.record(Entitlement(product: "premium", transaction: "1")) }
        #expect(throws: PurchaseError.self) { try store.consume(1, of: "credits") }
        #expect(try Data(contentsOf: file) == Data(text.utf8))

        let aside = try #require(try store.setAside())
        #expect(try Data(contentsOf: aside) == Data(text.utf8))
        #expect(store.fault == nil && test.runtime.availability(of: Gold.self).state == .unavailable)
        try store.record(Entitlement(product: "premium", transaction: "1"))
        #expect(test.runtime.availability(of: Gold.self).isAvailable)
        #expect(try store.setAside() == nil)
    }

    @Test("A pipe at its path doesn't stop the program, and a file that is too large isn't read")
    func notRegular() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try #require(mkfifo(file.path, 0o600) == 0)
        #expect(FilePurchaseStore(file).fault?.contains("It isn't a regular file.") == true)
        try FileManager.default.removeItem(at: file)

        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        #expect(FilePurchaseStore(file).fault?.contains("It has 1099511627776 bytes; the limit is 67108864.") == true)
    }

    @Test("A file that can't be read for now is read later, and is not set aside then", arguments: 0..<3)
    func readLater(way: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let kept = Entitlement(product: "premium", transaction: "1")
        try FilePurchaseStore(file).record(kept)
        // A folder at its path, which no user can read as a file.
        let elsewhere = folder.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: file, to: elsewhere)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let store = FilePurchaseStore(file)
        let test = try TestRuntime(App.self) { $0.sources = [Purchases([store])] }
        #expect(!store.reload())
        #expect(test.runtime.availability(of: Gold.self).state == .undetermined)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: elsewhere, to: file)
        switch way {
        case 0: #expect(store.reload())
        case 1: try store.record(Entitlement(product: "credits", transaction: "2"))
        default: #expect(try store.setAside() == nil)
        }
        #expect(test.runtime.availability(of: Gold.self).isAvailable)
        #expect(store.fault == nil && store.entitlements.contains(kept))
    }

    @Test("Purchases that can't be stored don't count")
    func unwritable() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A file stands where the folder would be.
        try Data().write(to: folder.appending(path: "deep"))
        let store = FilePurchaseStore(file)
        #expect(throws: PurchaseError.self) { try store.record(Entitlement(product: "premium", transaction: "1")) }
        #expect(store.snapshot(of: "premium") == .notPurchased)
    }

    @Test("Whatever is recorded and used, in any order, a model says the same, and so does the file", arguments: 0..<20)
    func model(seed: UInt64) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = SplitMix64(seed: seed)
        var store = FilePurchaseStore(file)
        var bought: [String: (quantity: Int, isRevoked: Bool)] = [:]
        var used = 0
        for _ in 0..<60 {
            let left = max(0, bought.values.filter { !$0.isRevoked }.reduce(-used) { $0 + $1.quantity })
            #expect(Purchases([store]).status(of: .credits).quantity == left)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: store = FilePurchaseStore(file)
            case 1, 2:
                let transaction = "\(Int.random(in: 0..<8, using: &random))"
                let quantity = Int.random(in: 1...5, using: &random)
                let isRevoked = Int.random(in: 0..<4, using: &random) == 0
                bought[transaction] = (quantity, isRevoked)
                try store.record(
                    Entitlement(
                        product: "credits", transaction: transaction, quantity: quantity,
                        revoked: isRevoked ? Date(timeIntervalSince1970: 1) : nil))
            default:
                let wanted = Int.random(in: 1...6, using: &random)
                if wanted <= left {
                    try store.consume(wanted, of: "credits")
                    used += wanted
                } else {
                    #expect(throws: PurchaseError.self) { try store.consume(wanted, of: "credits") }
                }
            }
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(Gold.self) }
    enum Gold: ConditionalFeature { static var constraints: Constraints { Purchase(.premium) } }
}
