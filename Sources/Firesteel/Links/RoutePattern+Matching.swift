extension RoutePattern {
    /// The first difference between a link and a pattern.
    enum MismatchError: Error {
        /// A component differs from the pattern's.
        case component(Int)
        /// The link ends before the pattern.
        case tooShort
        /// The pattern ends before the link.
        case tooLong
    }

    /// Returns the parameters in a link's components, from left to right.
    func captures(in components: [String]) throws(MismatchError) -> [RouteParameters.Parameter] {
        var captured: [RouteParameters.Parameter] = []
        for (index, component) in self.components.enumerated() {
            if case .rest(let name) = component {
                if let name {
                    captured.append(.init(name: name, values: Array(components[index...]), isList: true))
                }
                return captured
            }
            guard index < components.count else { throw .tooShort }
            switch component {
            case .literal(let text):
                guard ExactText(text) == ExactText(components[index]) else { throw .component(index) }
            case .parameter(let name, let prefix, let suffix):
                guard let value = components[index].between(prefix, suffix) else { throw .component(index) }
                captured.append(.init(name: name, values: [value], isList: false))
            case .any, .rest: break
            }
        }
        guard components.count == self.components.count else { throw .tooLong }
        return captured
    }
}

extension String {
    /// Returns the non-empty text between a prefix and a suffix, compared byte for byte.
    func between(_ prefix: String, _ suffix: String) -> String? {
        let bytes = utf8
        guard bytes.count > prefix.utf8.count + suffix.utf8.count, bytes.starts(with: prefix.utf8),
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        return String(bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
    }
}

/// A text that equals the same bytes only.
///
/// Swift takes two ways of writing a character for one, and a link doesn't.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
