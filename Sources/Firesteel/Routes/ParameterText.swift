import FiresteelBase
import Foundation

/// The text of a scalar value in a link.
///
/// Other types encode and decode their own parts.
struct ParameterText {
    /// Reads the value of a text, or returns `nil` if it is invalid.
    let read: (String) -> Any?
    /// Returns the text of a value, or `nil` if it has none.
    let write: (Any) -> String?

    /// Returns the coding of a scalar type, or `nil` for other types.
    static func scalar(_ type: Any.Type) -> ParameterText? {
        switch type {
        case is String.Type: ParameterText(read: { $0 }, write: { $0 as? String })
        case is Bool.Type: ParameterText(read: bool, write: { ($0 as? Bool).map { $0 ? "true" : "false" } })
        case is Date.Type: ParameterText(read: LinkDate.date, write: { ($0 as? Date).flatMap(LinkDate.text) })
        case is URL.Type: ParameterText(read: url, write: { ($0 as? URL)?.absoluteString })
        case is Data.Type:
            ParameterText(read: { Data(base64Encoded: $0) }, write: { ($0 as? Data)?.base64EncodedString() })
        case is Decimal.Type: ParameterText(read: decimal, write: { ($0 as? Decimal).flatMap(text) })
        case let type as any (FixedWidthInteger & LosslessStringConvertible).Type: number(type)
        case let type as any (BinaryFloatingPoint & LosslessStringConvertible).Type: real(type)
        default: nil
        }
    }

    private static func number<Number: FixedWidthInteger & LosslessStringConvertible>(
        _ type: Number.Type
    ) -> ParameterText {
        ParameterText(read: { Number($0) }, write: { ($0 as? Number)?.description })
    }

    /// Returns the coding of finite numbers; NaN equals nothing, not even itself.
    private static func real<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type
    ) -> ParameterText {
        ParameterText(
            read: { text in Number(text).flatMap { $0.isFinite ? $0 : nil } },
            write: { value in (value as? Number).flatMap { $0.isFinite ? $0.description : nil } })
    }

    private static func bool(_ text: String) -> Bool? {
        switch text {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    private static func url(_ text: String) -> URL? {
        text.isEmpty ? nil : URL(string: text, encodingInvalidCharacters: false)
    }

    /// Returns the number if it is the whole text, because Foundation ignores trailing characters.
    private static func decimal(_ text: String) -> Decimal? {
        let body = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = body.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }), body.count <= 170 else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }

    private static func text(_ decimal: Decimal) -> String? { decimal.isFinite ? "\(decimal)" : nil }
}
