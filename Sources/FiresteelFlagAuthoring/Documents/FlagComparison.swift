import FiresteelFlags

/// A comparison of an attribute with the values of a condition.
public enum FlagComparison: String, Sendable, Hashable, CaseIterable {
    /// The attribute is one of the values.
    case oneOf
    /// The attribute is none of the values, or missing.
    case notOneOf
    /// The attribute contains one of the values: a text as a part, an array as an element.
    case contains
    /// The attribute contains none of the values, or is missing.
    case notContains
    /// The attribute, a text, starts with one of the values.
    case startsWith
    /// The attribute, a text, ends with one of the values.
    case endsWith
    /// The attribute is below the number.
    case less
    /// The attribute is at most the number.
    case lessOrEqual
    /// The attribute is above the number.
    case greater
    /// The attribute is at least the number.
    case greaterOrEqual
    /// The attribute is the version, or a later one.
    case versionAtLeast
    /// The attribute is the version, or an earlier one.
    case versionAtMost
    /// The attribute is the version.
    case versionIs
    /// The attribute is another version.
    case versionIsNot
    /// The attribute is an earlier version.
    case versionBelow
    /// The attribute is a later version.
    case versionAbove
    /// The attribute has a value.
    case exists
    /// The attribute is missing or null.
    case notExists
    /// The attribute, a time in seconds since 1970 or in RFC 3339 and UTC, is before the time.
    case before
    /// The attribute, a time in seconds since 1970 or in RFC 3339 and UTC, is after the time.
    case after
}

extension FlagComparison {
    /// The values that a comparison needs.
    enum Operands {
        /// One or more strings, numbers or Booleans.
        case scalars
        /// One or more strings.
        case texts
        case number
        case version
        case time
        case none
    }

    var operands: Operands {
        switch self {
        case .oneOf, .notOneOf, .contains, .notContains: .scalars
        case .startsWith, .endsWith: .texts
        case .less, .lessOrEqual, .greater, .greaterOrEqual: .number
        case .versionAtLeast, .versionAtMost, .versionIs, .versionIsNot, .versionBelow, .versionAbove: .version
        case .exists, .notExists: .none
        case .before, .after: .time
        }
    }

    /// JsonLogic's operator of a comparison of numbers or times.
    var orderOperator: String? {
        switch self {
        case .less, .before: "<"
        case .lessOrEqual: "<="
        case .greater, .after: ">"
        case .greaterOrEqual: ">="
        default: nil
        }
    }

    /// The comparison of versions.
    var versionCondition: VersionCondition? {
        switch self {
        case .versionAtLeast: .greaterOrEqual
        case .versionAtMost: .lessOrEqual
        case .versionIs: .equal
        case .versionIsNot: .notEqual
        case .versionBelow: .less
        case .versionAbove: .greater
        default: nil
        }
    }

    init?(_ condition: VersionCondition) {
        guard let found = Self.allCases.first(where: { $0.versionCondition == condition }) else { return nil }
        self = found
    }

    /// The opposite, which holds exactly where this one doesn't, if there is one.
    var opposite: FlagComparison? {
        switch self {
        case .oneOf: .notOneOf
        case .notOneOf: .oneOf
        case .contains: .notContains
        case .notContains: .contains
        case .exists: .notExists
        case .notExists: .exists
        default: nil
        }
    }
}
