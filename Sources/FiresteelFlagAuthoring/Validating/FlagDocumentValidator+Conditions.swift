import FiresteelFlags

extension FlagDocumentValidator {
    mutating func check(_ segment: FlagSegment, _ key: String) {
        let item = FlagDocumentItem.segment(key)
        if let error = FlagDocumentLimits.keyError(key, "The key") { report(item, LogicPath(), error) }
        if segment.people.count > FlagDocumentLimits.people {
            report(
                item, LogicPath().word("people"),
                "The segment lists more than \(FlagDocumentLimits.people) people. Use an attribute instead.")
        }
        check(segment.conditions, item, LogicPath().word("if"))
    }

    mutating func check(_ conditions: [FlagCondition], _ item: FlagDocumentItem, _ path: LogicPath) {
        guard conditions.count <= FlagDocumentLimits.conditions else {
            return report(item, path, "There are more than \(FlagDocumentLimits.conditions) conditions.")
        }
        for (index, condition) in conditions.enumerated() {
            let path = path.element(index)
            switch condition.test {
            case .segment(let key, _): checkReferences([key], item, path.word("segment"))
            case .attribute(let attribute): check(attribute, item, path)
            case .logic(let rule):
                checkLogic(LogicPiece(item: item, path: path.word("logic"), logic: rule, flag: nil))
            }
        }
    }

    /// Reports missing segments, and compiles the logic at the end if there are none.
    mutating func checkLogic(_ piece: LogicPiece) {
        let keys = SegmentReferences.keys(in: piece.logic)
        checkReferences(keys, piece.item, piece.path)
        if keys.allSatisfy({ items.segments[$0] != nil }) { pieces.append(piece) }
    }

    private mutating func checkReferences(_ keys: Set<String>, _ item: FlagDocumentItem, _ path: LogicPath) {
        for key in keys.sorted() where items.segments[key] == nil {
            report(item, path, "There is no segment “\(key)”. Add it, or remove it from the rule.")
        }
    }

    mutating func checkAttribute(_ attribute: String, _ item: FlagDocumentItem, _ path: LogicPath) {
        if attribute.isEmpty { report(item, path, "The attribute is empty.") }
        if attribute.utf8.count > FlagDocumentLimits.attribute {
            report(item, path, "The attribute has more than \(FlagDocumentLimits.attribute) bytes.")
        }
    }

    private mutating func check(_ test: AttributeTest, _ item: FlagDocumentItem, _ path: LogicPath) {
        checkAttribute(test.attribute, item, path.word("attribute"))
        let values = path.word("values")
        guard test.values.count <= FlagDocumentLimits.values else {
            return report(
                item, values, "There are more than \(FlagDocumentLimits.values) values. Use a segment instead.")
        }
        if let message = Self.countError(test) { return report(item, values, message) }
        for (index, value) in test.values.enumerated() {
            if let message = Self.error(value, test.comparison.operands) {
                report(item, values.element(index), message)
            }
        }
    }

    private static func countError(_ test: AttributeTest) -> String? {
        switch test.comparison.operands {
        case .scalars, .texts: test.values.isEmpty ? "The condition has no values. Add at least one." : nil
        case .number, .version, .time:
            test.values.count == 1
                ? nil
                : "The comparison “\(test.comparison.rawValue)” needs exactly one value, not \(test.values.count)."
        case .none:
            test.values.isEmpty ? nil : "The comparison “\(test.comparison.rawValue)” has no values. Remove them."
        }
    }

    private static func error(_ value: JSONValue, _ operands: FlagComparison.Operands) -> String? {
        switch (operands, value) {
        case (.scalars, .string), (.scalars, .int), (.scalars, .bool), (.texts, .string), (.number, .int): return nil
        case (.scalars, .double(let number)), (.number, .double(let number)):
            return number.isFinite ? nil : "The number must be finite."
        case (.scalars, _): return "A value must be a string, a number, true or false."
        case (.texts, _): return "A value must be a string."
        case (.number, _): return "The value must be a number."
        case (.version, .string(let text)):
            return VersionCondition.equal.holds(text, text) == nil
                ? "“\(LogicText.shorten(text))” is not a version such as “3.4.1”." : nil
        case (.version, _): return "The version must be a string such as “3.4.1”."
        case (.time, _):
            return DocumentTime.seconds(value) == nil
                ? "The value must be a time such as “2027-03-01T09:00:00Z”, a day, or whole seconds since 1970." : nil
        case (.none, _): return nil
        }
    }
}
