import Firesteel
package import FiresteelPurchases
package import FiresteelTimeline

/// A code that somebody gave away, which is worth the premium version to whoever knows it.
///
/// It is a secret: the timeline, log lines, reports and exports say that there was one, and no more.
package struct GiftCode: Sendable {
    @Secret package var code: String
    package let purchases: FilePurchaseStore

    package init(_ code: String, in purchases: FilePurchaseStore) {
        _code = Secret(code)
        self.purchases = purchases
    }

    /// Whether it has 16 letters and digits.
    ///
    /// Any such code is one here.
    package var isValid: Bool {
        code.utf8.count == 16 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}

extension GiftCode: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add("Code", $code)
    }
}

extension GiftCode: Decodable {
    private enum Key: String, CodingKey { case code }

    /// Reads the code that is entered in a form of the inspector.
    ///
    /// - Throws: `ExternalInputError` where no folder is open, and what the decoder says.
    package init(from decoder: any Decoder) throws {
        let code = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .code)
        self.init(code, in: try ServedFolder.purchases())
    }
}
