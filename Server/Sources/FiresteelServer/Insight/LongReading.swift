import FiresteelHTTPServer
import Foundation
import Synchronization

/// A reading of many people, a few at once, so that no transaction is long.
struct LongReading {
    /// The questions for which people are read.
    enum Purpose: Hashable {
        /// Plans of experiments.
        case plans
        /// What follows from experiments.
        case answers
    }

    /// The readings at this moment, and how many there may be of each purpose: others need connections as well.
    private static let readings = Mutex<[Purpose: Int]>([:])
    private static let maximumReadings = 3
    /// The seconds after which no further people are read.
    private static let seconds = 10.0

    private let purpose: Purpose
    private let deadline = Date().addingTimeInterval(seconds)

    /// Begins a reading, which must be ended.
    ///
    /// - Throws: 429 while there are too many.
    init(_ purpose: Purpose) throws {
        self.purpose = purpose
        let isAllowed = Self.readings.withLock { readings in
            guard readings[purpose, default: 0] < Self.maximumReadings else { return false }
            readings[purpose, default: 0] += 1
            return true
        }
        guard isAllowed else {
            throw HTTPProblem.tooMany("Other experiments are being read. Try again.", wait: 10_000)
        }
    }

    func end() { Self.readings.withLock { $0[purpose, default: 1] -= 1 } }

    /// Whether there is time for further people.
    var mayContinue: Bool { Date() < deadline }
}
