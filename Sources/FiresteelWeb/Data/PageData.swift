/// The JSON that pages read, as documented in `docs/inspector-api.md`.
///
/// Times are integer microseconds since 1970-01-01T00:00:00Z, durations integer microseconds. Unknown values are nil
/// and omitted.
public enum PageData {
    /// A feature's path and display name.
    public struct Name: Codable, Sendable, Equatable {
        /// The feature's path, for example `App/Documents`.
        public var path: String
        /// The display name.
        public var name: String

        /// Creates a name.
        package init(path: String, name: String) {
            self.path = path
            self.name = name
        }
    }

    /// An action's identifier and display name.
    public struct ActionName: Codable, Sendable, Equatable {
        /// The action's identifier within its feature.
        public var identifier: String
        /// The display name.
        public var name: String

        /// Creates an action name.
        package init(identifier: String, name: String) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// A session's identifier and name.
    public struct SessionName: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        public var id: UInt32
        /// The name; names may repeat.
        public var name: String

        /// Creates a session name.
        package init(id: UInt32, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The body of an unsuccessful response.
    public struct Failure: Codable, Sendable, Equatable {
        /// The problem.
        public var error: Problem

        /// Creates a failure.
        package init(error: Problem) {
            self.error = error
        }
    }

    /// A problem with a request.
    public struct Problem: Codable, Sendable, Equatable {
        /// A code for programs, for example `not-found`.
        public var code: String
        /// The message.
        public var message: String

        /// Creates a problem.
        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }
}
