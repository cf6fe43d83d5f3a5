package import FiresteelFlags

/// A condition on one attribute.
package struct AttributeCondition: Sendable {
    /// The comparison of an attribute.
    package enum Match: String, Sendable {
        case exact, exists, substring, qualified
        case greater = "gt"
        case greaterOrEqual = "ge"
        case less = "lt"
        case lessOrEqual = "le"
        case versionEqual = "semver_eq"
        case versionGreater = "semver_gt"
        case versionGreaterOrEqual = "semver_ge"
        case versionLess = "semver_lt"
        case versionLessOrEqual = "semver_le"
    }

    package let name: String
    package let match: Match
    package let value: JSONValue

    /// Returns whether the condition is true; `nil` if the attribute is missing or has an unsupported type.
    func evaluate(_ attributes: [String: JSONValue]) -> Bool? {
        switch match {
        case .exists: return attributes[name].map { $0 != .null } ?? false
        // Segments require a service of Optimizely that isn't used: no user is in one.
        case .qualified: return value.isText ? false : nil
        default: break
        }
        guard let attribute = attributes[name], attribute != .null else { return nil }
        switch match {
        case .exists, .qualified: return nil
        case .exact: return isExactly(attribute)
        case .substring:
            guard case .string(let part) = value, case .string(let text) = attribute else { return nil }
            return text.hasBytes(of: part)
        case .greater: return compared(attribute) { $0 > $1 }
        case .greaterOrEqual: return compared(attribute) { $0 >= $1 }
        case .less: return compared(attribute) { $0 < $1 }
        case .lessOrEqual: return compared(attribute) { $0 <= $1 }
        case .versionEqual: return order(attribute).map { $0 == 0 }
        case .versionGreater: return order(attribute).map { $0 > 0 }
        case .versionGreaterOrEqual: return order(attribute).map { $0 >= 0 }
        case .versionLess: return order(attribute).map { $0 < 0 }
        case .versionLessOrEqual: return order(attribute).map { $0 <= 0 }
        }
    }

    private func isExactly(_ attribute: JSONValue) -> Bool? {
        switch (value, attribute) {
        // By bytes, because Swift treats different compositions of a text as equal.
        case (.string(let wanted), .string(let text)): wanted.utf8.elementsEqual(text.utf8)
        case (.bool(let wanted), .bool(let flag)): wanted == flag
        default: compared(attribute) { $0 == $1 }
        }
    }

    private func compared(_ attribute: JSONValue, _ isSo: (Double, Double) -> Bool) -> Bool? {
        guard let wanted = value.comparableNumber, let number = attribute.comparableNumber else { return nil }
        return isSo(number, wanted)
    }

    private func order(_ attribute: JSONValue) -> Int? {
        guard case .string(let wanted) = value, case .string(let version) = attribute else { return nil }
        return VersionOrder.compare(version, with: wanted)
    }

    /// A description of the condition.
    var words: String {
        let shown = value.json()
        return switch match {
        case .exact: "\(name) is \(shown)"
        case .exists: "\(name) exists"
        case .substring: "\(name) contains \(shown)"
        case .qualified: "the user is in segment \(shown)"
        case .greater: "\(name) is greater than \(shown)"
        case .greaterOrEqual: "\(name) is at least \(shown)"
        case .less: "\(name) is less than \(shown)"
        case .lessOrEqual: "\(name) is at most \(shown)"
        case .versionEqual: "\(name) is version \(shown)"
        case .versionGreater: "\(name) is a version after \(shown)"
        case .versionGreaterOrEqual: "\(name) is version \(shown) or later"
        case .versionLess: "\(name) is a version before \(shown)"
        case .versionLessOrEqual: "\(name) is version \(shown) or earlier"
        }
    }
}

extension JSONValue {
    fileprivate var isText: Bool {
        if case .string = self { true } else { false }
    }

    /// A number that Optimizely compares: none beyond 2⁵³, where whole numbers are no longer exact.
    fileprivate var comparableNumber: Double? {
        let number: Double
        switch self {
        case .int(let value): number = Double(value)
        case .double(let value): number = value
        default: return nil
        }
        return number.magnitude <= 9_007_199_254_740_992 ? number : nil
    }
}

extension String {
    /// Returns whether another text is a part of this one, byte by byte.
    fileprivate func hasBytes(of part: String) -> Bool {
        let text = Array(utf8)
        let part = Array(part.utf8)
        guard part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { start in
            text[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
