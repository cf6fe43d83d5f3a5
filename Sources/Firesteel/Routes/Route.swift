/// A pattern of links that lead to an action.
///
/// ```swift
/// Route("open/$(document)", to: open)
/// Route("share/**(rest)", to: share, name: "share", in: .app("documents"), .universal("example.com"))
/// ```
///
/// A pattern is made of components between slashes:
///
/// | component | stands for |
/// |---|---|
/// | `open` | itself, byte for byte |
/// | `v$(version).json` | one component that begins and ends like this; what is between is a parameter |
/// | `$(document)` | one component, as a parameter |
/// | `*` | one component |
/// | `**` | all that follow, none included; only as the last one |
/// | `**(rest)` | the same, as a parameter: a `String` with slashes, or an array of the components |
///
/// A parameter has at least one character, and a component at most one parameter. In a pattern, `%` and two hexadecimal
/// digits stand for a byte, as in links: `%2A` is an asterisk that means nothing. The pattern `/` is that of a link without
/// components.
///
/// Which of several patterns takes a link is told at ``FeatureRuntime/route(_:)``.
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

    /// A route to an action whose input is made of the link's parameters, and links of inputs.
    ///
    /// - Parameters:
    ///   - pattern: Which links.
    ///   - binding: The action, one that the same feature declares.
    ///   - name: What the route is called, for whoever performs the action or decodes its input. None by default.
    ///   - scopes: Where it holds: by default in every scheme of the app and in every domain.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...
    ) where Bound.Input: Decodable & Encodable & SendableMetatype {
        self.init(pattern, binding.reference, name, scopes, .codable(Bound.Input.self))
    }

    /// A route to an action whose input is made of the link's parameters.
    ///
    /// There are no links to it, since its input can't be written: make it `Encodable` too for those.
    ///
    /// - Parameters:
    ///   - pattern: Which links.
    ///   - binding: The action, one that the same feature declares.
    ///   - name: What the route is called, for whoever performs the action or decodes its input. None by default.
    ///   - scopes: Where it holds: by default in every scheme of the app and in every domain.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...
    ) where Bound.Input: Decodable & SendableMetatype {
        self.init(pattern, binding.reference, name, scopes, .decodable(Bound.Input.self))
    }

    /// A route to an action that needs no input.
    ///
    /// Parameters in the pattern are looked at by nobody, so that links can be made only for patterns without any.
    ///
    /// - Parameters:
    ///   - pattern: Which links.
    ///   - binding: The action, one that the same feature declares.
    ///   - name: What the route is called, for whoever performs the action. None by default.
    ///   - scopes: Where it holds: by default in every scheme of the app and in every domain.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...
    ) where Bound.Input == NoInput {
        self.init(pattern, binding.reference, name, scopes, .none)
    }

    /// A route to an action whose input is made by hand.
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
    ///   - pattern: Which links.
    ///   - binding: The action, one that the same feature declares.
    ///   - name: What the route is called, for whoever performs the action. None by default.
    ///   - scopes: Where it holds: by default in every scheme of the app and in every domain.
    ///   - input: Makes the input. What it throws is why the link can't be opened.
    ///   - link: Gives the parameters of an input, for links to the action. Without it there are none.
    public init<Owner, Bound: ActionDefinition>(
        _ pattern: String, to binding: ActionBinding<Owner, Bound>, name: String? = nil, in scopes: RouteScope...,
        input: @escaping @Sendable (RouteParameters) throws -> Bound.Input,
        link: (@Sendable (Bound.Input) throws -> RouteParameters)? = nil
    ) where Bound.Input: SendableMetatype {
        self.init(pattern, binding.reference, name, scopes, .closures(input: input, link: link))
    }
}
