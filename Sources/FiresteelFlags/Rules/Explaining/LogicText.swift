/// A readable description of a compiled rule.
package struct LogicText {
    let code: LogicTables

    /// Returns the description of a node.
    ///
    /// Long descriptions are shortened, because a rule may have any size.
    func describe(_ index: Int, depth: Int = 0) -> String {
        guard depth < 4 else { return "…" }
        let node = code.nodes[index]
        func part(_ operand: Int) -> String { describe(code.operand(node, operand), depth: depth + 1) }
        switch node.operation {
        case .constant: return Self.quote(code.constants[Int(node.detail)])
        case .list: return "the list of " + parts(node, depth)
        case .reference: return "the shared rule “\(Self.shorten(code.references[Int(node.detail)].name))”"
        case .variable: return name(code.variables[Int(node.detail)])
        case .computedVariable: return "the variable named by \(part(0))"
        case .missing, .missingSome: return "the missing variables of \(part(Int(node.count) - 1))"
        case .missingKnown: return "the missing variables of \(parts(node, depth))"
        case .choose: return "a choice"
        case .and: return node.count == 1 ? part(0) : "all of \(node.count) conditions"
        case .or: return node.count == 1 ? part(0) : "any of \(node.count) conditions"
        case .not: return "not: \(part(0))"
        case .truth: return "\(part(0)) is truthy"
        case .equal, .identical: return "\(part(0)) is \(part(1))"
        case .notEqual, .notIdentical: return "\(part(0)) is not \(part(1))"
        case .less: return order(node, depth, "is below")
        case .lessOrEqual: return order(node, depth, "is at most")
        case .greater: return "\(part(0)) is above \(part(1))"
        case .greaterOrEqual: return "\(part(0)) is at least \(part(1))"
        case .minimum: return "the smallest of \(parts(node, depth))"
        case .maximum: return "the largest of \(parts(node, depth))"
        case .add: return parts(node, depth, " + ")
        case .multiply: return parts(node, depth, " × ")
        case .subtract: return "\(part(0)) − \(part(1))"
        case .negate: return "−\(part(0))"
        case .divide: return "\(part(0)) ÷ \(part(1))"
        case .remainder: return "the remainder of \(part(0)) ÷ \(part(1))"
        case .map: return "the mapped elements of \(part(0))"
        case .reduce: return "the reduction of \(part(0))"
        case .filter: return "the elements of \(part(0)) that match"
        case .all: return "all elements of \(part(0)) match"
        case .none: return "no element of \(part(0)) matches"
        case .some: return "some elements of \(part(0)) match"
        case .merge: return "all of \(parts(node, depth))"
        case .contains, .member: return membership(node, part(0), part(1))
        case .join: return parts(node, depth, " and ", lead: "the concatenation of ")
        case .cut: return "a substring of \(part(0))"
        case .log: return part(0)
        case .startsWith: return "\(part(0)) starts with \(part(1))"
        case .endsWith: return "\(part(0)) ends with \(part(1))"
        case .fractional: return "a split"
        case .version: return version(node, part(0), part(2))
        }
    }

    func name(_ variable: LogicVariable) -> String {
        switch variable.source {
        case .attribute: Self.shorten(variable.name)
        case .targetingKey: "the targeting key"
        case .flagKey: "the flag’s key"
        case .timestamp: "the time"
        case .evaluator: "the evaluator’s properties"
        case .everything: "the whole context"
        }
    }

    private func parts(
        _ node: LogicNode, _ depth: Int, _ separator: String = ", ", lead: String = ""
    ) -> String {
        let count = Int(node.count)
        let shown = (0..<min(count, 5)).map { describe(code.operand(node, $0), depth: depth + 1) }
        return lead + shown.joined(separator: separator) + (count > 5 ? " and \(count - 5) more" : "")
    }

    private func order(_ node: LogicNode, _ depth: Int, _ word: String) -> String {
        let parts = (0..<Int(node.count)).map { describe(code.operand(node, $0), depth: depth + 1) }
        let first = "\(parts[0]) \(word) \(parts[1])"
        return parts.count == 2 ? first : "\(first), and that \(word) \(parts[2])"
    }

    private func membership(_ node: LogicNode, _ needle: String, _ list: String) -> String {
        let second = code.nodes[code.operand(node, 1)]
        if second.operation == .constant, case .array = code.constants[Int(second.detail)] {
            return "\(needle) is one of \(list)"
        }
        return "\(needle) is in \(list)"
    }

    private func version(_ node: LogicNode, _ first: String, _ second: String) -> String {
        guard node.detail > 0 else { return "version \(first) compares with \(second)" }
        let relation =
            switch code.conditions[Int(node.detail) - 1] {
            case .equal: "is"
            case .notEqual: "is not"
            case .less: "is below"
            case .lessOrEqual: "is at most"
            case .greater: "is above"
            case .greaterOrEqual: "is at least"
            case .sameMajor: "has the major version of"
            case .sameMinor: "has the major and minor version of"
            }
        return "version \(first) \(relation) \(second)"
    }

    /// Returns the display text of a value.
    package static func quote(_ value: JSONValue) -> String {
        switch value {
        case .null: return "nothing"
        case .bool(let value): return value ? "true" : "false"
        case .int, .double: return JavaScript.text(value)
        case .string(let text): return "“\(shorten(text))”"
        case .array(let values):
            let shown = values.prefix(5).map { element in
                switch element {
                case .array: "a list"
                case .object: "an object"
                default: quote(element)
                }
            }
            return values.isEmpty
                ? "an empty list"
                : shown.joined(separator: ", ") + (values.count > 5 ? " and \(values.count - 5) more" : "")
        case .object(let members): return "an object of \(members.count)"
        }
    }

    package static func shorten(_ text: String) -> String {
        text.utf8.count <= 80 ? text : text.prefix(60) + "…"
    }

    /// Returns an integer with commas between thousands.
    package static func grouped(_ number: Int64) -> String {
        var groups = ""
        for (index, digit) in number.description.reversed().enumerated() {
            if index > 0, index % 3 == 0 { groups.append(",") }
            groups.append(digit)
        }
        return String(groups.reversed())
    }
}
