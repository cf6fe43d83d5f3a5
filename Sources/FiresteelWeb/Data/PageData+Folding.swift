extension PageData {
    /// The equal neighbours that a row represents.
    public struct Repeats: Codable, Sendable, Equatable {
        /// The number of performs, the row's included.
        public var times: Int
        /// The start of the last one.
        public var last: Int64
        /// The end of the last one.
        public var end: Int64
        /// The one-line description of the last one's input.
        public var input: String?
        /// The start and the duration of each; nil for many.
        public var spans: [[Int64]]?

        /// Creates repeats.
        package init(times: Int, last: Int64, end: Int64, input: String? = nil, spans: [[Int64]]? = nil) {
            self.times = times
            self.last = last
            self.end = end
            self.input = input
            self.spans = spans
        }
    }

    /// A value of a filter that occurs in a timeline.
    public struct FilterValue: Codable, Sendable, Equatable {
        /// The value as the filter accepts it.
        public var value: String
        /// The name of a feature, or an action's feature.
        public var label: String?
        /// The number of entries.
        public var count: Int

        /// Creates a value.
        package init(value: String, label: String? = nil, count: Int) {
            self.value = value
            self.label = label
            self.count = count
        }

        /// A value without its count.
        package struct Key: Hashable {
            package let value: String
            package let label: String?

            /// Creates a key.
            package init(value: String, label: String? = nil) {
                self.value = value
                self.label = label
            }
        }
    }

    /// The values of a filter that occur in a timeline.
    public struct FilterValues: Codable, Sendable, Equatable {
        /// The values, the most frequent first.
        public var values: [FilterValue]

        /// Creates a list of values.
        package init(values: [FilterValue] = []) {
            self.values = values
        }
    }
}
