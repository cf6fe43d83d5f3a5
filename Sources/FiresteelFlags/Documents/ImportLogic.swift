/// JsonLogic that importers of other formats write.
package enum ImportLogic {
    /// Returns the variable of an attribute, or `nil` if a path can't name it.
    ///
    /// Other formats have flat names; here a period leads into an object, and some names have a meaning.
    package static func variable(_ name: String) -> FlagValue? {
        let isOwn = name == "targetingKey" || name.hasPrefix("$flagd")
        guard !name.isEmpty, !name.contains("."), !isOwn else { return nil }
        return ["var": .string(name)]
    }

    /// Returns the rule that all of some rules hold.
    package static func all(_ rules: [FlagValue]) -> FlagValue { joined("and", rules, empty: true) }

    /// Returns the rule that one of some rules holds.
    package static func any(_ rules: [FlagValue]) -> FlagValue { joined("or", rules, empty: false) }

    /// Returns the rule that another doesn't hold.
    package static func not(_ rule: FlagValue) -> FlagValue { ["!": [rule]] }

    /// Returns the rule that a value is a text: only then is it equal to itself as text.
    package static func isText(_ value: FlagValue) -> FlagValue { ["===": [["cat": [value]], value]] }

    /// Returns the rule that a value is a number: only then is it equal to itself as number.
    package static func isNumber(_ value: FlagValue) -> FlagValue { ["===": [["+": [value]], value]] }

    /// Returns the draw of one of some names by a key, with their weights.
    package static func draw(_ key: FlagValue, _ shares: [(name: String, weight: Int)]) -> FlagValue {
        ["fractional": .array([key] + shares.map { [.string($0.name), .int($0.weight)] })]
    }

    private static func joined(_ name: String, _ rules: [FlagValue], empty: FlagValue) -> FlagValue {
        switch rules.count {
        case 0: empty
        case 1: rules[0]
        default: .object([name: .array(rules)])
        }
    }
}

/// Why a flag of another format can't be imported.
package struct ImportError: Error {
    /// A sentence with the reason.
    package let reason: String

    /// Creates an error.
    package init(_ reason: String) { self.reason = reason }
}

extension EditableFlag {
    /// Creates a flag with the distinct ones of some values, each with a name.
    ///
    /// A Bool flag has the variants `on` and `off`. Names that another value has are numbered.
    ///
    /// - Throws: If there are no values, or they have different types.
    package init(importing values: [(name: String, value: FlagValue)]) throws(ImportError) {
        guard !values.isEmpty else { throw ImportError("It has no values.") }
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
    package func variant(with value: FlagValue) -> String? { variants.first { $0.value == value }?.name }
}
