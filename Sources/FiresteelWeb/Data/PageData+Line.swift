extension PageData {
    /// A line of the log.
    public struct Line: Codable, Sendable, Equatable {
        /// Counted from 0 in the run.
        public var n: Int
        /// When it was written.
        public var at: Int64
        /// `trace` to `critical`.
        public var level: String
        /// What it says.
        public var message: String
        /// The label of its logger.
        public var label: String
        /// The feature that was used.
        public var feature: Name?
        /// The action that was performed.
        public var action: ActionName?
        /// The perform.
        public var perform: UInt64?
        /// Where it was performed.
        public var session: SessionName?
        /// The action stack.
        public var stack: UInt32?
        /// What was said beside it.
        public var metadata: [String: String]?
        /// How many lines right before it the focus left out.
        public var hidden: Int?

        /// Makes one of its values.
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

    /// A part of the log.
    public struct Lines: Codable, Sendable, Equatable {
        /// The position of the first that is still kept.
        public var first: Int
        /// How many match.
        public var total: Int
        /// How many the focus left out.
        public var hidden: Int
        /// The part.
        public var lines: [Line]

        /// Makes one of its values.
        package init(first: Int, total: Int, hidden: Int, lines: [Line] = []) {
            self.first = first
            self.total = total
            self.hidden = hidden
            self.lines = lines
        }
    }

    /// Levels and focus.
    public struct Logging: Codable, Sendable, Equatable {
        /// The level of whatever has none of its own.
        public var level: String
        /// The levels that features have of their own.
        public var levels: [String: String]
        /// The features in focus; none: all.
        public var focus: [String]

        /// Makes one of its values.
        package init(level: String, levels: [String: String], focus: [String] = []) {
            self.level = level
            self.levels = levels
            self.focus = focus
        }
    }

    /// A level to set.
    public struct LevelChange: Codable, Sendable, Equatable {
        /// The feature; none: everything else.
        public var path: String?
        /// The level; none takes the feature's own away.
        public var level: String?

        /// Makes one of its values.
        package init(path: String? = nil, level: String? = nil) {
            self.path = path
            self.level = level
        }
    }

    /// A focus to set.
    public struct FocusChange: Codable, Sendable, Equatable {
        /// The features in focus; none: all.
        public var paths: [String]

        /// Makes one of its values.
        package init(paths: [String] = []) {
            self.paths = paths
        }
    }
}
