/// A role of a person or script in a program.
public enum Role: String, Sendable, Hashable, CaseIterable, Comparable {
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
    public static func < (lhs: Role, rhs: Role) -> Bool { lhs.rank < rhs.rank }
}

/// The rights of a person or script in one program.
public struct Membership: Sendable, Hashable {
    /// The role.
    public var role: Role
    /// The environments that may be changed, or `nil` for all.
    public var environments: Set<String>?

    /// Creates rights.
    public init(role: Role, environments: Set<String>? = nil) {
        self.role = role
        self.environments = environments
    }

    /// The environments as stored: identifiers separated by spaces, or an asterisk for all.
    package var stored: String { environments.map { $0.sorted().joined(separator: " ") } ?? "*" }

    /// Reads stored rights.
    package init(role: String, environments: String) throws(StoreError) {
        guard let role = Role(rawValue: role) else { throw .damaged("There is a role “\(role)”.") }
        self.role = role
        self.environments = environments == "*" ? nil : Set(environments.split(separator: " ").map(String.init))
    }
}
