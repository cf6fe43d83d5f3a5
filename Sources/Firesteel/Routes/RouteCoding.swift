/// The conversions between parameters and inputs of a route, for any type of input.
struct RouteCoding: Sendable {
    /// Creates the input.
    let make: @Sendable (ParameterSource) throws -> Any
    /// Returns the parameters of an input; `nil` if the conversion isn't available.
    let parameters: (@Sendable (_ input: Any, _ sole: String?) throws -> RouteParameters)?
    /// The reason why the conversion isn't available.
    let linkRefusal: String
    /// Whether the action needs no input.
    let isEmpty: Bool
    /// The input's type, or `nil` if the action needs none.
    let input: String?

    static var none: RouteCoding {
        RouteCoding(
            make: { _ in NoInput() }, parameters: { _, _ in RouteParameters() }, linkRefusal: "", isEmpty: true,
            input: nil)
    }

    static func codable<Input: Decodable & Encodable & SendableMetatype>(_ type: Input.Type) -> RouteCoding {
        RouteCoding(
            make: { try Input(from: $0) },
            parameters: { input, sole in
                guard let input = input as? Input else { throw LinkCodingError("the input is not a \(Input.self)") }
                return try ParameterEncoder.parameters(of: input, sole: sole)
            },
            linkRefusal: "", isEmpty: false, input: String(describing: type))
    }

    static func decodable<Input: Decodable & SendableMetatype>(_ type: Input.Type) -> RouteCoding {
        RouteCoding(
            make: { try Input(from: $0) }, parameters: nil,
            linkRefusal: "\(type) isn't Encodable", isEmpty: false,
            input: String(describing: type))
    }

    static func closures<Input: SendableMetatype>(
        input make: @escaping @Sendable (RouteParameters) throws -> Input,
        link: (@Sendable (Input) throws -> RouteParameters)?
    ) -> RouteCoding {
        var parameters: (@Sendable (Any, String?) throws -> RouteParameters)?
        if let link {
            parameters = { input, _ in
                guard let input = input as? Input else { throw LinkCodingError("the input is not a \(Input.self)") }
                return try link(input)
            }
        }
        return RouteCoding(
            make: { try make($0.parameters) }, parameters: parameters,
            linkRefusal: "the route converts links to inputs, but not inputs to links", isEmpty: false,
            input: String(describing: Input.self))
    }
}

extension Decodable {
    fileprivate init(from source: ParameterSource) throws {
        self = try ParameterDecoder(source, name: nil).decode(Self.self)
    }
}

/// An error of writing an input as a link.
struct LinkCodingError: Error, CustomStringConvertible {
    let description: String

    init(_ message: String) {
        description = message
    }
}
