import FiresteelFlags

/// The segments that rules use.
enum SegmentReferences {
    /// Returns the segments that a targeting uses.
    static func keys(in targeting: FlagTargeting) -> Set<String> {
        var keys: Set<String> = []
        if let logic = targeting.logic {
            collect(in: logic, &keys)
            return keys
        }
        for rule in targeting.rules {
            for condition in rule.conditions { collect(in: condition, &keys) }
            collect(in: rule.result, &keys)
        }
        if let otherwise = targeting.otherwise { collect(in: otherwise, &keys) }
        return keys
    }

    /// Returns the segments that conditions use.
    static func keys(in conditions: [FlagCondition]) -> Set<String> {
        var keys: Set<String> = []
        for condition in conditions { collect(in: condition, &keys) }
        return keys
    }

    /// Returns the segments that a segment uses itself.
    static func keys(in segment: FlagSegment) -> Set<String> {
        keys(in: segment.conditions)
    }

    static func keys(in logic: JSONValue) -> Set<String> {
        var keys: Set<String> = []
        collect(in: logic, &keys)
        return keys
    }

    private static func collect(in result: TargetingResult, _ keys: inout Set<String>) {
        guard case .split(let split) = result.outcome, let key = split.bucketingKey else { return }
        collect(in: key, &keys)
    }

    private static func collect(in condition: FlagCondition, _ keys: inout Set<String>) {
        switch condition.test {
        case .segment(let key, _): keys.insert(key)
        case .logic(let rule): collect(in: rule, &keys)
        case .attribute: break
        }
    }

    private static func collect(in rule: JSONValue, _ keys: inout Set<String>, depth: Int = 0) {
        // Deeper rules are rejected when they are compiled.
        guard depth <= 256 else { return }
        switch rule {
        case .array(let rules):
            for rule in rules { collect(in: rule, &keys, depth: depth + 1) }
        case .object(let members):
            // Only an object of one member is an operator.
            guard members.count == 1, let (name, value) = members.first else { return }
            if name == "$ref", case .string(let key) = value { keys.insert(key) }
            collect(in: value, &keys, depth: depth + 1)
        default: break
        }
    }
}
