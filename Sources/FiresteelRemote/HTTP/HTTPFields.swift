/// The fields of a request's or an answer's head.
///
/// Names are compared without regard to case.
public struct HTTPFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var values: [String: String] = [:]

    /// Fields by name; several of one name become one with the values in order.
    public init(_ fields: some Sequence<(name: String, value: String)>) {
        for field in fields { append(field.value, to: field.name) }
    }

    /// Fields by name.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { (name: $0.0, value: $0.1) })
    }

    /// A field's value, or `nil`.
    public subscript(name: String) -> String? {
        get { values[name.lowercased()] }
        set { values[name.lowercased()] = newValue }
    }

    /// All fields, names in small letters.
    public var all: [(name: String, value: String)] {
        values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    private mutating func append(_ value: String, to name: String) {
        let name = name.lowercased()
        values[name] = values[name].map { "\($0), \(value)" } ?? value
    }
}
