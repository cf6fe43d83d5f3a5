package import FiresteelFlags

/// JsonLogic that importers of other formats write.
package enum ImportLogic {
    /// Returns the variable of an attribute, or `nil` if a path can't name it.
    ///
    /// Other formats have flat names; here a period leads into an object, and some names have a meaning.
    package static func variable(_ name: String) -> JSONValue? {
        let isOwn = name == "targetingKey" || name.hasPrefix("$flagd")
        guard !name.isEmpty, !name.contains("."), !isOwn else { return nil }
        return ["var": .string(name)]
    }

    /// Returns the variable of an attribute whose name may be a path, or `nil` if it has a meaning here.
    static func path(_ name: String) -> JSONValue? {
        let head = name.prefix { $0 != "." }
        return head.isEmpty || head == "targetingKey" || head == "$flagd" ? nil : ["var": .string(name)]
    }

    /// Returns the rule that all of some rules hold.
    package static func all(_ rules: [JSONValue]) -> JSONValue { joined("and", rules, empty: true) }

    /// Returns the rule that one of some rules holds.
    package static func any(_ rules: [JSONValue]) -> JSONValue { joined("or", rules, empty: false) }

    /// Returns the rule that another doesn't hold.
    package static func not(_ rule: JSONValue) -> JSONValue { ["!": [rule]] }

    /// Returns the rule that a value is a text: only then is it equal to itself as text.
    package static func isText(_ value: JSONValue) -> JSONValue { ["===": [["cat": [value]], value]] }

    /// Returns the rule that a value is a number: only then is it equal to itself as number.
    package static func isNumber(_ value: JSONValue) -> JSONValue { ["===": [["+": [value]], value]] }

    /// Returns the rule that a value is an array: of any other value, none holds, and `merge` has an element.
    static func isArray(_ value: JSONValue) -> JSONValue { any([["some": [value, true]], isEmptyArray(value)]) }

    /// Returns the rule that a value is an array without elements.
    static func isEmptyArray(_ value: JSONValue) -> JSONValue { not(["merge": [value]]) }

    /// Returns the rule that a value, or an element of it if it is an array, fulfils another rule.
    static func anyElement(_ value: JSONValue, _ rule: (JSONValue) -> JSONValue) -> JSONValue {
        any([rule(value), ["some": [value, rule(["var": ""])]]])
    }

    /// Returns the rule that a value, converted to text as in JavaScript, is a text; of null, it never holds.
    static func isEqual(_ value: JSONValue, asText text: String) -> JSONValue {
        // Where the text isn't that of a number or Bool, `==` converts in the same way, and is a condition of editors.
        let isWord = !["true", "false", "null"].contains(text) && text.first?.isLetter == true && text != "Infinity"
        if isWord { return ["==": [value, .string(text)]] }
        return all([["!=": [value, .null]], ["===": [["cat": [value]], .string(text)]]])
    }

    /// Returns the draw of one of some names by a key, with their weights.
    package static func draw(_ key: JSONValue, _ shares: [(name: String, weight: Int)]) -> JSONValue {
        ["fractional": .array([key] + shares.map { [.string($0.name), .int($0.weight)] })]
    }

    /// Returns the environment of a file that is read: the named one, the one with the same name, or the only one.
    static func environment(_ names: Set<String>, like own: String, named: String?) throws(ImportError) -> String {
        let all = names.sorted().joined(separator: ", ")
        if let named {
            guard names.contains(named) else {
                throw ImportError("The file has no environment “\(named)”, only \(all).")
            }
            return named
        }
        if let same = names.first(where: { $0.lowercased() == own }) { return same }
        guard names.count <= 1 else {
            throw ImportError("The file has the environments \(all). Name the one to read.")
        }
        return names.first ?? ""
    }

    private static func joined(_ name: String, _ rules: [JSONValue], empty: JSONValue) -> JSONValue {
        switch rules.count {
        case 0: empty
        case 1: rules[0]
        default: .object([name: .array(rules)])
        }
    }
}

extension EditableFlag {
    /// Creates a flag with the distinct ones of some values, each with a name.
    ///
    /// A Bool flag has the variants `on` and `off`. Names that another value has are numbered.
    ///
    /// - Throws: If there are no values, or they have different types.
    package init(importing values: [(name: String, value: JSONValue)]) throws(ImportError) {
        guard !values.isEmpty else { throw ImportError("It has no values.") }
        guard values.count <= FlagDocumentLimits.variants else {
            throw ImportError("It has more than \(FlagDocumentLimits.variants) values.")
        }
        let types = [FlagType.bool, .int, .double, .string, .array, .object]
        guard let type = types.first(where: { type in values.allSatisfy { type.includes($0.value) } }) else {
            throw ImportError("Its values have different types.")
        }
        guard type != .bool else {
            self = .bool()
            return
        }
        var variants: [Variant] = []
        var names: Set<String> = []
        for (name, value) in values where !variants.contains(where: { $0.value == value }) {
            let printable = String(
                String.UnicodeScalarView(name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
            let base = printable.isEmpty || printable.utf8.count > 190 ? "value" : printable
            var unique = base
            var number = 2
            while !names.insert(unique).inserted {
                unique = "\(base) \(number)"
                number += 1
            }
            variants.append(Variant(unique, value))
        }
        self.init(type: type, variants: variants)
    }

    /// Returns the name of the variant with a value.
    package func variant(with value: JSONValue) -> String? { variants.first { $0.value == value }?.name }
}

extension JSONValue {
    /// The members of an object, or none.
    var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}
