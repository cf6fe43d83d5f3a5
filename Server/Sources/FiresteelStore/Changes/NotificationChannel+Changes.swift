package import FiresteelDatabase

extension NotificationChannel {
    /// Returns the channel that is notified of each change of flags, tokens and accounts.
    package static func changes() throws -> NotificationChannel { try NotificationChannel("firesteel_changes") }
}
