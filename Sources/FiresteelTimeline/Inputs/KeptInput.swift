package import FiresteelBase

/// The coding of an input that is retained for replay, or the reason why there is none.
public enum KeptInput: Sendable, Hashable {
    /// The input as JSON. A hidden value is an object whose only member is `$hidden`, with the type or `true`.
    case json(String)
    /// The coding exceeds the limit of the input's type.
    case tooLarge
    /// The input can't be encoded.
    case notEncodable

    /// The JSON of the input, or `nil` if there is none.
    public var json: String? {
        if case .json(let json) = self { json } else { nil }
    }

    /// The identifier in exports.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .json: "replayable"
        case .tooLarge: "too-large"
        case .notEncodable: "not-encodable"
        }
    }
}

extension KeptInput {
    /// The number of bytes of a part: a coding is recorded in parts, in order.
    static let partSize = TextLimits.note
    /// The maximum number of parts.
    static let maximumParts = TextLimits.keptInput / partSize

    /// The number of ``json(_:)`` in records.
    static let jsonCode: UInt8 = 1

    /// The placeholder for a hidden value of an unknown type.
    package static let hiddenValue: JSONValue = [hiddenMember: true]
    private static let hiddenMember = "$hidden"

    /// Returns the placeholder for a hidden value.
    ///
    /// - Parameter type: The name of the value's type.
    package static func hidden(_ type: String) -> JSONValue { [hiddenMember: .string(type)] }

    /// Returns the placeholder for a value that is to be hidden, which is the value if it is one of a well-known type.
    ///
    /// Another text may be the value itself, of a program with a member of that name.
    package static func placeholder(for value: JSONValue) -> JSONValue {
        guard var type = hiddenType(of: value) else { return hiddenValue }
        if type.hasSuffix("?") { type.removeLast() }
        let isKnown = [
            "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "String", "URL", "UUID",
        ].contains(type)
        return isKnown ? value : hiddenValue
    }

    /// Whether a value is the placeholder for a hidden one.
    package static func isHidden(_ value: JSONValue) -> Bool { value == hiddenValue || hiddenType(of: value) != nil }

    /// Returns the name of the type that a placeholder has, `nil` for one without it and for other values.
    package static func hiddenType(of value: JSONValue) -> String? {
        guard case .object(let members) = value, members.count == 1 else { return nil }
        return members[hiddenMember]?.stringValue
    }

    /// Creates an input from its number in records, without its coding; `nil` for an unknown number.
    init?(code: UInt8) {
        switch code {
        case Self.jsonCode: self = .json("")
        case 2: self = .tooLarge
        case 3: self = .notEncodable
        default: return nil
        }
    }

    /// The number in records.
    var code: UInt8 {
        switch self {
        case .json: Self.jsonCode
        case .tooLarge: 2
        case .notEncodable: 3
        }
    }
}
