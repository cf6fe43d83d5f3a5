extension PageData {
    /// A perform, with its start and completion combined, a change of a flag or of availability, or a refused request.
    public struct Row: Codable, Sendable, Equatable {
        /// The position, counted from 0 in the run; nil if the run wasn't read completely.
        public var n: Int?
        /// The identifier, unique within the run.
        public var id: UInt64
        /// The start time.
        public var at: Int64
        /// The duration; nil while in flight.
        public var took: Int64?
        /// The outcome: `success`, `closing`, `failure`, `failure-closing`, `cancelled`, `in-flight` or `unknown`; of a
        /// change, `flag-exposed`, `flag-changed`, `availability` or `request-refused`.
        public var outcome: String
        /// The feature.
        public var feature: Name
        /// The action.
        public var action: ActionName
        /// The one-line description of the input.
        public var input: String?
        /// The session of the perform.
        public var session: SessionName?
        /// The cause, for example `application`.
        public var source: String
        /// Whether the user started it.
        public var user: Bool
        /// The identifier of the perform that performed it.
        public var parent: UInt64?
        /// The number of ancestors.
        public var depth: Int
        /// The message of the error.
        public var error: String?
        /// The change, if the row isn't a perform.
        public var change: RowChange?
        /// The equal neighbours that the row represents, in a folded timeline.
        public var repeats: Repeats?

        /// Creates a row.
        package init(
            n: Int? = nil, id: UInt64, at: Int64, took: Int64? = nil, outcome: String, feature: Name,
            action: ActionName,
            input: String? = nil, session: SessionName? = nil, source: String, user: Bool, parent: UInt64? = nil,
            depth: Int, error: String? = nil, change: RowChange? = nil, repeats: Repeats? = nil
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
            self.repeats = repeats
        }
    }

    /// A range of the timeline.
    public struct Rows: Codable, Sendable, Equatable {
        /// The position of the first retained entry.
        public var first: Int
        /// The number of matching rows, including discarded ones.
        public var total: Int
        /// The number of matching entries, including discarded ones; more than `total` where rows are folded.
        public var entries: Int
        /// The number of changes among the matching entries; the others are performs.
        public var changes: Int
        /// The number of discarded events.
        public var lost: Int
        /// The number of failed performs in the run.
        public var failures: Int
        /// The number of performs in flight.
        public var inFlight: Int
        /// The number of performs in the run.
        public var performs: Int
        /// The rows in the range.
        public var rows: [Row]
        /// The requested entry; omitted if none was requested, or if it isn't among the matching ones.
        public var found: FoundRow?

        /// Creates a range of rows.
        package init(
            first: Int, total: Int, entries: Int? = nil, changes: Int = 0, lost: Int, failures: Int, inFlight: Int,
            performs: Int = 0, rows: [Row] = [], found: FoundRow? = nil
        ) {
            self.first = first
            self.total = total
            self.entries = entries ?? total
            self.changes = changes
            self.lost = lost
            self.failures = failures
            self.inFlight = inFlight
            self.performs = performs
            self.rows = rows
            self.found = found
        }
    }

    /// The row of an entry in a folded timeline.
    public struct FoundRow: Codable, Sendable, Equatable {
        /// The position of the row, with its group open.
        public var position: Int
        /// The place of the first entry of its group; omitted if it isn't in one.
        public var group: Int?

        /// Creates the row of an entry.
        package init(position: Int, group: Int? = nil) {
            self.position = position
            self.group = group
        }
    }

    /// The whole timeline in bars of equal duration.
    public struct Overview: Codable, Sendable, Equatable {
        /// The start of the first bar.
        public var from: Int64
        /// The end of the last bar.
        public var to: Int64
        /// The number of entries in each bar, the number of failed performs among them, and in a folded timeline the number
        /// of rows that begin in it.
        public var bars: [[Int]]

        /// Creates an overview.
        package init(from: Int64, to: Int64, bars: [[Int]] = []) {
            self.from = from
            self.to = to
            self.bars = bars
        }
    }

    /// A field of an input.
    public struct Field: Codable, Sendable, Equatable {
        /// The label.
        public var label: String?
        /// The value.
        public var value: String?
        /// Whether the value is private; omitted if false.
        public var hidden: Bool?

        /// Creates a field.
        package init(label: String? = nil, value: String? = nil, hidden: Bool? = nil) {
            self.label = label
            self.value = value
            self.hidden = hidden
        }
    }

    /// The error of a perform.
    public struct ErrorInfo: Codable, Sendable, Equatable {
        /// The message.
        public var message: String
        /// The type.
        public var type: String?

        /// Creates an error.
        package init(message: String, type: String? = nil) {
            self.message = message
            self.type = type
        }
    }

    /// A session of a timeline.
    public struct SessionItem: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        public var id: UInt32
        /// The name.
        public var name: String
        /// The number of performs.
        public var performs: Int

        /// Creates a session item.
        package init(id: UInt32, name: String, performs: Int) {
            self.id = id
            self.name = name
            self.performs = performs
        }
    }

    /// The sessions of a timeline.
    public struct Sessions: Codable, Sendable, Equatable {
        /// The sessions, the one with the most performs first.
        public var sessions: [SessionItem]

        /// Creates a list of sessions.
        package init(sessions: [SessionItem] = []) {
            self.sessions = sessions
        }
    }
}
