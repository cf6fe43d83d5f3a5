/// An action that satisfies an unmet constraint.
public enum Remedy: Sendable, Hashable, CustomStringConvertible {
    /// The user switches the feature on.
    case switchOn
    /// The program switches the feature on.
    case enable
    /// A flag is changed, where flags are managed.
    case changeFlag(String)
    /// The user buys one of these products.
    case buy([String])
    /// The user grants a permission, given by its display name.
    case grant(String)
    /// The user's system or the program is updated to a version: "iOS 26".
    case update(to: String)
    /// The caller waits, since the constraint is undetermined.
    case wait
    /// Another feature is made available first.
    case makeAvailable(FeaturePath)
    /// Another feature is made unavailable first.
    case makeUnavailable(FeaturePath)
    /// The feature is added to a group of the program.
    case register
    /// Another action, as a verb: "Split it".
    case other(String)

    /// The action as a verb: "Switch it on".
    public var description: String {
        switch self {
        case .switchOn, .enable: "Switch it on"
        case .changeFlag(let key): "Change the flag \(key)"
        case .buy(let products): products.isEmpty ? "Buy it" : "Buy \(products.joined(separator: " or "))"
        case .grant(let permission): "Allow \(permission)"
        case .update(let version): "Update to \(version)"
        case .wait: "Wait"
        case .makeAvailable(let path): "Make \(path) available"
        case .makeUnavailable(let path): "Switch \(path) off"
        case .register: "Register it"
        case .other(let description): description
        }
    }
}

extension Remedy: ExpressibleByStringLiteral {
    /// Creates a remedy without a separate case, as a verb: "Split it".
    public init(stringLiteral description: String) { self = .other(description) }
}
