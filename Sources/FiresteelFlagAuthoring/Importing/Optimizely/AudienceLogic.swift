import FiresteelFlags
import FiresteelOptimizely

/// An audience in JsonLogic.
///
/// An audience is true, false or unknown, and JsonLogic has no unknown. So there are two rules for each condition: one that
/// holds where it is true, and one that holds where it is false.
struct AudienceLogic {
    /// The differences that remain.
    private(set) var warnings: Set<String> = []

    /// Returns the conditions that hold where an audience is true.
    mutating func conditions(_ audience: AudienceCondition) throws(ImportError) -> [FlagCondition] {
        switch audience {
        case .all(let parts) where !parts.isEmpty && parts.count <= 100:
            var conditions: [FlagCondition] = []
            for part in parts { conditions += try self.conditions(part) }
            return conditions
        case .any(let parts) where parts.count == 1: return try conditions(parts[0])
        case .attribute(let condition): return [try self.condition(condition)]
        default: return [.logic(try holds(audience))]
        }
    }

    private mutating func condition(_ condition: AttributeCondition) throws(ImportError) -> FlagCondition {
        let rule = try logic(condition, isTrue: true)
        switch (condition.match, condition.value) {
        case (.exists, _): return .attribute(condition.name, .exists)
        case (.exact, .string), (.exact, .bool): return .attribute(condition.name, .oneOf, [condition.value])
        default: return .logic(rule)
        }
    }

    private mutating func holds(_ audience: AudienceCondition) throws(ImportError) -> JSONValue {
        switch audience {
        case .all(let parts): ImportLogic.all(try rules(parts, isTrue: true))
        case .any(let parts): ImportLogic.any(try rules(parts, isTrue: true))
        case .not(let part): try fails(part)
        case .attribute(let condition): try logic(condition, isTrue: true)
        case .unknown: false
        }
    }

    private mutating func fails(_ audience: AudienceCondition) throws(ImportError) -> JSONValue {
        switch audience {
        case .all(let parts): ImportLogic.any(try rules(parts, isTrue: false))
        case .any(let parts): ImportLogic.all(try rules(parts, isTrue: false))
        case .not(let part): try holds(part)
        case .attribute(let condition): try logic(condition, isTrue: false)
        case .unknown: false
        }
    }

    private mutating func rules(
        _ parts: [AudienceCondition], isTrue: Bool
    ) throws(ImportError) -> [JSONValue] {
        var rules: [JSONValue] = []
        for part in parts { rules.append(isTrue ? try holds(part) : try fails(part)) }
        return rules
    }

    /// Returns the rule that holds where a condition is true, or where it is false.
    private mutating func logic(_ condition: AttributeCondition, isTrue: Bool) throws(ImportError) -> JSONValue {
        guard let variable = ImportLogic.variable(condition.name) else {
            throw ImportError("The attribute “\(condition.name)” has a name that is a path or is reserved here.")
        }
        let value = condition.value
        switch condition.match {
        case .exists: return isTrue ? ["!=": [variable, .null]] : ["==": [variable, .null]]
        case .qualified:
            // No user is in a segment.
            guard case .string = value else { return false }
            return .bool(!isTrue)
        case .exact:
            switch value {
            case .string:
                return isTrue
                    ? ["===": [variable, value]]
                    : ImportLogic.all([ImportLogic.isText(variable), ["!==": [variable, value]]])
            case .bool(let wanted): return ["===": [variable, .bool(wanted == isTrue)]]
            default: return number("===", variable, value, isTrue)
            }
        case .substring:
            guard case .string = value else { return false }
            let isPart: JSONValue = ["in": [value, variable]]
            return ImportLogic.all([ImportLogic.isText(variable), isTrue ? isPart : ImportLogic.not(isPart)])
        case .greater: return number(">", variable, value, isTrue)
        case .greaterOrEqual: return number(">=", variable, value, isTrue)
        case .less: return number("<", variable, value, isTrue)
        case .lessOrEqual: return number("<=", variable, value, isTrue)
        case .versionEqual: return try version("=", variable, value, isTrue)
        case .versionGreater: return try version(">", variable, value, isTrue)
        case .versionGreaterOrEqual: return try version(">=", variable, value, isTrue)
        case .versionLess: return try version("<", variable, value, isTrue)
        case .versionLessOrEqual: return try version("<=", variable, value, isTrue)
        }
    }

    /// The largest number that Optimizely compares.
    private static let limit = 9_007_199_254_740_992

    private func number(_ name: String, _ variable: JSONValue, _ value: JSONValue, _ isTrue: Bool) -> JSONValue {
        switch value {
        case .int(let number) where number.magnitude <= UInt(Self.limit): break
        case .double(let number) where number.magnitude <= Double(Self.limit): break
        default: return false
        }
        let comparison: JSONValue = .object([name: [variable, value]])
        return ImportLogic.all([
            ImportLogic.isNumber(variable), ["<=": [.int(-Self.limit), variable, .int(Self.limit)]],
            isTrue ? comparison : ImportLogic.not(comparison),
        ])
    }

    private mutating func version(
        _ name: String, _ variable: JSONValue, _ value: JSONValue, _ isTrue: Bool
    ) throws(ImportError) -> JSONValue {
        guard case .string(let wanted) = value else { return false }
        let parts = wanted.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else {
            throw ImportError(
                "It compares with the version “\(wanted)” in Optimizely's order. Use a version with three numbers.")
        }
        warnings.insert("Versions are compared as semantic versions: missing parts are 0.")
        let comparison: JSONValue = ["sem_ver": [variable, .string(name), value]]
        guard !isTrue else { return comparison }
        let isVersion: JSONValue = ["sem_ver": [variable, ">=", "0.0.0-0"]]
        return ImportLogic.all([isVersion, ImportLogic.not(comparison)])
    }
}
