extension PageData {
    /// The log levels and the focus.
    struct Logging: Codable, Sendable, Equatable {
        /// The default level.
        var level: String
        /// The separate levels of features.
        var levels: [String: String]
        /// The features in focus; if empty, all features are.
        var focus: [String] = []
    }

    /// A change of a level.
    struct LevelChange: Codable, Sendable, Equatable {
        /// The feature's path; nil for the default level.
        var path: String?
        /// The level; nil removes the feature's separate level.
        var level: String?
    }

    /// A change of the focus.
    struct FocusChange: Codable, Sendable, Equatable {
        /// The features in focus; if empty, all features are.
        var paths: [String] = []
    }
}
