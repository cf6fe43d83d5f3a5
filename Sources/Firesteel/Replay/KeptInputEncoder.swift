import FiresteelBase
import FiresteelTimeline
import Foundation

extension KeptInput {
    /// Encodes an input, or finds the reason why it can't be retained.
    @usableFromInline
    init<Input: ReplayableInput>(encoding input: Input) {
        let limit = min(Input.replayLimit, TextLimits.keptInput)
        let place = KeptInputPlace()
        let budget = KeptInputBudget(bytes: limit, hiddenKeys: Input.hiddenKeys)
        do {
            try KeptInputEncoder(place: place, budget: budget, depth: 0).encode(input)
            try budget.check()
        } catch KeptInputEncoder.StopError.tooLarge {
            self = .tooLarge
            return
        } catch {
            self = .notEncodable
            return
        }
        for key in budget.unusedKeys { place.addMember(key)?.set(KeptInput.hiddenValue) }
        var writer = JSONWriter()
        place.write(to: &writer)
        self = writer.bytes.count <= limit ? .json(String(decoding: writer.bytes, as: UTF8.self)) : .tooLarge
    }
}

/// Encodes an input to JSON, without its hidden values, and only up to its limit.
///
/// Hidden values are never encoded. Encoding ends when the limit is exceeded, so that a large input costs as little as one
/// at the limit.
struct KeptInputEncoder: Encoder {
    /// An error that ends the encoding.
    enum StopError: Error { case tooLarge, tooDeep, notJSON }

    /// The maximum nesting of values.
    static let maximumDepth = 16

    let place: KeptInputPlace
    let budget: KeptInputBudget
    let depth: Int

    /// Empty, because an error is never shown.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.becomeObject()
        return KeyedEncodingContainer(KeptInputKeyedContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.becomeArray()
        return KeptInputListContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { KeptInputValueContainer(encoder: self) }

    func encode(_ value: some Encodable) throws {
        guard depth <= Self.maximumDepth else { throw StopError.tooDeep }
        guard let scalar = try Self.scalar(value) else {
            try budget.spend(1)
            // Its keys would be elements of an array, and hide nothing.
            if budget.hasHiddenKeys, let keys = value as? any DictionaryKeys, !keys.areMembers {
                throw StopError.notJSON
            }
            return try value.encode(to: self)
        }
        try set(scalar)
    }

    func set(_ value: JSONValue) throws {
        try budget.spend(value.stringValue?.utf8.count ?? 1)
        place.set(value)
    }

    /// Returns the encoder for the value of a key.
    ///
    /// The value of a hidden one is discarded.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value, `nil` if its parts are encoded one by one.
    func nested(_ key: String, _ type: Any.Type? = nil) -> KeptInputEncoder {
        guard budget.allows(key.utf8.count + 1, at: depth) else { return below(KeptInputPlace()) }
        let member = place.addMember(key) ?? KeptInputPlace()
        guard budget.hides(key) else { return below(member) }
        member.set(type.map { KeptInput.hidden(swiftName(of: $0)) } ?? KeptInput.hiddenValue)
        return below(KeptInputPlace())
    }

    /// Returns the encoder for the next element of an array.
    func element() -> KeptInputEncoder {
        guard budget.allows(1, at: depth) else { return below(KeptInputPlace()) }
        return below(place.addElement() ?? KeptInputPlace())
    }

    private func below(_ place: KeptInputPlace) -> KeptInputEncoder {
        KeptInputEncoder(place: place, budget: budget, depth: depth + 1)
    }

    /// Returns a value that is one JSON value, as a `JSONDecoder` decodes it; `nil` for others.
    private static func scalar(_ value: some Encodable) throws -> JSONValue? {
        switch value {
        case let text as String: return .string(text)
        case let number as Int: return .int(number)
        case let bool as Bool: return .bool(bool)
        case let number as Double: return .double(try finite(number))
        case let number as Float: return .double(try finite(Double(number)))
        case let address as URL: return .string(address.absoluteString)
        case let data as Data:
            guard data.count <= TextLimits.keptInput else { throw StopError.tooLarge }
            return .string(data.base64EncodedString())
        case let number as Decimal: return try JSONValue(json: Array(number.description.utf8))
        case let number as any BinaryInteger:
            guard let int = Int(exactly: number) else { throw StopError.notJSON }
            return .int(int)
        default: return nil
        }
    }

    private static func finite(_ number: Double) throws -> Double {
        guard number.isFinite else { throw StopError.notJSON }
        return number
    }
}

/// The number of bytes that an encoding may still use, and the keys that it hides.
final class KeptInputBudget {
    private var bytes: Int
    private let hiddenKeys: [String]
    private var usedKeys: Set<String> = []

    init(bytes: Int, hiddenKeys: [String]) {
        self.bytes = bytes
        self.hiddenKeys = hiddenKeys
    }

    var hasHiddenKeys: Bool { !hiddenKeys.isEmpty }

    /// The hidden keys that were not encoded.
    var unusedKeys: [String] { hiddenKeys.filter { !usedKeys.contains($0) } }

    func spend(_ count: Int) throws {
        bytes -= count
        if bytes < 0 { throw KeptInputEncoder.StopError.tooLarge }
    }

    /// Spends what a container that can't throw needs; `false` if it is too much, which the next value reports.
    func allows(_ count: Int, at depth: Int) -> Bool {
        bytes = depth < KeptInputEncoder.maximumDepth ? bytes - count : min(bytes, 0) - count
        return bytes >= 0
    }

    /// - Throws: `tooLarge` if more was spent than there is.
    func check() throws {
        if bytes < 0 { throw KeptInputEncoder.StopError.tooLarge }
    }

    func hides(_ key: String) -> Bool {
        guard hiddenKeys.contains(key) else { return false }
        usedKeys.insert(key)
        return true
    }
}

/// A value of the JSON that is being encoded.
final class KeptInputPlace {
    private enum Content {
        case value(JSONValue)
        case array([KeptInputPlace])
        case object([(name: String, place: KeptInputPlace)])
    }

    private var content: Content?

    /// Writes the value, with members in the order in which they were encoded.
    ///
    /// An input that encodes nothing is an empty object.
    func write(to writer: inout JSONWriter) {
        switch content {
        case nil: writer.write(.object([:]))
        case .value(let value): writer.write(value)
        case .array(let elements):
            writer.bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
                element.write(to: &writer)
            }
            writer.bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            writer.bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
                writer.write(.string(member.name))
                writer.bytes.append(UInt8(ascii: ":"))
                member.place.write(to: &writer)
            }
            writer.bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The number of elements of an array.
    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    func set(_ value: JSONValue) { content = .value(value) }

    func becomeObject() {
        if case .object = content { return }
        content = .object([])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    /// Adds a member, or returns `nil` if it isn't an object.
    ///
    /// A member that is encoded again replaces the first.
    func addMember(_ name: String) -> KeptInputPlace? {
        guard case .object(var members) = content else { return nil }
        // Otherwise it would be copied.
        content = nil
        let member = KeptInputPlace()
        if let known = members.firstIndex(where: { $0.name == name }) {
            members[known].place = member
        } else {
            members.append((name, member))
        }
        content = .object(members)
        return member
    }

    /// Adds an element, or returns `nil` if it isn't an array.
    func addElement() -> KeptInputPlace? {
        guard case .array(var elements) = content else { return nil }
        content = nil
        let element = KeptInputPlace()
        elements.append(element)
        content = .array(elements)
        return element
    }
}

/// A dictionary, whose keys may be members of an object or not.
private protocol DictionaryKeys {
    var areMembers: Bool { get }
}

extension Dictionary: DictionaryKeys {
    fileprivate var areMembers: Bool {
        Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    }
}
