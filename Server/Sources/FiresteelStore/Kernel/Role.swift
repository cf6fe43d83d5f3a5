/// A role of a person or script in a program.
package enum Role: String, Codable, Sendable, Hashable, CaseIterable, Comparable {
    /// May read.
    case viewer
    /// May also change the environments listed for the role.
    case editor
    /// May also approve the changes of others.
    case approver
    /// May also change settings, roles and tokens.
    case admin

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .editor: 1
        case .approver: 2
        case .admin: 3
        }
    }

    /// Whether a role includes fewer rights.
    package static func < (lhs: Role, rhs: Role) -> Bool { lhs.rank < rhs.rank }
}
