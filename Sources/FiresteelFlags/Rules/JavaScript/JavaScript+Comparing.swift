extension JavaScript {
    /// `first === second` for values from JSON: arrays and objects are identical only to themselves, and therefore
    /// never here.
    static func isIdentical(_ first: JSONValue, _ second: JSONValue) -> Bool {
        switch (first, second) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.string(let first), .string(let second)): CodeUnits.areEqual(first, second)
        case (.int, .int), (.int, .double), (.double, .int), (.double, .double): number(first) == number(second)
        default: false
        }
    }

    /// `first == second`.
    static func isEqual(_ first: JSONValue, _ second: JSONValue) -> Bool {
        switch (first, second) {
        case (.null, _), (_, .null): first == .null && second == .null
        case (.string(let first), .string(let second)): CodeUnits.areEqual(first, second)
        case (.array, .array), (.array, .object), (.object, .array), (.object, .object): false
        case (.array, .string), (.string, .array), (.object, .string), (.string, .object):
            CodeUnits.areEqual(text(first), text(second))
        default: number(first) == number(second)
        }
    }

    /// `first < second`, or `nil` if one of them isn't a number.
    static func isLess(_ first: JSONValue, _ second: JSONValue) -> Bool? {
        switch (first, second) {
        case (.string(let first), .string(let second)): return CodeUnits.isLess(first, second)
        case (.array, .string), (.string, .array), (.object, .string), (.string, .object), (.array, .array),
            (.array, .object), (.object, .array), (.object, .object):
            return CodeUnits.isLess(text(first), text(second))
        default:
            let (first, second) = (number(first), number(second))
            return first.isNaN || second.isNaN ? nil : first < second
        }
    }
}

/// Comparison of texts as in JavaScript: by UTF-16 code units, so that two spellings of one character differ.
package enum CodeUnits {
    /// Returns whether two texts are equal, byte for byte.
    package static func areEqual(_ first: String, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return withBytes(first) { first in withBytes(second) { second in areEqual(first, second) } }
    }

    /// Requires texts of equal length.
    static func areEqual(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
        let (one, other) = (UnsafeRawBufferPointer(first), UnsafeRawBufferPointer(second))
        let count = one.count
        var index = 0
        while index + 8 <= count {
            guard
                one.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    == other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            else { return false }
            index += 8
        }
        while index < count {
            guard one[index] == other[index] else { return false }
            index += 1
        }
        return true
    }

    /// Returns whether the first text precedes the second.
    static func isLess(_ first: String, _ second: String) -> Bool {
        withBytes(first) { first in
            withBytes(second) { second in
                let common = min(first.count, second.count)
                var index = 0
                while index < common, first[index] == second[index] { index += 1 }
                guard index < common else { return first.count < second.count }
                let (one, other) = (first[index], second[index])
                // Surrogates precede U+E000 to U+FFFF in UTF-16 and follow them in UTF-8.
                if one >= 0xF0, other == 0xEE || other == 0xEF { return true }
                if other >= 0xF0, one == 0xEE || one == 0xEF { return false }
                return one < other
            }
        }
    }

    /// Calls the body with a text's UTF-8, without a copy if it is contiguous, as in all native Swift strings.
    @inline(__always)
    static func withBytes<R>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
