public import FiresteelTimeline

/// The route of a link, with its parameters.
public struct RouteMatch: Sendable {
    /// The link itself.
    public let link: String
    /// The action.
    public let action: ActionPath
    /// The declared pattern.
    public let pattern: String
    /// The scope of the route that the link is in, with scheme or domain in lower case.
    public let scope: RouteScope
    /// The name of the route, if it has one.
    public let name: String?
    /// The parameters in path and query.
    public let parameters: RouteParameters

    let route: RegisteredRoute

    /// The source of the action's input.
    public var input: any ExternalInput { LinkInput(match: self) }

    /// Returns the request to perform the action.
    ///
    /// - Parameter source: The source of the link.
    public func request(from source: ActionSource = .url) -> ExternalRequest {
        ExternalRequest(action, from: source, link: link, route: name)
    }

    var source: ParameterSource {
        ParameterSource(parameters: parameters, sole: route.soleParameter, route: name)
    }
}

/// The input of a link's action.
struct LinkInput: ExternalInput {
    let match: RouteMatch

    func decode<Input: Decodable>(_ type: Input.Type) throws -> Input {
        try ParameterDecoder(match.source, name: nil).decode(type)
    }

    /// Creates the input by the route's conversion, which may not use decoding.
    func make<Input>(_ type: Input.Type) throws -> Input? {
        do {
            return try match.route.coding.make(match.source) as? Input
        } catch {
            throw match.fault(error)
        }
    }
}

extension RouteMatch {
    /// Returns the error of creating the input.
    ///
    /// An input that is a single value has no name for the invalid part; the link provides it.
    func fault(_ error: any Error) -> ExternalInputError {
        let fault = ExternalInputError(error)
        guard fault.parameter.isEmpty, let name = source.sole ?? parameters.names.first, parameters.names.count <= 1,
            let error = error as? DecodingError
        else { return fault }
        let path: [any CodingKey] = [ParameterKey(name)]
        switch error {
        case .dataCorrupted(let context):
            return ExternalInputError(
                DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: context.debugDescription)))
        case .typeMismatch(let type, let context):
            return ExternalInputError(
                DecodingError.typeMismatch(
                    type, .init(codingPath: path, debugDescription: context.debugDescription)))
        default: return fault
        }
    }
}

extension RouteTable {
    /// Returns the route that takes a link, with its parameters.
    func match(_ link: String) throws(RouteError) -> RouteMatch {
        let address = try LinkAddress(link)
        guard let (route, scope) = find(address), let captures = try? route.pattern.captures(in: address.components)
        else { throw .noRoute(link) }
        return RouteMatch(link, address, route, scope, captures)
    }
}

extension RouteMatch {
    init(
        _ link: String, _ address: LinkAddress, _ route: RegisteredRoute, _ scope: RouteScope,
        _ captures: [RouteParameters.Parameter]
    ) {
        self.link = link
        action = route.action
        pattern = route.pattern.text
        self.scope = scope
        name = route.name
        parameters = RouteParameters(path: captures, query: address.query)
        self.route = route
    }
}
