import Firesteel
import FiresteelPermissions
import FiresteelPurchases
import FiresteelReports
import FiresteelTesting
import Foundation
import TestSupport
import Testing

@Suite("Sections of debug reports", .enabled(if: ZipReader.isThere, "unzip and python3 read what was written"))
struct ReportSectionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Purchases have each product's status, its source and its features, and no transaction")
    func purchases() async throws {
        let tracker = TestPurchaseTracker("Shop", otherwise: .notPurchased)
        tracker.buy(Entitlement(product: "credits", transaction: "transaction-planted", quantity: 7))
        let debug = DebugPurchaseTracker()
        debug.set(.denied, for: "premium")
        let test = try TestRuntime(Shop.self) { $0.sources = [Purchases([tracker, debug])] }
        let written = try await DebugReport(test.runtime).write(.zip, to: folder.url)
        let texts = try ZipReader.texts(written.url)
        let table = try rows(texts["purchases/purchases.json"])
        #expect(
            table == [
                ["premium", "Non-consumable", "notPurchased", "", "", "Override", "overridden", "Shop/Gold"],
                ["credits", "Consumable", "purchased", "7", "", "Shop", "", "Shop/Gold"],
            ])
        #expect(!texts.values.contains { $0.contains("transaction-planted") })
    }

    @Test("Permissions have their status, its reason, and the features that need them")
    func permissions() async throws {
        let permissions = Permissions([
            ScriptedPermission(.contacts, .denied), ScriptedPermission(.camera, .authorized),
        ])
        permissions.setOverride(PermissionReading(.restricted, because: "Tried out"), for: .camera)
        let test = try TestRuntime(Shop.self) { $0.sources = [permissions] }
        let written = try await DebugReport(test.runtime).write(.zip, to: folder.url)
        let table = try rows(try ZipReader.texts(written.url)["permissions/permissions.json"])
        #expect(Set(table.map { $0[0] }) == ["Camera", "Contacts"])
        #expect(table.contains(["Contacts", "denied", "", "", "Shop/Inviting"]))
        #expect(table.contains(["Camera", "restricted", "Tried out", "overridden", ""]))
    }

    @Test("A program that has neither says so")
    func nothing() async throws {
        let test = try makeBank()
        let written = try await DebugReport(test.runtime).write(.html, to: folder.url)
        let page = try String(contentsOf: written.url, encoding: .utf8)
        #expect(page.contains("No feature requires a product.") && page.contains("No feature requires a permission."))
    }

    @Test("A file that throws or has an invalid name is reported, and everything else is included")
    func failingFiles() async throws {
        let test = try makeBank()
        let section = GivenSection { _ in
            ReportContent(files: [
                ReportFile("good.txt", "good"), ReportFile("../up.txt", "no"), ReportFile("good.txt", "again"),
                ReportFile(lines: "ledger.txt") { _ in throw BankError(description: "The ledger is closed") },
                ReportFile("last.txt", "last"),
            ])
        }
        let written = try await DebugReport(test.runtime, adding: [section]).write(.zip, to: folder.url)
        let texts = try ZipReader.texts(written.url)
        #expect(texts["given/good.txt"] == "good" && texts["given/last.txt"] == "last")
        #expect(texts["flags/flags.json"] != nil && texts["up.txt"] == nil)
        #expect(Set(written.failures.keys) == ["given/../up.txt", "given/good.txt", "given/ledger.txt"])
        #expect(written.failures["given/ledger.txt"] == "The ledger is closed")
        #expect(texts["manifest.json"]?.contains("The ledger is closed") == true)
    }

    /// The rows of a section's only table.
    private func rows(_ json: String?) throws -> [[String]] {
        let parts = try JSONSerialization.jsonObject(with: Data(try #require(json).utf8)) as? [[String: Any]]
        return try #require(parts?.first?["rows"] as? [[String]])
    }

    enum Shop: FeatureGroup { static let subfeatures = features(Gold.self, Inviting.self) }

    enum Gold: ConditionalFeature {
        static var constraints: Constraints {
            Purchase(Product("premium", .nonConsumable, name: "Premium"))
            Purchase(Product("credits", .consumable, name: "Credits"))
        }
    }

    enum Inviting: ConditionalFeature {
        static var constraints: Constraints { Permission(.contacts) }
    }
}
