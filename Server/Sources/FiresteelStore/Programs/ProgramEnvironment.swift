/// An environment in which a program runs.
package struct ProgramEnvironment: Codable, Sendable, Hashable {
    /// The requirements for a change of an environment.
    package enum Protection: String, Codable, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// A reason.
        case reason
        /// A reason and the approval of another person. Switching off takes effect immediately and is reviewed afterwards.
        case approval
    }

    /// The identifier, part of addresses.
    package let id: String
    /// The name.
    package var name: String
    /// The requirements for a change.
    package var protection: Protection
    /// The number of changes that affected the environment.
    package var revision: Int64
    /// The time of the last such change, in milliseconds since 1970, or of the environment's creation.
    package var changed: Int64
}

extension ProgramEnvironment {
    /// The environments of a new program.
    static let initial: [(id: String, name: String, protection: Protection)] = [
        ("development", "Development", .none), ("staging", "Staging", .reason), ("production", "Production", .approval),
    ]
}
