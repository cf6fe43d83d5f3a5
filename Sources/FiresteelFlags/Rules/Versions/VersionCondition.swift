/// A comparison of flagd's `sem_ver`.
package enum VersionCondition: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    /// Equal major versions.
    case sameMajor = "^"
    /// Equal major and minor versions.
    case sameMinor = "~"

    /// Returns whether the comparison holds, or `nil` if one of the two isn't a valid version.
    ///
    /// Allocates nothing.
    package func holds(_ first: String, _ second: String) -> Bool? {
        Self.withBytes(first) { first in
            Self.withBytes(second) { second in
                guard let one = SemanticVersion(first), let other = SemanticVersion(second) else { return nil }
                switch self {
                case .sameMajor: return first[one.major].elementsEqual(second[other.major])
                case .sameMinor:
                    return first[one.major].elementsEqual(second[other.major])
                        && first[one.minor].elementsEqual(second[other.minor])
                default: return holds(SemanticVersion.compare(one, first, other, second))
                }
            }
        }
    }

    private func holds(_ order: Int) -> Bool {
        switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .sameMajor, .sameMinor: false
        }
    }

    private static func withBytes(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Bool?) -> Bool? {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
