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
    /// The environments that can't be read and are left out.
    public var damaged: [DamagedEnvironment] = []
}

/// A stored environment that can't be read.
///
/// It is left out; the other environments aren't affected, but what all environments share can't be changed until it can
/// be read again, since nothing is known about its protection.
public struct DamagedEnvironment: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    public let id: String
    /// Why it can't be read.
    public let reason: String

    /// The environment, the reason, and what to do.
    public var description: String {
        """
        The environment “\(id)” is damaged and left out: \(reason) Restore a backup; if only its name or protection is \
        damaged, setting them again is enough.
        """
    }

    /// The error for people.
    public var diagnostic: ItemDiagnostic {
        ItemDiagnostic(ItemKey(.targeting, "", environment: id), path: "", message: "\(self)")
    }
}

/// A stored program that can't be read and is left out.
package struct DamagedProgram: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    package let id: String
    /// Why it can't be read.
    package let reason: String

    /// The program, the reason, and what to do.
    package var description: String { "The program “\(id)” is damaged and left out: \(reason) Restore a backup." }
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
