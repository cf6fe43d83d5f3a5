/// A parsed text: its bytes and their tokens.
///
/// Values are created on demand, so that reading part of a text costs only that part.
package struct JSONDocument: Sendable {
    package let bytes: [UInt8]
    package let tokens: ContiguousArray<JSONToken>

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, without a byte order mark.
    ///   - maximumBytes: The maximum size; at most 2³² − 1.
    ///   - maximumDepth: The maximum nesting of arrays and objects.
    package init(
        _ bytes: [UInt8], maximumBytes: Int = 64 << 20, maximumDepth: Int = 256
    ) throws(JSONScanError) {
        tokens = try bytes.withUnsafeBufferPointer { buffer throws(JSONScanError) in
            try JSONScanner.scan(
                buffer, maximumBytes: min(maximumBytes, Int(UInt32.max)), maximumDepth: maximumDepth)
        }
        self.bytes = bytes
    }

    /// Parses a text within limits.
    ///
    /// - Throws: The first error, with its line and column.
    package init(_ bytes: [UInt8], within limits: JSONLimits) throws(JSONError) {
        do {
            self = try JSONDocument(bytes, maximumBytes: limits.bytes, maximumDepth: limits.depth)
        } catch {
            let position = error.position(in: bytes)
            throw JSONError(line: position.line, column: position.column, message: error.message)
        }
    }

    /// Returns the bytes between a text's quotes.
    static func raw(_ token: JSONToken, _ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = Int(token.offset) + 1
        return bytes[start..<(start + token.length)]
    }

    /// Returns the index of the token after a value.
    @inlinable
    package func end(of token: Int) -> Int {
        tokens[token].isContainer ? tokens[token].end : token + 1
    }

    /// Returns a text, with its escapes resolved.
    package func text(_ index: Int) -> String {
        let token = tokens[index]
        return bytes.withUnsafeBufferPointer { bytes in
            let raw = UnsafeBufferPointer(rebasing: Self.raw(token, bytes))
            return token.kind == .escapedText ? JSONEscape.resolve(raw) : String(decoding: raw, as: UTF8.self)
        }
    }

    /// Returns whether a text equals another.
    ///
    /// Compares bytes without creating a string, unless there are escapes.
    package func isText(_ index: Int, _ text: StaticString) -> Bool {
        let token = tokens[index]
        guard token.kind == .text else {
            return token.kind == .escapedText && self.text(index) == text.description
        }
        guard token.length == text.utf8CodeUnitCount else { return false }
        let start = Int(token.offset) + 1
        for index in 0..<token.length where bytes[start + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Returns the value of an object's member, or `nil` if there is no member with that name.
    package func member(_ name: StaticString, of object: Int) -> Int? {
        var index = object + 1
        for _ in 0..<tokens[object].count {
            if isText(index, name) { return index + 1 }
            index = end(of: index + 1)
        }
        return nil
    }

    /// Returns the text, whose value is an object, without one of its members.
    package func bytes(withoutMember name: StaticString) -> [UInt8] {
        guard let value = member(name, of: 0) else { return bytes }
        let start = Int(tokens[value - 1].offset)
        let next = end(of: value)
        guard next == tokens[0].end else { return Array(bytes[..<start] + bytes[Int(tokens[next].offset)...]) }
        // The last member, with the comma before it if it isn't the first.
        let isFirst = value == 2
        let bracket = bytes.lastIndex(of: UInt8(ascii: "}")) ?? bytes.count
        let cut = isFirst ? start : bytes[..<start].lastIndex(of: UInt8(ascii: ",")) ?? start
        return Array(bytes[..<cut] + bytes[bracket...])
    }

    package func value(_ index: Int) -> JSONValue {
        let token = tokens[index]
        switch token.kind {
        case .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .int: return .int(Int(truncatingIfNeeded: Int64(bitPattern: token.payload)))
        case .double: return .double(Double(bitPattern: token.payload))
        case .text, .escapedText: return .string(text(index))
        case .array: return .array(elements(of: index))
        case .object: return .object(members(of: index))
        }
    }

    /// Returns the elements of an array.
    package func elements(of array: Int) -> [JSONValue] {
        var values: [JSONValue] = []
        values.reserveCapacity(tokens[array].count)
        var index = array + 1
        for _ in 0..<tokens[array].count {
            values.append(value(index))
            index = end(of: index)
        }
        return values
    }

    /// Returns the members of an object.
    package func members(of object: Int) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members.reserveCapacity(tokens[object].count)
        var index = object + 1
        for _ in 0..<tokens[object].count {
            members[text(index)] = value(index + 1)
            index = end(of: index + 1)
        }
        return members
    }
}
