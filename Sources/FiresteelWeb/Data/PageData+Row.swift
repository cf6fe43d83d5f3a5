extension PageData {
    /// A perform, its begin and its completion together, or a change of a flag or of availability.
    public struct Row: Codable, Sendable, Equatable {
        /// Its position, counted from 0 in the run; none where the run wasn't read as a whole.
        public var n: Int?
        /// Unique in its run.
        public var id: UInt64
        /// When it began.
        public var at: Int64
        /// How long it took; none while it is in flight.
        public var took: Int64?
        /// `success`, `closing`, `failure`, `failure-closing`, `cancelled`, `in-flight` or `unknown`; of a change,
        /// `flag-exposed`, `flag-changed` or `availability`.
        public var outcome: String
        /// The feature.
        public var feature: Name
        /// The action.
        public var action: ActionName
        /// What the input tells of itself in one line.
        public var input: String?
        /// Where it was performed.
        public var session: SessionName?
        /// What caused it, as `application`.
        public var source: String
        /// Whether the user started it.
        public var user: Bool
        /// The perform that performed it.
        public var parent: UInt64?
        /// How many performs are above it.
        public var depth: Int
        /// The error of a failure in words.
        public var error: String?
        /// What changed, where it is no perform.
        public var change: RowChange?

        /// Makes one of its values.
        package init(
            n: Int? = nil, id: UInt64, at: Int64, took: Int64? = nil, outcome: String, feature: Name,
            action: ActionName,
            input: String? = nil, session: SessionName? = nil, source: String, user: Bool, parent: UInt64? = nil,
            depth: Int, error: String? = nil, change: RowChange? = nil
        ) {
            self.n = n
            self.id = id
            self.at = at
            self.took = took
            self.outcome = outcome
            self.feature = feature
            self.action = action
            self.input = input
            self.session = session
            self.source = source
            self.user = user
            self.parent = parent
            self.depth = depth
            self.error = error
            self.change = change
        }
    }

    /// A part of the timeline.
    public struct Rows: Codable, Sendable, Equatable {
        /// The position of the first that is still kept.
        public var first: Int
        /// How many match, those no longer kept included.
        public var total: Int
        /// How many events are no longer there.
        public var lost: Int
        /// How many performs of the run failed.
        public var failures: Int
        /// How many go on.
        public var inFlight: Int
        /// How many performs the run has.
        public var performs: Int
        /// The part.
        public var rows: [Row]

        /// Makes one of its values.
        package init(
            first: Int, total: Int, lost: Int, failures: Int, inFlight: Int, performs: Int = 0, rows: [Row] = []
        ) {
            self.first = first
            self.total = total
            self.lost = lost
            self.failures = failures
            self.inFlight = inFlight
            self.performs = performs
            self.rows = rows
        }
    }

    /// The whole timeline in bars of equal time.
    public struct Overview: Codable, Sendable, Equatable {
        /// Where the first bar begins.
        public var from: Int64
        /// Where the last bar ends.
        public var to: Int64
        /// How many entries each has, and how many of them are performs that failed.
        public var bars: [[Int]]

        /// Makes one of its values.
        package init(from: Int64, to: Int64, bars: [[Int]] = []) {
            self.from = from
            self.to = to
            self.bars = bars
        }
    }

    /// A field of an input.
    public struct Field: Codable, Sendable, Equatable {
        /// What it is called.
        public var label: String?
        /// What it holds.
        public var value: String?
        /// True where it is not to be seen.
        public var hidden: Bool?

        /// Makes one of its values.
        package init(label: String? = nil, value: String? = nil, hidden: Bool? = nil) {
            self.label = label
            self.value = value
            self.hidden = hidden
        }
    }

    /// An error of a perform.
    public struct ErrorInfo: Codable, Sendable, Equatable {
        /// Its words.
        public var message: String
        /// Its type.
        public var type: String?

        /// Makes one of its values.
        package init(message: String, type: String? = nil) {
            self.message = message
            self.type = type
        }
    }

    /// A session of a timeline.
    public struct SessionItem: Codable, Sendable, Equatable {
        /// Unique in its run.
        public var id: UInt32
        /// What it is called.
        public var name: String
        /// How many performs it has.
        public var performs: Int

        /// Makes one of its values.
        package init(id: UInt32, name: String, performs: Int) {
            self.id = id
            self.name = name
            self.performs = performs
        }
    }

    /// The sessions of a timeline.
    public struct Sessions: Codable, Sendable, Equatable {
        /// The busiest first.
        public var sessions: [SessionItem]

        /// Makes one of its values.
        package init(sessions: [SessionItem] = []) {
            self.sessions = sessions
        }
    }
}
