extension PageData {
    /// A line of the log.
    public struct Line: Codable, Sendable, Equatable {
        /// The position, counted from 0 in the run.
        public var n: Int
        /// The time of the line.
        public var at: Int64
        /// The level, from `trace` to `critical`.
        public var level: String
        /// The message.
        public var message: String
        /// The label of its logger.
        public var label: String
        /// The feature in use.
        public var feature: Name?
        /// The action being performed.
        public var action: ActionName?
        /// The identifier of the perform.
        public var perform: UInt64?
        /// The session of the perform.
        public var session: SessionName?
        /// The action stack.
        public var stack: UInt32?
        /// The metadata.
        public var metadata: [String: String]?
        /// The number of lines immediately before it that the focus hides.
        public var hidden: Int?

        /// Creates a line.
        package init(
            n: Int, at: Int64, level: String, message: String, label: String, feature: Name? = nil,
            action: ActionName? = nil, perform: UInt64? = nil, session: SessionName? = nil, stack: UInt32? = nil,
            metadata: [String: String]? = nil, hidden: Int? = nil
        ) {
            self.n = n
            self.at = at
            self.level = level
            self.message = message
            self.label = label
            self.feature = feature
            self.action = action
            self.perform = perform
            self.session = session
            self.stack = stack
            self.metadata = metadata
            self.hidden = hidden
        }
    }

    /// A range of the log.
    public struct Lines: Codable, Sendable, Equatable {
        /// The position of the first retained line.
        public var first: Int
        /// The number of matching lines.
        public var total: Int
        /// The number of lines that the focus hides.
        public var hidden: Int
        /// The lines in the range.
        public var lines: [Line]

        /// Creates a range of lines.
        package init(first: Int, total: Int, hidden: Int, lines: [Line] = []) {
            self.first = first
            self.total = total
            self.hidden = hidden
            self.lines = lines
        }
    }

    /// The log levels and the focus.
    public struct Logging: Codable, Sendable, Equatable {
        /// The default level.
        public var level: String
        /// The separate levels of features.
        public var levels: [String: String]
        /// The features in focus; if empty, all features are.
        public var focus: [String]

        /// Creates the levels and the focus.
        package init(level: String, levels: [String: String], focus: [String] = []) {
            self.level = level
            self.levels = levels
            self.focus = focus
        }
    }

    /// A change of a level.
    public struct LevelChange: Codable, Sendable, Equatable {
        /// The feature's path; nil for the default level.
        public var path: String?
        /// The level; nil removes the feature's separate level.
        public var level: String?

        /// Creates a level change.
        package init(path: String? = nil, level: String? = nil) {
            self.path = path
            self.level = level
        }
    }

    /// A change of the focus.
    public struct FocusChange: Codable, Sendable, Equatable {
        /// The features in focus; if empty, all features are.
        public var paths: [String]

        /// Creates a focus change.
        package init(paths: [String] = []) {
            self.paths = paths
        }
    }
}
