import FiresteelFlags
import FlagAccessors

/// An error in a rule by flagd's JSON schema: the rule can be evaluated, and doesn't do what it appears to say.
struct TargetingDiagnostic {
    let offset: Int
    let path: String
    let message: String
}

/// Compares rules with flagd's JSON schema of targeting.
///
/// It differs from the schema in one place: operands of `sem_ver` are what the operator reads, which is more.
struct TargetingSchema {
    private(set) var diagnostics: [TargetingDiagnostic] = []

    /// Checks a whole rule.
    mutating func check(_ rule: PlacedValue, _ path: String) {
        guard case .object(let members) = rule.content else {
            return report(rule, path, "A rule is an object with an operator.")
        }
        if !members.isEmpty { check(members, rule, path) }
    }

    private mutating func report(_ value: PlacedValue, _ path: String, _ message: String) {
        diagnostics.append(TargetingDiagnostic(offset: value.offset, path: path, message: message))
    }

    private mutating func check(_ members: [PlacedValue.PlacedMember], _ rule: PlacedValue, _ path: String) {
        guard members.count == 1, let member = members.first else {
            return report(rule, path, "An object in a rule has one operator, and this one has \(members.count).")
        }
        check(Call(name: member.name, value: member.value, path: LintPath.member(member.name, of: path)))
    }

    /// Checks an operand: a rule, or a value.
    private mutating func checkOperand(_ value: PlacedValue, _ path: String) {
        switch value.content {
        case .object(let members) where !members.isEmpty: check(members, value, path)
        case .array(let elements):
            // The elements may be any values; an object with one member is an operator.
            for (index, element) in elements.enumerated() where element.members?.count ?? 1 == 1 {
                checkOperand(element, "\(path)[\(index)]")
            }
        default: break
        }
    }

    private mutating func check(_ call: Call) {
        switch call.name {
        case "var": checkVariable(call)
        case "missing": checkNames(call.value, call.path, "missing")
        case "missing_some": checkMissingSome(call)
        case "if", "or", "and", "+", "-", "max", "min", "merge", "cat": checkOperands(call, 1...Int.max)
        case "*": checkOperands(call, 2...Int.max)
        case "==", "===", "!=", "!==", ">", ">=", "%", "/", "map", "filter", "all", "none", "some", "in":
            checkOperands(call, 2...2)
        case "substr", "<", "<=": checkOperands(call, 2...3)
        case "reduce": checkOperands(call, 3...3)
        case "!", "!!":
            if call.operands == nil { checkOperand(call.value, call.path) } else { checkOperands(call, 1...1) }
        case "starts_with", "ends_with": checkTexts(call)
        case "sem_ver": checkVersions(call)
        case "fractional": checkFractional(call)
        case "$ref":
            if call.value.text == nil {
                report(call.value, call.path, "“$ref” is followed by the name of a shared rule.")
            }
        default:
            report(
                call.value, call.path,
                "The operator “\(call.name)” isn't in flagd's schema, so other evaluators may not have it.")
        }
    }

    private mutating func checkOperands(_ call: Call, _ count: ClosedRange<Int>) {
        guard let operands = operands(call, count) else { return }
        for (index, operand) in operands.enumerated() { checkOperand(operand, "\(call.path)[\(index)]") }
    }

    /// Returns the operands, or reports their number.
    private mutating func operands(_ call: Call, _ count: ClosedRange<Int>) -> [PlacedValue]? {
        guard let operands = call.operands, count.contains(operands.count) else {
            let given = call.operands.map { "\($0.count)" } ?? "one without brackets"
            report(
                call.value, call.path, "“\(call.name)” has \(Self.description(of: count)), and here it has \(given).")
            return nil
        }
        return operands
    }

    private static func description(of count: ClosedRange<Int>) -> String {
        func operands(_ number: Int) -> String { "\(number) operand\(number == 1 ? "" : "s")" }
        if count.upperBound == .max { return "at least \(operands(count.lowerBound)) in brackets" }
        if count.count == 1 { return "\(operands(count.lowerBound)) in brackets" }
        return "\(count.lowerBound) or \(operands(count.upperBound)) in brackets"
    }
}

extension TargetingSchema {
    /// An operator with its operands.
    private struct Call {
        let name: String
        let value: PlacedValue
        let path: String

        /// The operands, or `nil` if they aren't in brackets.
        var operands: [PlacedValue]? {
            guard case .array(let operands) = value.content else { return nil }
            return operands
        }
    }

    private mutating func checkVariable(_ call: Call) {
        guard let operands = call.operands else {
            checkName(call.value, call.path)
            return checkOperand(call.value, call.path)
        }
        guard let name = operands.first else { return report(call.value, call.path, "“var” has no name.") }
        checkName(name, "\(call.path)[0]")
        for (index, operand) in operands.enumerated() { checkOperand(operand, "\(call.path)[\(index)]") }
    }

    private mutating func checkName(_ name: PlacedValue, _ path: String) {
        guard let text = name.text, text.hasPrefix("$flagd."), text != "$flagd.flagKey", text != "$flagd.timestamp"
        else {
            return
        }
        report(name, path, "There is no “\(text)”. flagd adds “$flagd.flagKey” and “$flagd.timestamp”.")
    }

    private mutating func checkNames(_ value: PlacedValue, _ path: String, _ name: String) {
        guard case .array(let names) = value.content, names.allSatisfy({ $0.text != nil }) else {
            return report(value, path, "“\(name)” has an array of texts, the names of variables.")
        }
    }

    private mutating func checkMissingSome(_ call: Call) {
        guard let operands = operands(call, 2...2) else { return }
        switch operands[0].content {
        case .int, .double: break
        default: report(operands[0], "\(call.path)[0]", "The first operand of “missing_some” is a number.")
        }
        checkNames(operands[1], "\(call.path)[1]", "missing_some")
    }

    private mutating func checkTexts(_ call: Call) {
        guard let operands = operands(call, 2...2) else { return }
        for (index, operand) in operands.enumerated() {
            let path = "\(call.path)[\(index)]"
            switch operand.content {
            case .string: break
            case .object: checkOperand(operand, path)
            default: report(operand, path, "“\(call.name)” compares texts. This isn't text, so it never holds.")
            }
        }
    }

    private mutating func checkVersions(_ call: Call) {
        guard let operands = operands(call, 3...3) else { return }
        if operands[1].text.flatMap({ VersionCondition(rawValue: $0) }) == nil {
            let signs = VersionCondition.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            report(operands[1], "\(call.path)[1]", "The second operand of “sem_ver” is one of \(signs).")
        }
        for index in [0, 2] {
            let (operand, path) = (operands[index], "\(call.path)[\(index)]")
            let version: String?
            switch operand.content {
            case .object:
                checkOperand(operand, path)
                continue
            case .string(let text): version = text
            case .int(let number): version = "\(number)"
            case .double(let number): version = "\(number)"
            default: version = nil
            }
            if version.flatMap({ VersionCondition.equal.holds($0, $0) }) == nil {
                report(operand, path, "Not a version, such as “2.1.0”, so “sem_ver” never holds.")
            }
        }
    }
}

extension TargetingSchema {
    private mutating func checkFractional(_ call: Call) {
        guard let operands = call.operands else {
            return report(call.value, call.path, "“fractional” has an array of variants with their weights.")
        }
        var shares = Array(operands.enumerated())
        if let first = operands.first {
            if case .object = first.content {
                checkOperand(first, "\(call.path)[0]")
                shares.removeFirst()
            } else if first.value.type != .array {
                report(
                    first, "\(call.path)[0]",
                    "A constant as the bucketing key gives everyone the same variant. Write a rule such as {\"var\": \"email\"}, or leave it out."
                )
                shares.removeFirst()
            }
        }
        if shares.isEmpty { report(call.value, call.path, "“fractional” has no variant.") }
        for (index, share) in shares { checkShare(share, "\(call.path)[\(index)]") }
    }

    private mutating func checkShare(_ share: PlacedValue, _ path: String) {
        guard case .array(let parts) = share.content, parts.count == 1 || parts.count == 2 else {
            return report(share, path, "A share is an array of a variant and its weight.")
        }
        switch parts[0].content {
        case .object: checkOperand(parts[0], "\(path)[0]")
        case .array: report(parts[0], "\(path)[0]", "An array names no variant.")
        case .null, .string, .bool, .int, .double: break
        }
        if parts.count == 2 { checkWeight(parts[1], "\(path)[1]") }
    }

    private mutating func checkWeight(_ weight: PlacedValue, _ path: String) {
        switch weight.content {
        case .object: checkOperand(weight, path)
        case .int(0...2_147_483_647): break
        case .double(let number) where number >= 0 && number <= 2_147_483_647 && number.rounded() == number: break
        default: report(weight, path, "A weight is an integer from 0 to 2,147,483,647.")
        }
    }
}
