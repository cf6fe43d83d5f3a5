/// What can be done so that a condition is met.
public enum Remedy: Sendable, Hashable, CustomStringConvertible {
    /// The user switches the feature on.
    case switchOn
    /// The program switches the feature on.
    case enable
    /// Somebody changes a flag, where flags are changed.
    case changeFlag(String)
    /// The user buys one of these.
    case buy([String])
    /// The user allows something: the name of a permission as people know it.
    case grant(String)
    /// The user, or the system, is updated to what is named: "iOS 26".
    case update(to: String)
    /// Nothing but to wait, since it isn't known yet.
    case wait
    /// Another feature is made available first.
    case makeAvailable(FeaturePath)
    /// Another feature is made unavailable first.
    case makeUnavailable(FeaturePath)
    /// The feature is added to a group of the program.
    case register
    /// Something else, as a verb: "Split it".
    case other(String)

    /// What to do, as a verb: "Switch it on".
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
        case .register: "Add it to a group"
        case .other(let description): description
        }
    }
}

extension Remedy: ExpressibleByStringLiteral {
    /// Something that has no case of its own, as a verb: "Split it".
    public init(stringLiteral description: String) { self = .other(description) }
}
