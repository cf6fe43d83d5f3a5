/// The parameters of a link: those of the pattern, and the values of the query that they leave.
///
/// A parameter of the path wins over values of the same name in the query, which are then not here.
public struct RouteParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A parameter with its values.
    struct Parameter: Sendable, Hashable {
        let name: String
        var values: [String]
        /// Whether it is the components that `**` stands for.
        ///
        /// A text of it has slashes between them.
        let isList: Bool
    }

    private(set) var all: [Parameter] = []

    /// No parameters.
    public init() {}

    /// Parameters of one value each, for links: of a parameter that `**` stands for, a text with slashes.
    ///
    /// Of a name that stands here twice, all values.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Those of a pattern, and of a query what has other names.
    init(path: [Parameter], query: [(name: String, value: String)]) {
        all = path
        guard !query.isEmpty else { return }
        let ofPath = Set(path.map(\.name))
        for item in query where !ofPath.contains(item.name) { append(item.name, item.value) }
    }

    /// What they are called: those of the pattern first, then those of the query.
    public var names: [String] { all.map(\.name) }

    /// All values of a parameter, in the link's order; none where it isn't there.
    public func values(_ name: String) -> [String] {
        find(name)?.values ?? []
    }

    /// The one value of a parameter, `nil` where it isn't there or has several.
    ///
    /// Of one that `**` stands for, the components with slashes between them. To set it gives the parameter this value
    /// alone, or takes it away.
    public subscript(_ name: String) -> String? {
        get { find(name)?.text }
        set { replace(newValue.map { Parameter(name: name, values: [$0], isList: false) }, name) }
    }

    /// Gives a parameter these values alone: in a link, one after the other in the query, or the components of `**`.
    public mutating func set(_ name: String, _ values: [String]) {
        replace(Parameter(name: name, values: values, isList: true), name)
    }

    /// The one value of a parameter.
    ///
    /// - Throws: ``ExternalInputError`` where it is missing or has several.
    public func require(_ name: String) throws(ExternalInputError) -> String {
        guard let parameter = find(name) else {
            throw ExternalInputError(.missing, parameter: name, "The parameter \(name) is missing.")
        }
        guard let text = parameter.text else {
            throw ExternalInputError(
                .invalid, parameter: name, "The parameter \(name) stands in the link \(parameter.values.count) times.")
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
    /// All of it as one text, `nil` where it has several values.
    var text: String? {
        isList ? values.joined(separator: "/") : values.count == 1 ? values.first : nil
    }
}

extension RouteParameters {
    /// A value of one parameter.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - type: What it is decoded as, such as a number, a date, an `enum` or an array. Of an optional, `nil` where it is
    ///     missing.
    /// - Throws: ``ExternalInputError``, which names the parameter.
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
