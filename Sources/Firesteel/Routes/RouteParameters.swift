/// The parameters of a link: those of the pattern, and the values of the query that they leave.
///
/// A parameter of the path wins over values of the same name in the query, which are then not here.
public struct RouteParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A parameter with its values.
    struct Parameter: Sendable, Hashable {
        let name: String
        var values: [String]
        /// Whether the values are the components matched by `**`.
        ///
        /// As a text they are joined by slashes.
        let isList: Bool
    }

    private(set) var all: [Parameter] = []

    /// Creates no parameters.
    public init() {}

    /// Creates parameters with one value each, for links.
    ///
    /// The value of a `**` parameter is a text with slashes.
    ///
    /// A repeated name has all its values.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Creates the parameters of a path, and those of a query with other names.
    init(path: [Parameter], query: [(name: String, value: String)]) {
        all = path
        guard !query.isEmpty else { return }
        let ofPath = Set(path.map(\.name))
        for item in query where !ofPath.contains(item.name) { append(item.name, item.value) }
    }

    /// The names: those of the pattern first, then those of the query.
    public var names: [String] { all.map(\.name) }

    /// Returns all values of a parameter, in the link's order, or none if it is missing.
    public func values(_ name: String) -> [String] {
        find(name)?.values ?? []
    }

    /// The single value of a parameter, or `nil` if it is missing or has several values.
    ///
    /// For a `**` parameter, the components joined by slashes. Setting it replaces all values; setting `nil` removes
    /// the parameter.
    public subscript(_ name: String) -> String? {
        get { find(name)?.text }
        set { replace(newValue.map { Parameter(name: name, values: [$0], isList: false) }, name) }
    }

    /// Sets the values of a parameter: repeated in the query of a link, or the components of `**`.
    public mutating func set(_ name: String, _ values: [String]) {
        replace(Parameter(name: name, values: values, isList: true), name)
    }

    /// Returns the single value of a parameter.
    ///
    /// - Throws: ``ExternalInputError`` if it is missing or has several values.
    public func require(_ name: String) throws(ExternalInputError) -> String {
        guard let parameter = find(name) else {
            throw ExternalInputError(.missing, parameter: name, "The parameter \(name) is missing.")
        }
        guard let text = parameter.text else {
            throw ExternalInputError(
                .invalid, parameter: name, "The parameter \(name) occurs \(parameter.values.count) times in the link.")
        }
        return text
    }

    func find(_ name: String) -> Parameter? { all.first { $0.name == name } }

    /// Adds a value to those that a parameter has.
    private mutating func append(_ name: String, _ value: String) {
        if let index = all.firstIndex(where: { $0.name == name }) {
            all[index].values.append(value)
        } else {
            all.append(Parameter(name: name, values: [value], isList: false))
        }
    }

    private mutating func replace(_ parameter: Parameter?, _ name: String) {
        guard let index = all.firstIndex(where: { $0.name == name }) else {
            if let parameter { all.append(parameter) }
            return
        }
        if let parameter { all[index] = parameter } else { all.remove(at: index) }
    }
}

extension RouteParameters.Parameter {
    /// The value as one text, or `nil` if there are several.
    var text: String? {
        isList ? values.joined(separator: "/") : values.count == 1 ? values.first : nil
    }
}

extension RouteParameters {
    /// Returns the decoded value of a parameter.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - type: The type to decode, such as a number, a date, an `enum` or an array. For an optional, a missing
    ///     parameter is `nil`.
    /// - Throws: ``ExternalInputError`` with the parameter's name.
    public func decode<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ExternalInputError) -> Value {
        do {
            return try ParameterDecoder(ParameterSource(parameters: self, sole: nil, route: nil), name: name)
                .decode(type)
        } catch {
            throw ExternalInputError(error)
        }
    }
}
