import Firesteel
package import FiresteelPurchases
package import FiresteelTimeline

/// A code for the premium version.
///
/// It is a secret: the timeline, log lines, reports and exports show only that there was one.
package struct GiftCode: Sendable {
    @Secret package var code: String
    package let purchases: FilePurchaseStore

    package init(_ code: String, in purchases: FilePurchaseStore) {
        _code = Secret(code)
        self.purchases = purchases
    }

    /// Whether it has 16 letters and digits.
    ///
    /// Any such code is valid in this example.
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
    /// - Throws: `ExternalInputError` if no folder is open, and the decoder's error.
    package init(from decoder: any Decoder) throws {
        let code = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .code)
        self.init(code, in: try ServedFolder.purchases())
    }
}
