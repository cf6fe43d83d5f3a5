import FiresteelBase

extension FlagDefinitionsReader {
    /// Returns warnings of constant results of a targeting that are none of the flag's variants.
    func unknownVariants(in draft: Draft, _ flag: Int) -> [ReadError] {
        guard draft.target != nil, let targeting = document.member("targeting", of: flag) else { return [] }
        var search = VariantSearch(document, variants: draft.variants)
        search.evaluators = compiler.evaluators.mapValues { $0.token }
        search.visit(targeting, LogicPath.flag(draft.key).word("targeting"), depth: 0)
        return search.found.map { found in
            let similar = draft.variants.map(\.name).filter { Self.areSimilar($0, found.name) }
            let hint = similar.count == 1 ? " Did you mean “\(similar[0])”?" : ""
            return ReadError(
                key: draft.key, path: found.path, token: found.token,
                message:
                    "The targeting of “\(draft.key)” returns “\(found.name)”, which is not a variant of the flag.\(hint)"
            )
        }
    }

    /// Returns whether two names differ only in case, or by one inserted, removed or replaced letter.
    private static func areSimilar(_ first: String, _ second: String) -> Bool {
        let (one, other) = (Array(first.lowercased()), Array(second.lowercased()))
        guard abs(one.count - other.count) <= 1 else { return false }
        let start = zip(one, other).prefix { $0 == $1 }.count
        let (left, right) = (one[start...], other[start...])
        return left.dropFirst().elementsEqual(right.dropFirst()) || left.dropFirst().elementsEqual(right)
            || left.elementsEqual(right.dropFirst())
    }
}

/// Finds the constants that a targeting can return.
private struct VariantSearch {
    /// The limit on visited values, since shared rules may refer to each other.
    private static let limit = 10_000

    let document: JSONDocument
    let variants: [FlagVariant]
    /// The tokens of shared rules by their names.
    var evaluators: [String: Int] = [:]
    private(set) var found: [(name: String, path: LogicPath, token: Int)] = []
    private var visited = 0

    init(_ document: JSONDocument, variants: [FlagVariant]) {
        self.document = document
        self.variants = variants
    }

    mutating func visit(_ token: Int, _ path: LogicPath, depth: Int) {
        visited += 1
        guard visited <= Self.limit, depth < 256 else { return }
        switch document.tokens[token].kind {
        case .text, .escapedText: check(document.text(token), token, path)
        case .yes: check("true", token, path)
        case .no: check("false", token, path)
        case .object where document.tokens[token].count == 1:
            visitOperator(document.text(token + 1), token + 2, path, depth: depth + 1)
        case .null, .int, .double, .array, .object: break
        }
    }

    private mutating func check(_ name: String, _ token: Int, _ path: LogicPath) {
        if variants.index(of: name) == nil { found.append((name, path, token)) }
    }

    private mutating func visitOperator(_ name: String, _ value: Int, _ path: LogicPath, depth: Int) {
        let inner = path.word(name)
        switch name {
        case "if", "?:":
            let operands = elements(of: value)
            // Conditions are at even indices; the last operand is the default.
            for (index, operand) in operands.enumerated() where !index.isMultiple(of: 2) || index == operands.count - 1
            {
                visit(operand, inner.element(index), depth: depth)
            }
        case "fractional":
            for (index, operand) in elements(of: value).enumerated() {
                guard let share = elements(of: operand).first else { continue }
                visit(share, inner.element(index).element(0), depth: depth)
            }
        case "$ref":
            guard document.tokens[value].isText, let target = evaluators[document.text(value)] else { return }
            visit(target, .evaluator(document.text(value)), depth: depth)
        default: break
        }
    }

    private func elements(of array: Int) -> [Int] {
        guard document.tokens[array].kind == .array else { return [] }
        var elements: [Int] = []
        var index = array + 1
        for _ in 0..<document.tokens[array].count {
            elements.append(index)
            index = document.end(of: index)
        }
        return elements
    }
}
