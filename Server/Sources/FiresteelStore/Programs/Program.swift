/// A program: everything built from one root feature group.
public struct Program: Sendable, Hashable {
    /// The identifier, part of addresses.
    public let id: String
    /// The name.
    public var name: String
    /// The number of its last change, 0 before the first.
    public var changes: Int64
    /// The hash of its last change.
    public var head: String
    /// The environments, in their order.
    public var environments: [ProgramEnvironment]
}

/// An environment in which a program runs.
public struct ProgramEnvironment: Sendable, Hashable {
    /// What a change of an environment requires.
    public enum Protection: String, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// A reason.
        case reason
        /// A reason and the approval of another person. Switching off takes effect immediately and is reviewed afterwards.
        case approval
    }

    /// The identifier, part of addresses.
    public let id: String
    /// The name.
    public var name: String
    /// What a change requires.
    public var protection: Protection
    /// The number of changes that affected the environment.
    public var revision: Int64
    /// The time of the last such change, in milliseconds since 1970, or of the environment's creation.
    public var changed: Int64
}

extension ProgramEnvironment {
    /// The environments of a new program.
    static let initial: [(id: String, name: String, protection: Protection)] = [
        ("development", "Development", .none), ("staging", "Staging", .reason), ("production", "Production", .approval),
    ]
}
