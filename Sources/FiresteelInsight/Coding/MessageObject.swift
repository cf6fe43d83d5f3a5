package import FiresteelBase

/// An object of a message, whose members are read with their types and limits.
struct MessageObject {
    let path: String
    private let members: [String: JSONValue]

    init(_ value: JSONValue, at path: String = "") throws(InsightMessageError) {
        guard case .object(let members) = value else { throw InsightMessageError(path, "it isn't an object") }
        self.path = path
        self.members = members
    }

    func path(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Returns a text; a missing one is the default, if there is one.
    func text(
        _ name: String, default value: String? = nil, limit: Int = SegmentLimits.text
    ) throws(InsightMessageError) -> String {
        switch members[name] {
        case .string(let text)?: return try Self.checked(text, at: path(name), limit: limit)
        case nil:
            guard let value else { throw InsightMessageError(path(name), "it is missing") }
            return value
        default: throw InsightMessageError(path(name), "it isn't a text")
        }
    }

    /// Returns an integer; a missing one is the default, if there is one.
    func int(
        _ name: String, in range: ClosedRange<Int> = 0...Int.max, default value: Int? = nil
    ) throws(InsightMessageError) -> Int {
        switch members[name] {
        case .int(let number)?:
            guard range.contains(number) else {
                throw InsightMessageError(path(name), "\(number) isn't from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        case nil:
            guard let value else { throw InsightMessageError(path(name), "it is missing") }
            return value
        default: throw InsightMessageError(path(name), "it isn't a whole number")
        }
    }

    /// Returns an integer of at least zero, or `nil` if it is missing.
    func optionalInt(_ name: String) throws(InsightMessageError) -> Int? {
        members[name] == nil ? nil : try int(name)
    }

    /// Returns whether a member is true; a missing one isn't.
    func bool(_ name: String) throws(InsightMessageError) -> Bool {
        switch members[name] {
        case .bool(let value)?: return value
        case nil: return false
        default: throw InsightMessageError(path(name), "it isn't true or false")
        }
    }

    /// Returns a text, or `nil` if it is missing or empty.
    func optionalText(_ name: String, limit: Int = SegmentLimits.text) throws(InsightMessageError) -> String? {
        let text = try text(name, default: "", limit: limit)
        return text.isEmpty ? nil : text
    }

    /// Returns a case of an enumeration, or `nil` if it is missing.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String, _ description: String
    ) throws(InsightMessageError) -> Choice? {
        guard let text = try optionalText(name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw InsightMessageError(path(name), "“\(text)” isn't \(description)")
        }
        return choice
    }

    /// Returns an object, or `nil` if it is missing.
    func object(_ name: String) throws(InsightMessageError) -> MessageObject? {
        guard let value = members[name] else { return nil }
        return try MessageObject(value, at: path(name))
    }

    /// Returns the elements of a list; a missing one is empty.
    func list<Element>(
        _ name: String, limit: Int, _ read: (JSONValue, String) throws(InsightMessageError) -> Element
    ) throws(InsightMessageError) -> [Element] {
        guard let value = members[name] else { return [] }
        guard case .array(let values) = value else { throw InsightMessageError(path(name), "it isn't a list") }
        guard values.count <= limit else {
            throw InsightMessageError(
                path(name), "it has \(values.count) elements, and \(limit) are allowed", limit: .elements)
        }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for (index, value) in values.enumerated() { elements.append(try read(value, "\(path(name))[\(index)]")) }
        return elements
    }

    /// Returns the elements of a list of texts.
    func texts(
        _ name: String, limit: Int, textLimit: Int = SegmentLimits.text
    ) throws(InsightMessageError) -> [String] {
        try list(name, limit: limit) { (value, path) throws(InsightMessageError) in
            guard case .string(let text) = value else { throw InsightMessageError(path, "it isn't a text") }
            return try Self.checked(text, at: path, limit: textLimit)
        }
    }

    /// Returns the positive counts of an object; a missing one is empty.
    func counts(_ name: String, limit: Int) throws(InsightMessageError) -> [String: Int] {
        guard let object = try object(name) else { return [:] }
        guard object.members.count <= limit else {
            throw InsightMessageError(
                path(name), "it has \(object.members.count) members, and \(limit) are allowed", limit: .elements)
        }
        var counts: [String: Int] = [:]
        for name in object.members.keys {
            counts[try Self.checked(name, at: object.path)] = try object.int(name, in: 1...Self.maximumCount)
        }
        return counts
    }

    /// The largest count; sums of a billion of them don't overflow.
    static let maximumCount = 1 << 32

    /// Returns a text if it is within a limit of bytes and can be stored.
    static func checked(
        _ text: String, at path: String, limit: Int = SegmentLimits.text
    ) throws(InsightMessageError) -> String {
        guard text.utf8.count <= limit else {
            throw InsightMessageError(
                path, "it has \(text.utf8.count) bytes, and \(limit) are allowed", limit: .text)
        }
        // No program sends one, and databases can't store it.
        guard !text.utf8.contains(0) else { throw InsightMessageError(path, "it contains a NUL character") }
        return text
    }
}

extension JSONValue {
    /// The maximum nesting of lists and objects in a message.
    private static let maximumDepth = 16

    /// Parses a message of at most a number of bytes.
    package init(message bytes: [UInt8], maximumBytes: Int) throws(InsightMessageError) {
        guard bytes.count <= maximumBytes else {
            throw InsightMessageError(
                "", "it has \(bytes.count) bytes, and \(maximumBytes) are allowed", limit: .inflated)
        }
        do {
            self = try JSONDocument(bytes, maximumBytes: maximumBytes, maximumDepth: Self.maximumDepth).value(0)
        } catch {
            let isDeep = (try? JSONDocument(bytes, maximumBytes: maximumBytes, maximumDepth: 1_024)) != nil
            let reason = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
            throw InsightMessageError(
                "", "it isn't JSON at byte \(error.offset): \(reason)", limit: isDeep ? .nesting : nil)
        }
    }
}
