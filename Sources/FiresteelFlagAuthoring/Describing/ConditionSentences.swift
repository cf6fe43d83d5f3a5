import FiresteelFlags

/// Describes conditions in phrases.
struct ConditionSentences {
    /// The limit on named values.
    private static let values = 5

    let segments: [String: FlagSegment]

    func conditions(_ conditions: [FlagCondition], separator: String) -> FlagSentence {
        var sentence = FlagSentence()
        var index = 0
        while index < conditions.count {
            if index > 0 { sentence.add(separator) }
            if index + 1 < conditions.count, separator == " and ",
                add(conditions[index], with: conditions[index + 1], to: &sentence)
            {
                index += 2
                continue
            }
            add(conditions[index], to: &sentence)
            index += 1
        }
        return sentence
    }

    private func add(_ condition: FlagCondition, to sentence: inout FlagSentence) {
        switch condition.test {
        case .segment(let key, let isMember):
            sentence.add(isMember ? "the person is in " : "the person is not in ")
            sentence.add(.segment(key), segments[key]?.name ?? key)
        case .attribute(let test):
            addName(test.attribute, to: &sentence)
            let (verb, term) = phrase(test)
            sentence.add(" " + verb)
            if let term { sentence.add(.term, term) }
        case .logic: sentence.add(.emphasis, "a custom condition is met")
        }
    }

    /// Describes a name and a version as one, such as “the system is iOS 26.0 or later”.
    private func add(_ first: FlagCondition, with second: FlagCondition, to sentence: inout FlagSentence) -> Bool {
        guard case .attribute(let name) = first.test, case .attribute(let version) = second.test,
            name.comparison == .oneOf, name.values.count == 1, case .string(let text) = name.values[0],
            let subject = Self.subject(name.attribute, version.attribute),
            let condition = version.comparison.versionCondition, condition != .notEqual
        else { return false }
        addName(subject, to: &sentence)
        sentence.add(" is ")
        sentence.add(.term, "\(Self.text(.string(text))) \(phrase(version).term ?? "")")
        return true
    }

    /// Returns the thing whose name and version two attributes are: `system` and `systemVersion`, `os.name` and
    /// `os.version`.
    private static func subject(_ name: String, _ version: String) -> String? {
        if version == name + "Version" || version == name + ".version" { return name }
        guard name.hasSuffix(".name"), version == name.dropLast(5) + ".version" else { return nil }
        return String(name.dropLast(5))
    }

    private func addName(_ attribute: String, to sentence: inout FlagSentence) {
        switch attribute {
        case "targetingKey": sentence.add("the person")
        case AttributeTest.timestamp: sentence.add("the time")
        default:
            sentence.add("the ")
            sentence.add(.term, LogicText.shorten(attribute))
        }
    }

    private func phrase(_ test: AttributeTest) -> (verb: String, term: String?) {
        let value = Self.text(test.values.first ?? .null)
        return switch test.comparison {
        case .oneOf: ("is ", list(test.values, "one of "))
        case .notOneOf where test.values.count == 1: ("is not ", value)
        case .notOneOf where test.values.count == 2: ("is neither ", "\(value) nor \(Self.text(test.values[1]))")
        case .notOneOf: ("is none of ", list(test.values, ""))
        case .contains: ("contains ", list(test.values, "one of "))
        case .notContains: ("doesn’t contain ", list(test.values, "any of "))
        case .startsWith: ("starts with ", list(test.values, "one of "))
        case .endsWith: ("ends with ", list(test.values, "one of "))
        case .less: ("is ", "below \(value)")
        case .lessOrEqual: ("is ", "at most \(value)")
        case .greater: ("is ", "above \(value)")
        case .greaterOrEqual: ("is ", "at least \(value)")
        case .versionAtLeast: ("is ", "\(value) or later")
        case .versionAtMost: ("is ", "\(value) or earlier")
        case .versionIs: ("is ", value)
        case .versionIsNot: ("is not ", value)
        case .versionBelow: ("is ", "earlier than \(value)")
        case .versionAbove: ("is ", "later than \(value)")
        case .exists: ("is set", nil)
        case .notExists: ("is not set", nil)
        case .before: ("is before ", Self.time(test.values.first))
        case .after: ("is after ", Self.time(test.values.first))
        }
    }

    private func list(_ values: [JSONValue], _ lead: String) -> String {
        let texts = values.prefix(Self.values).map(Self.text)
        switch values.count {
        case 0: return "nothing"
        case 1: return texts[0]
        case 2: return "\(texts[0]) or \(texts[1])"
        case ...Self.values: return lead + texts.joined(separator: ", ")
        default: return "\(lead)\(texts.joined(separator: ", ")) and \(values.count - Self.values) more"
        }
    }

    /// Returns a value without quotation marks, unless it would be invisible.
    private static func text(_ value: JSONValue) -> String {
        guard case .string(let text) = value else { return LogicText.quote(value) }
        let isPlain = text.first?.isWhitespace == false && text.last?.isWhitespace == false
        return isPlain ? LogicText.shorten(text) : "“\(LogicText.shorten(text))”"
    }

    private static func time(_ value: JSONValue?) -> String {
        guard let value, let seconds = DocumentTime.seconds(value) else { return text(value ?? .null) }
        let time = DocumentTime.text(seconds)
        let (day, clock) = (time.prefix(10), time.dropFirst(11).dropLast())
        if clock == "00:00:00" { return String(day) }
        return "\(day) \(clock.hasSuffix(":00") ? clock.dropLast(3) : clock) UTC"
    }
}
