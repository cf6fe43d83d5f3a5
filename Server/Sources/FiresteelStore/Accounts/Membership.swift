/// The rights of a person or script in one program.
package struct Membership: Codable, Sendable, Hashable {
    /// The role.
    package var role: Role
    /// The environments that may be changed, or `nil` for all.
    package var environments: Set<String>?

    /// Creates rights.
    package init(role: Role, environments: Set<String>? = nil) {
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
