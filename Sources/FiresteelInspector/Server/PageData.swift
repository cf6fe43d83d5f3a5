/// The JSON that pages read, as documented in `docs/inspector-api.md`.
///
/// Times are integer microseconds since 1970-01-01T00:00:00Z, durations integer microseconds. Unknown values are nil
/// and omitted.
enum PageData {
    /// A feature's path and display name.
    struct Name: Codable, Sendable, Equatable {
        /// The feature's path, for example `App/Documents`.
        var path: String
        /// The display name.
        var name: String
    }

    /// An action's identifier and display name.
    struct ActionName: Codable, Sendable, Equatable {
        /// The action's identifier within its feature.
        var identifier: String
        /// The display name.
        var name: String
    }

    /// A session's identifier and name.
    struct SessionName: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        var id: UInt32
        /// The name; names may repeat.
        var name: String
    }
}
