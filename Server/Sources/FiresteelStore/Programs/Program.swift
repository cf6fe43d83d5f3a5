/// A program: everything built from one root feature group.
package struct Program: Codable, Sendable, Hashable {
    private enum CodingKeys: String, CodingKey {
        case id, name, environments
        case changes = "change"
    }

    /// The identifier, part of addresses.
    package let id: String
    /// The name.
    package var name: String
    /// The number of its last change, 0 before the first.
    package var changes: Int64
    /// The hash of its last change, empty before the first.
    package var head = ""
    /// The environments, in their order.
    package var environments: [ProgramEnvironment]
    /// The environments that can't be read and are left out.
    package var damaged: [DamagedEnvironment] = []
}

/// A stored environment that can't be read.
///
/// It is left out; the other environments aren't affected, but what all environments share can't be changed until it can
/// be read again, since nothing is known about its protection.
package struct DamagedEnvironment: Sendable, Hashable, CustomStringConvertible {
    /// The identifier.
    package let id: String
    /// The reason why it can't be read.
    package let reason: String

    /// The environment, the reason, and what to do.
    package var description: String {
        """
        The environment “\(id)” is damaged and left out: \(reason) Restore a backup; if only its name or protection is \
        damaged, setting them again is enough.
        """
    }

    /// The error for people.
    package var diagnostic: ItemDiagnostic {
        ItemDiagnostic(ItemKey(.targeting, "", environment: id), path: "", message: "\(self)")
    }
}

/// A stored program that can't be read and is left out.
package struct DamagedProgram: Sendable, Hashable, CustomStringConvertible {
    package let id: String
    /// The reason why it can't be read.
    package let reason: String

    /// The program, the reason, and what to do.
    package var description: String { "The program “\(id)” is damaged and left out: \(reason) Restore a backup." }
}
