/// The JSON that the pages read, as `docs/inspector-api.md` describes it.
///
/// Times are whole microseconds since 1970-01-01T00:00:00Z, durations whole microseconds. A value that isn't known is nil
/// and left out.
public enum PageData {
    /// A feature's path and what people call it.
    public struct Name: Codable, Sendable, Equatable {
        /// The feature's path, as `App/Documents`.
        public var path: String
        /// What people call it.
        public var name: String

        /// Makes one of its values.
        package init(path: String, name: String) {
            self.path = path
            self.name = name
        }
    }

    /// An action's identifier and what people call it.
    public struct ActionName: Codable, Sendable, Equatable {
        /// The action's identifier within its feature.
        public var identifier: String
        /// What people call it.
        public var name: String

        /// Makes one of its values.
        package init(identifier: String, name: String) {
            self.identifier = identifier
            self.name = name
        }
    }

    /// A session's identifier and what it is called.
    public struct SessionName: Codable, Sendable, Equatable {
        /// Unique in its run.
        public var id: UInt32
        /// What it is called; names may repeat.
        public var name: String

        /// Makes one of its values.
        package init(id: UInt32, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Why a call was not answered as asked.
    public struct Failure: Codable, Sendable, Equatable {
        /// What was wrong.
        public var error: Problem

        /// Makes one of its values.
        package init(error: Problem) {
            self.error = error
        }
    }

    /// What was wrong with a call.
    public struct Problem: Codable, Sendable, Equatable {
        /// A word for programs, such as `not-found`.
        public var code: String
        /// A sentence for people.
        public var message: String

        /// Makes one of its values.
        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }
}
