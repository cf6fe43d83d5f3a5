extension PageData {
    /// A perform, with its start and completion combined, a change of a flag or of availability, or a refused request.
    struct Row: Codable, Sendable, Equatable {
        /// The position, counted from 0 in the run; nil if the run wasn't read completely.
        var n: Int?
        /// The identifier, unique within the run.
        var id: UInt64
        /// The start time.
        var at: Int64
        /// The duration; nil while in flight.
        var took: Int64?
        /// The outcome: `success`, `closing`, `failure`, `failure-closing`, `cancelled`, `in-flight` or `unknown`; of a
        /// change, `flag-exposed`, `flag-changed`, `availability` or `request-refused`.
        var outcome: String
        /// The feature.
        var feature: Name
        /// The action.
        var action: ActionName
        /// The one-line description of the input.
        var input: String?
        /// The session of the perform.
        var session: SessionName?
        /// The cause, for example `application`.
        var source: String
        /// Whether the user started it.
        var user: Bool
        /// The identifier of the perform that performed it.
        var parent: UInt64?
        /// The number of ancestors.
        var depth: Int
        /// The message of the error.
        var error: String?
        /// The change, if the row isn't a perform.
        var change: RowChange?
        /// The equal neighbors that the row represents, in a folded timeline.
        var repeats: Repeats?
    }

    /// A range of the timeline.
    struct Rows: Codable, Sendable, Equatable {
        /// The position of the first retained entry.
        var first: Int
        /// The number of matching rows, including discarded ones.
        var total: Int
        /// The number of matching entries, including discarded ones; more than `total` where rows are folded.
        var entries: Int
        /// The number of changes among the matching entries; the others are performs.
        var changes: Int
        /// The number of discarded events.
        var lost: Int
        /// The number of failed performs in the run.
        var failures: Int
        /// The number of performs in flight.
        var inFlight: Int
        /// The number of performs in the run.
        var performs: Int
        /// The rows in the range.
        var rows: [Row]
        /// The requested entry; omitted if none was requested, or if it isn't among the matching ones.
        var found: FoundRow?

        /// Creates a range of rows.
        init(
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
    struct FoundRow: Codable, Sendable, Equatable {
        /// The position of the row, with its group open.
        var position: Int
        /// The place of the first entry of its group; omitted if it isn't in one.
        var group: Int?
    }

    /// The whole timeline in bars of equal duration.
    struct Overview: Codable, Sendable, Equatable {
        /// The start of the first bar.
        var from: Int64
        /// The end of the last bar.
        var to: Int64
        /// The number of entries in each bar, the number of failed performs among them, and in a folded timeline the number
        /// of rows that begin in it.
        var bars: [[Int]] = []
    }

    /// A field of an input.
    struct Field: Codable, Sendable, Equatable {
        /// The label.
        var label: String?
        /// The value.
        var value: String?
        /// Whether the value is private; omitted if false.
        var hidden: Bool?
    }

    /// The error of a perform.
    struct ErrorInfo: Codable, Sendable, Equatable {
        /// The message.
        var message: String
        /// The type.
        var type: String?
    }

    /// A session of a timeline.
    struct SessionItem: Codable, Sendable, Equatable {
        /// The identifier, unique within the run.
        var id: UInt32
        /// The name.
        var name: String
        /// The number of performs.
        var performs: Int
    }

    /// The sessions of a timeline.
    struct Sessions: Codable, Sendable, Equatable {
        /// The sessions, the one with the most performs first.
        var sessions: [SessionItem] = []
    }

    /// A change of a flag or of a feature's availability, or a refused request.
    struct RowChange: Codable, Sendable, Equatable {
        /// The key of a flag.
        var flag: String?
        /// The value of a flag, as JSON.
        var value: String?
        /// The availability: `available`, `unavailable` or `undetermined`.
        var state: String?
        /// The previous value or state.
        var was: String?
        /// The name of a flag's variant.
        var variant: String?
        /// The provider of a flag's value.
        var provider: String?
        /// The revision of the server's flags that has a changed value.
        var revision: Int?
        /// The reason for a flag's value, a code of the protocol.
        var reason: String?
        /// The reasons why a feature isn't available.
        var reasons: [String]?
        /// Whether a recorded value is truncated; omitted if false.
        var cut: Bool?
    }

    /// The equal neighbors that a row represents.
    struct Repeats: Codable, Sendable, Equatable {
        /// The number of performs, the row's included.
        var times: Int
        /// The start of the last one.
        var last: Int64
        /// The end of the last one.
        var end: Int64
        /// The one-line description of the last one's input.
        var input: String?
        /// The start and the duration of each; nil for many.
        var spans: [[Int64]]?
    }

    /// A value of a filter that occurs in a timeline.
    struct FilterValue: Codable, Sendable, Equatable {
        /// The value as the filter accepts it.
        var value: String
        /// The name of a feature, or an action's feature.
        var label: String?
        /// The number of entries.
        var count: Int

        /// A value without its count.
        struct Key: Hashable {
            var value: String
            var label: String?
        }
    }

    /// The values of a filter that occur in a timeline.
    struct FilterValues: Codable, Sendable, Equatable {
        /// The values, the most frequent first.
        var values: [FilterValue] = []
    }
}
