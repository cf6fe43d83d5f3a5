/// A version in the order of Semantic Versioning 2.0.0, with flagd's extensions: a leading `v` or `V`, and `1` or `1.2`
/// for `1.2.0`.
///
/// It refers to the text from which it was parsed, so parsing allocates nothing, and its numbers have any length.
package struct SemanticVersion {
    /// The ranges of the numbers' digits in the text; empty for 0.
    let major: Range<Int>
    let minor: Range<Int>
    let patch: Range<Int>
    /// The range of the pre-release in the text; empty if there is none.
    let preRelease: Range<Int>

    /// Parses a version; `nil` if it is invalid.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var reader = Reader(bytes: bytes)
        if reader.next | 0x20 == UInt8(ascii: "v") { reader.index += 1 }
        guard let major = reader.number() else { return nil }
        var (minor, patch) = (0..<0, 0..<0)
        var preRelease = 0..<0
        if reader.skip(UInt8(ascii: ".")) {
            guard let number = reader.number() else { return nil }
            minor = number
            if reader.skip(UInt8(ascii: ".")) {
                guard let number = reader.number() else { return nil }
                patch = number
                if reader.skip(UInt8(ascii: "-")) {
                    guard let range = reader.identifiers(areNumbersStrict: true) else { return nil }
                    preRelease = range
                }
                if reader.skip(UInt8(ascii: "+")), reader.identifiers(areNumbersStrict: false) == nil { return nil }
            }
        }
        guard reader.index == bytes.count else { return nil }
        (self.major, self.minor, self.patch, self.preRelease) = (major, minor, patch, preRelease)
    }

    /// Returns a negative number if the first version precedes the second, 0 if they have equal precedence, otherwise a
    /// positive number.
    static func compare(
        _ first: SemanticVersion, _ firstBytes: UnsafeBufferPointer<UInt8>,
        _ second: SemanticVersion, _ secondBytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var order = compareNumbers(firstBytes[first.major], secondBytes[second.major])
        if order == 0 { order = compareNumbers(firstBytes[first.minor], secondBytes[second.minor]) }
        if order == 0 { order = compareNumbers(firstBytes[first.patch], secondBytes[second.patch]) }
        if order != 0 { return order }
        // A release follows its pre-releases.
        if first.preRelease.isEmpty || second.preRelease.isEmpty {
            return (first.preRelease.isEmpty ? 1 : 0) - (second.preRelease.isEmpty ? 1 : 0)
        }
        var one = Identifiers(bytes: firstBytes, range: first.preRelease)
        var other = Identifiers(bytes: secondBytes, range: second.preRelease)
        while true {
            switch (one.next(), other.next()) {
            case (nil, nil): return 0
            case (nil, _?): return -1
            case (_?, nil): return 1
            case (let left?, let right?):
                let order = Identifiers.compare(left, right)
                if order != 0 { return order }
            }
        }
    }
}

extension SemanticVersion {
    /// Compares numbers without leading zeros by value.
    static func compareNumbers(
        _ first: Slice<UnsafeBufferPointer<UInt8>>, _ second: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int {
        if first.count != second.count { return first.count < second.count ? -1 : 1 }
        if first.elementsEqual(second) { return 0 }
        return first.lexicographicallyPrecedes(second) ? -1 : 1
    }

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0

        var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            index += 1
            return true
        }

        /// Parses a number without leading zeros, and returns the range of its digits; an empty one for 0.
        mutating func number() -> Range<Int>? {
            let start = index
            while next &- UInt8(ascii: "0") < 10 { index += 1 }
            guard index > start else { return nil }
            guard bytes[start] == UInt8(ascii: "0") else { return start..<index }
            return index == start + 1 ? start..<start : nil
        }

        /// Parses non-empty identifiers, separated by periods.
        mutating func identifiers(areNumbersStrict: Bool) -> Range<Int>? {
            let start = index
            var begin = index
            var isNumber = true
            while true {
                let byte = next
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): index += 1
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
                    isNumber = false
                    index += 1
                default:
                    guard index > begin else { return nil }
                    if areNumbersStrict, isNumber, index - begin > 1, bytes[begin] == UInt8(ascii: "0") { return nil }
                    guard byte == UInt8(ascii: ".") else { return start..<index }
                    index += 1
                    (begin, isNumber) = (index, true)
                }
            }
        }
    }

    /// The identifiers of a pre-release, in order.
    private struct Identifiers {
        let bytes: UnsafeBufferPointer<UInt8>
        var range: Range<Int>

        mutating func next() -> Slice<UnsafeBufferPointer<UInt8>>? {
            guard !range.isEmpty else { return nil }
            let end = bytes[range].firstIndex(of: UInt8(ascii: ".")) ?? range.upperBound
            defer { range = min(end + 1, range.upperBound)..<range.upperBound }
            return bytes[range.lowerBound..<end]
        }

        /// Compares numbers by value and before texts, texts by their ASCII.
        static func compare(
            _ first: Slice<UnsafeBufferPointer<UInt8>>, _ second: Slice<UnsafeBufferPointer<UInt8>>
        ) -> Int {
            switch (isNumber(first), isNumber(second)) {
            case (true, false): return -1
            case (false, true): return 1
            case (true, true): return compareNumbers(first, second)
            case (false, false): break
            }
            if first.elementsEqual(second) { return 0 }
            return first.lexicographicallyPrecedes(second) ? -1 : 1
        }

        private static func isNumber(_ identifier: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            identifier.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }
}

/// The order of versions by Semantic Versioning 2.0.0, as rules compare them.
public enum VersionOrder {
    /// Returns a negative number if the first version precedes the second, 0 if they have equal precedence, otherwise a
    /// positive number; `nil` if one of them isn't a semantic version.
    ///
    /// A leading `v`, and `1` or `1.2` for `1.2.0`, are allowed.
    public static func compare(_ first: String, _ second: String) -> Int? {
        var (first, second) = (first, second)
        return first.withUTF8 { one in
            second.withUTF8 { other in
                guard let left = SemanticVersion(one), let right = SemanticVersion(other) else { return nil }
                return SemanticVersion.compare(left, one, right, other)
            }
        }
    }
}
