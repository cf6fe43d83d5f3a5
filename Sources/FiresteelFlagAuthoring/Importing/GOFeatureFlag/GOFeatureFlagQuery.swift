import FiresteelFlags

/// A query of GO Feature Flag, such as `plan eq "pro" and not (age lt 18)`, or one in JsonLogic.
struct GOFeatureFlagQuery {
    private var rest: Substring
    /// The conditions read so far.
    private var terms = 0
    /// The differences that remain.
    private(set) var warnings: Set<String> = []

    init(_ query: String) { rest = query[...] }

    /// Returns the rule of the query; an empty one always holds.
    mutating func rule() throws(ImportError) -> JSONValue {
        skipSpace()
        if rest.isEmpty { return true }
        if rest.first == "{" {
            guard let logic = try? JSONValue(json: Array(rest.utf8)) else { throw error() }
            return try renamed(logic, isInner: false)
        }
        let rule = try expression(depth: 0)
        guard rest.isEmpty else { throw error() }
        return rule
    }

    private func error() -> ImportError { ImportError("Its query can't be read at “\(rest.prefix(40))”.") }

    /// Returns the variable of an attribute: the key is the targeting key, and `anonymous` always has a value.
    private func variable(_ name: String) throws(ImportError) -> JSONValue {
        switch name {
        case "key", "targetingKey": return ["var": "targetingKey"]
        case "anonymous": return ["var": ["anonymous", false]]
        default:
            guard let variable = ImportLogic.path(name) else {
                throw ImportError("The name of the attribute “\(name)” is reserved here.")
            }
            return variable
        }
    }

    /// Returns JsonLogic with the names of attributes here.
    private func renamed(_ logic: JSONValue, isInner: Bool) throws(ImportError) -> JSONValue {
        switch logic {
        case .array(let elements):
            var renamed: [JSONValue] = []
            for element in elements { renamed.append(try self.renamed(element, isInner: isInner)) }
            return .array(renamed)
        case .object(let members):
            guard members.count == 1, let (name, value) = members.first else { return logic }
            if name == "var", !isInner, let path = value.stringValue { return try variable(path) }
            guard ["map", "filter", "reduce", "all", "none", "some"].contains(name), let first = value.elements.first
            else { return .object([name: try renamed(value, isInner: isInner)]) }
            // In loops, variables are those of an element.
            return .object([name: .array([try renamed(first, isInner: isInner)] + value.elements.dropFirst())])
        default: return logic
        }
    }

    // MARK: Reading

    private mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

    /// Consumes a word, regardless of case.
    private mutating func skip(_ word: String) -> Bool {
        guard rest.prefix(word.count).lowercased() == word else { return false }
        let after = rest.dropFirst(word.count)
        // A word ends where no name continues.
        if word.last?.isLetter == true, let next = after.first, Self.isName(next) { return false }
        rest = after
        skipSpace()
        return true
    }

    private static func isName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_:.".contains(character))
    }

    /// Reads comparisons with “and” and “or”, which have the same precedence.
    private mutating func expression(depth: Int) throws(ImportError) -> JSONValue {
        guard depth < 40 else { throw error() }
        var rule = try term(depth: depth)
        while true {
            if skip("and") {
                rule = ImportLogic.all([rule, try term(depth: depth)])
            } else if skip("or") {
                rule = ImportLogic.any([rule, try term(depth: depth)])
            } else {
                return rule
            }
        }
    }

    private mutating func term(depth: Int) throws(ImportError) -> JSONValue {
        terms += 1
        guard terms <= 100 else { throw ImportError("Its query has more than 100 conditions.") }
        let start = rest
        let isNegated = skip("not")
        if skip("(") {
            let rule = try expression(depth: depth + 1)
            guard skip(")") else { throw error() }
            return isNegated ? ImportLogic.not(rule) : rule
        }
        // An attribute may have the name “not”.
        rest = start
        let name = rest.prefix(while: Self.isName)
        guard name.first?.isLetter == true else { throw error() }
        rest = rest.dropFirst(name.count)
        skipSpace()
        let variable = try variable(String(name))
        if skip("pr") { return ["!=": [variable, .null]] }
        for (word, comparison) in Self.comparisons where skip(word) {
            return try compare(variable, comparison, try value())
        }
        throw error()
    }

    private static let comparisons = [
        ("eq", "==="), ("==", "==="), ("ne", "!=="), ("!=", "!=="), ("ge", ">="), (">=", ">="), ("le", "<="),
        ("<=", "<="),
        ("gt", ">"), (">", ">"), ("lt", "<"), ("<", "<"), ("co", "co"), ("sw", "starts_with"), ("ew", "ends_with"),
        ("in", "in"),
    ]

    private enum Value {
        case json(JSONValue)
        case version(String)
    }

    private mutating func value() throws(ImportError) -> Value {
        defer { skipSpace() }
        let end: Substring.Index
        switch rest.first {
        case "\"":
            guard let quote = rest.dropFirst().firstIndex(of: "\""), !rest[..<quote].contains("\\") else {
                throw error()
            }
            end = rest.index(after: quote)
        case "[":
            guard let bracket = rest.firstIndex(of: "]"), !rest[..<bracket].contains("\\") else { throw error() }
            end = rest.index(after: bracket)
        default: end = rest.firstIndex { $0.isWhitespace || $0 == ")" } ?? rest.endIndex
        }
        let text = String(rest[..<end])
        if let json = try? JSONValue(json: Array(text.utf8)) {
            rest = rest[end...]
            return .json(json)
        }
        guard VersionCondition.equal.holds(text, text) != nil else { throw error() }
        rest = rest[end...]
        return .version(text)
    }

    // MARK: Comparing

    private mutating func compare(
        _ variable: JSONValue, _ comparison: String, _ value: Value
    ) throws(ImportError) -> JSONValue {
        let isEquality = ["===", "!=="].contains(comparison)
        switch value {
        case .version(let version):
            guard comparison != "in", let sign = ["===": "=", "!==": "!="][comparison] ?? Self.sign(comparison) else {
                throw error()
            }
            return ImportLogic.all([
                ImportLogic.isText(variable), ["sem_ver": [variable, .string(sign), .string(version)]],
            ])
        case .json(.string(let text)):
            warnAboutCase([.string(text)])
            return self.text(variable, comparison, text)
        case .json(.null) where isEquality: return .object([comparison == "===" ? "==" : "!=": [variable, .null]])
        case .json(.bool(let wanted)) where isEquality:
            return ["===": [variable, .bool(wanted == (comparison == "==="))]]
        case .json(let number) where number.doubleValue != nil && (isEquality || Self.sign(comparison) != nil):
            let rule: JSONValue = .object([comparison: [variable, number]])
            return comparison == "===" ? rule : ImportLogic.all([ImportLogic.isNumber(variable), rule])
        case .json(.array(let values)) where comparison == "in" && !values.isEmpty:
            warnAboutCase(values)
            return ["in": [variable, .array(values)]]
        default: throw error()
        }
    }

    private static func sign(_ comparison: String) -> String? {
        ["<", "<=", ">", ">="].contains(comparison) ? comparison : nil
    }

    private func text(_ variable: JSONValue, _ comparison: String, _ text: String) -> JSONValue {
        let value = JSONValue.string(text)
        let isText = ImportLogic.isText(variable)
        switch comparison {
        case "===", "starts_with", "ends_with": return .object([comparison: [variable, value]])
        case "co": return text.isEmpty ? isText : ImportLogic.all([isText, ["in": [value, variable]]])
        case "in": return false
        default: return ImportLogic.all([isText, .object([comparison: [variable, value]])])
        }
    }

    private mutating func warnAboutCase(_ values: [JSONValue]) {
        guard values.contains(where: { $0.stringValue.map { $0.lowercased() != $0.uppercased() } == true }) else {
            return
        }
        warnings.insert("Its query compares texts with regard to case; GO Feature Flag ignores it.")
    }
}
