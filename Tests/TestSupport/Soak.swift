import Foundation
import Synchronization

/// Extended crash tests, `make soak`, and their counts.
package enum Soak {
    /// Whether the extended tests are enabled.
    package static let isOn = ProcessInfo.processInfo.environment["FIRESTEEL_SOAK"] == "1"

    /// Counts of a test.
    package struct Counts: Sendable, Hashable {
        /// The number of started processes.
        package var rounds: Int
        /// The number of processes that a signal ended.
        package var kills: Int
        /// The number of events that a process acknowledged.
        package var acknowledged: Int
        /// The number of acknowledged events that were found afterwards.
        package var found: Int

        package init(rounds: Int, kills: Int, acknowledged: Int, found: Int) {
            self.rounds = rounds
            self.kills = kills
            self.acknowledged = acknowledged
            self.found = found
        }
    }

    private static let totals = Mutex<[String: Counts]>([:])

    /// Adds counts to those of a test, and prints the sum, of which `scripts/soak` shows the last one.
    package static func add(_ counts: Counts, to test: String) {
        guard isOn else { return }
        let sum = totals.withLock { totals in
            var sum = totals[test] ?? Counts(rounds: 0, kills: 0, acknowledged: 0, found: 0)
            sum.rounds += counts.rounds
            sum.kills += counts.kills
            sum.acknowledged += counts.acknowledged
            sum.found += counts.found
            totals[test] = sum
            return sum
        }
        let line =
            "soak: \(test)\t\(sum.rounds)\t\(sum.kills)\t\(sum.acknowledged)\t\(sum.found)"
            + "\t\(sum.acknowledged - sum.found)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}
