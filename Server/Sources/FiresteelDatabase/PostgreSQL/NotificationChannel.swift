/// The name of a channel of notifications.
package struct NotificationChannel: Sendable, Hashable {
    /// The name: 1 to 63 lower-case letters, digits and underscores.
    package let name: String

    /// Creates a channel, or throws ``DatabaseError/invalidConfiguration(reason:)`` if the name has other characters.
    package init(_ name: String) throws {
        let permitted = "abcdefghijklmnopqrstuvwxyz0123456789_"
        guard (1...63).contains(name.count), name.allSatisfy({ permitted.contains($0) }) else {
            throw DatabaseError.invalidConfiguration(
                reason: "the channel “\(name)” needs 1 to 63 lower-case letters, digits and underscores")
        }
        self.name = name
    }
}
