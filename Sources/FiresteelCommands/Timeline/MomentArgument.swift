import ArgumentParser
import FiresteelBase
import FiresteelTimeline
import Foundation

/// A moment of a run in an argument.
enum MomentArgument: Equatable, Sendable, ExpressibleByArgument {
    /// Microseconds since 1970: `2026-11-21T09:27:12Z`.
    case moment(Int64)
    /// Microseconds of the day, in UTC: `09:27` or `09:27:12.5`.
    case clock(Int64)
    /// Nanoseconds before the run's last event: `10m`.
    case before(UInt64)

    init?(argument: String) {
        if let clock = Self.clock(argument) {
            self = .clock(clock)
        } else if let before = Self.duration(argument) {
            self = .before(before)
        } else if let moment = Self.moment(argument) {
            self = .moment(moment)
        } else {
            return nil
        }
    }

    /// Returns the reading of a run's monotonic clock.
    ///
    /// - Parameter lastTime: Returns the last known reading of the run, called only if needed.
    func reading(in header: RunHeader, lastTime: () -> UInt64) -> UInt64 {
        switch self {
        case .moment(let microseconds): return header.reading(of: microseconds)
        case .clock(let clock):
            let day = CivilTime(microseconds: header.started)
            let midnight = CivilTime.microseconds(
                year: day.year, month: day.month, day: day.day, hour: 0, minute: 0, second: 0, microsecond: 0)
            // In a run that passes midnight, a time earlier than its start is on the next day.
            let sameDay = midnight + clock
            return header.reading(of: sameDay + 60_000_000 > header.started ? sameDay : sameDay + 86_400_000_000)
        case .before(let nanoseconds):
            let last = lastTime()
            return last > nanoseconds ? last - nanoseconds : 0
        }
    }

    private static func clock(_ text: String) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = digits(parts[0]), hour < 24, let minute = digits(parts[1]),
            minute < 60
        else { return nil }
        var microseconds = (hour * 60 + minute) * 60_000_000
        if parts.count == 3 {
            guard let second = Double(parts[2]), second >= 0, second < 60, parts[2].first?.isNumber == true else {
                return nil
            }
            microseconds += Int64(second * 1_000_000)
        }
        return microseconds
    }

    private static func digits(_ text: Substring) -> Int64? {
        (1...2).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(text) : nil
    }

    private static func duration(_ text: String) -> UInt64? {
        let units: [(String, Double)] = [("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3600e9), ("d", 86_400e9)]
        guard let unit = units.first(where: { text.hasSuffix($0.0) }),
            let number = Double(text.dropLast(unit.0.count)), number >= 0, text.first?.isNumber == true
        else { return nil }
        let nanoseconds = number * unit.1
        return nanoseconds < 9e18 ? UInt64(nanoseconds) : nil
    }

    private static func moment(_ text: String) -> Int64? {
        let date =
            (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        guard let seconds = date?.timeIntervalSince1970, abs(seconds) < 9e12 else { return nil }
        return Int64((seconds * 1_000_000).rounded())
    }
}

extension RunHeader {
    /// Returns the reading of the run's monotonic clock at a moment, in microseconds since 1970.
    func reading(of microseconds: Int64) -> UInt64 {
        let (after, isOutside) = microseconds.subtractingReportingOverflow(started)
        guard !isOutside else { return after < 0 ? .max : 0 }
        let (step, isTooFar) = after.magnitude.multipliedReportingOverflow(by: 1_000)
        if after < 0 { return isTooFar || step > startMonotonic ? 0 : startMonotonic - step }
        let (reading, isTooLate) = startMonotonic.addingReportingOverflow(step)
        return isTooFar || isTooLate ? .max : reading
    }
}
