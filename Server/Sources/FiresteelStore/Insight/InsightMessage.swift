/// A message of a program that was checked.
package struct InsightMessage: Sendable {
    package enum Kind: Int64, Sendable, Hashable {
        /// Counts of a part of a run.
        case segment = 1
        /// The events around a crash or failure.
        case report = 2
    }

    /// The environment that it belongs to.
    package let scope: InsightScope
    package let run: String
    package let kind: Kind
    /// Its number among those of its kind in the run, from 1.
    package let number: Int64
    /// The SHA-256 of its bytes as they were received.
    package let digest: [UInt8]
    /// Its JSON, in which texts that look like secrets are replaced.
    package let body: [UInt8]
    /// The number of texts that were replaced.
    package let redactions: Int
    /// The lead of the server's clock over the sender's, in milliseconds; `nil` if the sender didn't say.
    package let correction: Int64?

    package init(
        scope: InsightScope, run: String, kind: Kind, number: Int64, digest: [UInt8], body: [UInt8],
        redactions: Int = 0, correction: Int64? = nil
    ) {
        self.scope = scope
        self.run = run
        self.kind = kind
        self.number = number
        self.digest = digest
        self.body = body
        self.redactions = redactions
        self.correction = correction
    }

    /// The largest number of a message, as programs have it.
    package static let maximumNumber = 1_000_000
}

/// The receipt for a message.
package struct InsightReceipt: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        /// It was stored.
        case stored
        /// The same bytes were stored before.
        case same
        /// Other bytes were stored under its number before.
        case other
    }

    package let outcome: Outcome
    /// The numbers of segments of the run that are stored, near that of the message.
    package var segments: [ClosedRange<Int64>] = []
    /// The numbers of reports of the run that are stored, near that of the message.
    package var reports: [ClosedRange<Int64>] = []
}
