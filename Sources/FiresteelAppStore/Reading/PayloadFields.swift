import FiresteelFlags
import Foundation

/// Reads the fields of a payload, validates type and range, and reports invalid ones.
struct PayloadFields {
    private let fields: [String: JSONValue]

    init(_ fields: [String: JSONValue]) {
        self.fields = fields
    }

    /// The latest time that is taken for one: the end of the year 9999.
    private static let latest = 253_402_300_799_999
    /// The maximum length of a text in bytes.
    private static let longest = 1_024

    private func wrong(_ name: String, _ message: String) -> SignedDataError { .field(.payload, name: name, message) }

    func text(_ name: String) throws(SignedDataError) -> String? {
        switch fields[name] {
        case nil, .null: return nil
        case .string(let text)?:
            guard text.utf8.count <= Self.longest else { throw wrong(name, "is longer than \(Self.longest) bytes") }
            return text
        default: throw wrong(name, "isn't a text")
        }
    }

    func needed(_ name: String) throws(SignedDataError) -> String {
        guard let text = try text(name), !text.isEmpty else { throw wrong(name, "is missing") }
        return text
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(SignedDataError) -> Int? {
        switch fields[name] {
        case nil, .null: return nil
        case .int(let number)?:
            guard range.contains(number) else { throw wrong(name, "is \(number), which is out of range") }
            return number
        case .double(let number)?: throw wrong(name, "is \(number), which isn't a whole number or is out of range")
        default: throw wrong(name, "isn't a number")
        }
    }

    func flag(_ name: String) throws(SignedDataError) -> Bool? {
        switch fields[name] {
        case nil, .null: return nil
        case .bool(let flag)?: return flag
        default: throw wrong(name, "isn't true or false")
        }
    }

    /// Returns a time in milliseconds since 1970.
    func date(_ name: String) throws(SignedDataError) -> Date? {
        try integer(name, in: 0...Self.latest).map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }

    func neededDate(_ name: String) throws(SignedDataError) -> Date {
        guard let date = try date(name) else { throw wrong(name, "is missing") }
        return date
    }

    func identifier(_ name: String) throws(SignedDataError) -> UUID? {
        guard let text = try text(name) else { return nil }
        guard let identifier = UUID(uuidString: text) else { throw wrong(name, "isn't a UUID") }
        return identifier
    }

    /// Returns one of several values, or `nil` for an unknown one, which has no effect.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String, _ type: Choice.Type
    ) throws(SignedDataError) -> Choice? {
        try text(name).flatMap { Choice(rawValue: $0) }
    }

    /// Returns one of several values, and rejects an unknown one.
    func neededChoice<Choice: RawRepresentable<String>>(
        _ name: String, _ type: Choice.Type
    ) throws(SignedDataError) -> Choice {
        let text = try needed(name)
        guard let choice = Choice(rawValue: text) else { throw wrong(name, "has the unknown value “\(text)”") }
        return choice
    }
}
