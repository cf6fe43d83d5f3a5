import Firesteel
import FiresteelBase
import FiresteelFlags
import Foundation

/// The contents of the file of a ``FilePurchaseStore``.
///
/// ```json
/// {"version": 1, "products": {"com.example.credits": {"consumed": 2, "entitlements": [
///     {"product": "com.example.credits", "transaction": "2000001", "quantity": 5, "purchased": 1767225600000}]}}}
/// ```
///
/// Times are milliseconds since 1970.
struct PurchaseFile: Codable, Equatable {
    /// The stored purchases of a product.
    struct StoredProduct: Codable, Equatable {
        var consumed = 0
        var entitlements: [Entitlement] = []

        /// The remaining quantity of a consumable.
        var left: Int {
            let bought = entitlements.lazy.filter { $0.revoked == nil }.reduce(0) { $0 + $1.quantity }
            return max(0, bought - consumed)
        }
    }

    /// The valid quantities of one purchase.
    static let quantities = 1...1_000_000
    /// The maximum number of purchases of one product, so that their sum doesn't overflow.
    private static let maximumCount = 1_000_000
    /// The years 1 to 9999, in seconds since 1970: the range of calendars and formats.
    private static let times = -62_135_596_800.0...253_402_300_799.0
    /// The maximum size of a file, in bytes.
    private static let size = 64 << 20

    var version = 1
    var products: [String: StoredProduct] = [:]

    static func read(_ file: URL) -> Result<PurchaseFile, PurchaseFileError> {
        guard FileManager.default.fileExists(atPath: file.path) else { return .success(PurchaseFile()) }
        do {
            let data = Data(try BoundedFile.read(file, limit: size))
            // Parsed strictly before decoding: with duplicate keys, a decoder uses either of them.
            let plain = try JSONValue(json: data)
            guard case .object(let fields) = plain, case .int(let version)? = fields["version"] else {
                return .failure(readError(file, "it has no version"))
            }
            guard version == 1 else {
                return .failure(readError(file, "its version is \(version) instead of 1"))
            }
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .millisecondsSince1970
            let contents = try decoder.decode(PurchaseFile.self, from: data)
            if let words = contents.wrong { return .failure(readError(file, words)) }
            return .success(contents)
        } catch {
            // A decoder names a missing value only in its description.
            let isPlain = error is DecodingError || error is BoundedFile.ReadError
            return .failure(readError(file, isPlain ? "\(error)" : ErrorText(error).message))
        }
    }

    func write(_ file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .millisecondsSince1970
        try FileReplacement.replace(file.path, with: Array(encoder.encode(self)), createsFolder: true)
    }

    /// The reason why the contents are invalid, if any.
    private var wrong: String? {
        for (product, stored) in products.sorted(by: { $0.key < $1.key }) {
            if stored.consumed < 0 { return "\(product) was used \(stored.consumed) times" }
            if stored.entitlements.count > Self.maximumCount {
                return "\(product) was bought \(stored.entitlements.count) times"
            }
            var transactions: Set<String> = []
            for entitlement in stored.entitlements {
                if entitlement.product != product { return "\(product) has a purchase of \(entitlement.product)" }
                if !Self.quantities.contains(entitlement.quantity) {
                    return "\(product) has a purchase of the quantity \(entitlement.quantity)"
                }
                if let time = entitlement.times.first(where: { !Self.times.contains($0.timeIntervalSince1970) }) {
                    let seconds = time.timeIntervalSince1970
                    return "\(product) has a time \(seconds) seconds from 1970, which is out of range"
                }
                if !transactions.insert(entitlement.transaction).inserted {
                    return "the transaction \(entitlement.transaction) of \(product) occurs twice"
                }
            }
        }
        return nil
    }

    private static func readError(_ file: URL, _ words: String) -> PurchaseFileError {
        PurchaseFileError(
            description: "Can't read purchases from \(file.path): \(words). The file is ignored. Move it aside "
                + "to start with an empty one.")
    }
}

/// An error that prevents a purchase file from being read.
struct PurchaseFileError: Error, CustomStringConvertible {
    let description: String
}

extension Entitlement {
    fileprivate var times: [Date] { [purchased, expires, graceEnds, revoked].compactMap { $0 } }

    /// The entitlement with times at the file's precision, so that stored and loaded values are equal.
    var rounded: Entitlement {
        var entitlement = self
        entitlement.purchased = purchased?.rounded
        entitlement.expires = expires?.rounded
        entitlement.graceEnds = graceEnds?.rounded
        entitlement.revoked = revoked?.rounded
        return entitlement
    }
}

extension Date {
    fileprivate var rounded: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 * 1_000).rounded() / 1_000) }
}
