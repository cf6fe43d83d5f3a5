/// A pattern of links to an action.
///
/// ```swift
/// Route("open/$(document)", to: open)
/// Route("share/**(rest)", to: share, name: "share", in: .app("documents"), .universal("example.com"))
/// ```
///
/// A pattern consists of components separated by slashes:
///
/// | component | matches |
/// |---|---|
/// | `open` | this text, byte for byte |
/// | `v$(version).json` | one component with this prefix and suffix; the text between is a parameter |
/// | `$(document)` | one component, as a parameter |
/// | `*` | one component |
/// | `**` | all following components, or none; only as the last one |
/// | `**(rest)` | the same, as a parameter: a `String` with slashes, or an array of the components |
///
/// A parameter has at least one character, and a component at most one parameter. In a pattern, `%` and two hexadecimal
/// digits denote a byte, as in links: `%2A` is a literal asterisk. The pattern `/` matches a link without components.
///
/// ``FeatureRuntime/route(_:)`` describes the priority of patterns.
public struct Route: Sendable {
    let pattern: String
    let scopes: [RouteScope]
    let name: String?
    let reference: BindingReference
    let coding: RouteCoding

    private init(
        _ pattern: String, _ reference: BindingReference, _ name: String?, _ scopes: [RouteScope], _ coding: RouteCoding
    ) {
        self.pattern = pattern
        self.reference = reference
        self.name = name
        self.scopes = scopes.isEmpty ? [.anyApp, .anyUniversal] : scopes
        self.coding = coding
    }

    /// Creates a route to an action whose input is decoded from the link's parameters, and that can be written as a
    /// link.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - binding: The action, declared by the same feature.
    ///   - name: The name of the route, available to the action and to the input's decoder. None by default.
    ///   - scopes: The scopes: by default all schemes of the app and all domains.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...
    ) where Bound.Input: Decodable & Encodable & SendableMetatype {
        self.init(pattern, binding.reference, name, scopes, .codable(Bound.Input.self))
    }

    /// Creates a route to an action whose input is decoded from the link's parameters.
    ///
    /// The action can't be written as a link. For that, make its input `Encodable` as well.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - binding: The action, declared by the same feature.
    ///   - name: The name of the route, available to the action and to the input's decoder. None by default.
    ///   - scopes: The scopes: by default all schemes of the app and all domains.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...
    ) where Bound.Input: Decodable & SendableMetatype {
        self.init(pattern, binding.reference, name, scopes, .decodable(Bound.Input.self))
    }

    /// Creates a route to an action that needs no input.
    ///
    /// Parameters of the pattern are ignored, so links can be created only for patterns without parameters.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - binding: The action, declared by the same feature.
    ///   - name: The name of the route, available to the action. None by default.
    ///   - scopes: The scopes: by default all schemes of the app and all domains.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...
    ) where Bound.Input == NoInput {
        self.init(pattern, binding.reference, name, scopes, .none)
    }

    /// Creates a route to an action with custom conversions of the input.
    ///
    /// ```swift
    /// Route("open/$(name)", to: open) { parameters in
    ///     Document(name: try parameters.require("name"))
    /// } link: { document in
    ///     ["name": document.name]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - binding: The action, declared by the same feature.
    ///   - name: The name of the route, available to the action. None by default.
    ///   - scopes: The scopes: by default all schemes of the app and all domains.
    ///   - input: Creates the input. A thrown error is the reason why the link can't be opened.
    ///   - link: Returns the parameters of an input, for links to the action. Without it, no links can be created.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...,
        input: @escaping @Sendable (RouteParameters) throws -> Bound.Input,
        link: (@Sendable (Bound.Input) throws -> RouteParameters)? = nil
    ) where Bound.Input: SendableMetatype {
        self.init(pattern, binding.reference, name, scopes, .closures(input: input, link: link))
    }
}
